import type { Translator } from '../texts/translator.ts';
import { type Formats, formatsOf } from './formats.ts';

/** Numbers and dates in the language of the texts. */
export const formatsWith = ({ locale, t }: Translator): Formats =>
  formatsOf(locale, {
    week: (number, days) => t('format.week', { number: String(number), days }),
    hour: (from, to) => t('format.hour', { from, to }),
    points: (size, signed) => t('format.points', { size, signed }),
    hours: (value) => t('format.hours', { value }),
    minutes: (value) => t('format.minutes', { value }),
    seconds: (value) => t('format.seconds', { value }),
  });
