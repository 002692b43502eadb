import { AppError } from '../../errors.ts';
import { nameHelp } from '../../validation/names.ts';
import { shownText } from '../../validation/shown.ts';

/**
 * The products and formats from which statistics are imported, with their names for people, in the order in
 * which they are tried for a file. Their readers take memory, so they are in modules of their own (index.ts).
 */
export const SOURCE_LABELS = {
  footfall: 'Footfall',
  plausible: 'Plausible',
  umami: 'Umami',
  goatcounter: 'GoatCounter',
  'simple-analytics': 'Simple Analytics',
  matomo: 'Matomo',
  fathom: 'Fathom',
  // Its reports have columns with names that others also have.
  ga4: 'Google Analytics 4',
  log: 'Access log',
} as const;

export type SourceName = keyof typeof SOURCE_LABELS;

export const SOURCE_NAMES = Object.keys(SOURCE_LABELS) as SourceName[];

export const isSourceName = (text: string): text is SourceName => Object.hasOwn(SOURCE_LABELS, text);

/**
 * Checks the name of a source, such as `plausible`.
 * @throws AppError `invalid` if there is none.
 */
export function sourceName(text: string): SourceName {
  if (isSourceName(text)) return text;
  throw new AppError('invalid', `There is no source "${shownText(text)}". ${nameHelp(text, SOURCE_NAMES)}`);
}
