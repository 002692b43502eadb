import { z } from 'zod';
import { text } from './rules.ts';
import { cleanText } from './text.ts';

/** Maximum length of a name that people give to a thing. */
const MAX_NAME = 100;

/** A required name that people give to a thing, without invisible characters. */
export const nameRule = z
  .string({ error: 'Is required.' })
  .transform((name) => cleanText(name).trim())
  .pipe(text(MAX_NAME).min(1, 'Is required.'));
