import { type FormatWords, formatsOf } from './formats.ts';

/** Numbers and dates in English: what the server writes, in mails, logs and on the command line. */

const rules = new Intl.PluralRules('en');

/** Picks the singular or plural form for a count: `hit` or `hits`. The default plural appends an s. */
export const plural = (count: number, one: string, other = `${one}s`) =>
  rules.select(count) === 'one' ? one : other;

/** The English words of {@link formatsOf}. */
export const ENGLISH_WORDS: FormatWords = {
  week: (number, days) => `Week ${number}, ${days}`,
  hour: (from, to) => `${from}–${to}`,
  points: (size, signed) => `${signed} ${plural(size, 'point')}`,
  hours: (value) => `${value}h`,
  minutes: (value) => `${value}m`,
  seconds: (value) => `${value}s`,
};

export const {
  grouped,
  brief,
  share,
  shareInColumn,
  change,
  rateChange,
  percent,
  decimal,
  duration,
  durationInColumn,
  daysInWords,
  shortDayInWords,
  monthInWords,
  periodInWords,
  pointInWords,
} = formatsOf('en', ENGLISH_WORDS);

/** A count with its noun, which is passed in the singular: `12,345 rows`, `1 row`. */
export const counted = (count: number, one: string) => `${grouped(count)} ${plural(count, one)}`;
