import { daysInWords, hourInWords } from '../shared/i18n/format.ts';
import { t } from '../shared/i18n/t.ts';
import { comparisonName, usualComparison } from '../shared/periods.ts';
import { isOfMonths } from './header/steps.ts';
import type { Days, Range } from './types.ts';

/** The periods to compare with, in the order of the menu. */
export const COMPARISONS = ['previous', 'same_weekdays', 'year_ago', 'none'] as const;
export type ComparisonName = (typeof COMPARISONS)[number];

/** The period to compare with: a named one, or the days of an own range. */
export type Compare = ComparisonName | Days;

const isComparison = (name: string): name is ComparisonName =>
  (COMPARISONS as readonly string[]).includes(name);

/** What a range is compared with unless something else is chosen. */
export const usuallyCompared = (range: Range): ComparisonName => usualComparison(isOfMonths(range));

/**
 * Reads the period to compare with from the query string of the URL; null for the usual one, and undefined if
 * it is invalid.
 * @param readDays reads two days, from the first to the last; null if they are invalid.
 */
export function readCompare(
  search: URLSearchParams,
  readDays: (from: string | null, to: string | null) => Days | null,
): Compare | null | undefined {
  const [name, from, to] = ['compare', 'compare_from', 'compare_to'].map((one) => search.get(one));
  if (from == null && to == null) return name == null ? null : isComparison(name) ? name : undefined;
  return (name == null && readDays(from ?? null, to ?? null)) || undefined;
}

/** Adds the period to compare with to the query string of the URL. */
export function writeCompare(search: URLSearchParams, compare: Compare | null): void {
  if (compare === null) return;
  if (typeof compare === 'object') {
    search.set('compare_from', compare.from);
    search.set('compare_to', compare.to);
  } else search.set('compare', compare);
}

/** The period to compare with as arguments of the API's `period` field. */
export const comparisonOf = (compare: Compare) =>
  typeof compare === 'object'
    ? { compareFrom: compare.from, compareTo: compare.to }
    : { compare: comparisonName(compare) };

/** The period to compare with, in a few words. */
export const compareInWords = (compare: Compare) =>
  typeof compare === 'object' ? daysInWords(compare.from, compare.to) : t(`compare.${compare}`);

/** The compared days, and until when if the last one counts in part: `Nov 8 – 14, 2026, until 12:00 PM`. */
export const comparedInWords = ({ from, to, untilHour }: Days & { untilHour: number | null }) =>
  untilInWords(daysInWords(from, to), untilHour);

/** Days or a point, and the hour until which the last day counts: `Sat, Nov 21, until 12:00 PM`. */
export const untilInWords = (days: string, hour: number | null) =>
  hour === null ? days : t('compare.until', { days, hour: hourInWords(hour) });
