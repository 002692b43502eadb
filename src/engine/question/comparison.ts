import { z } from 'zod';
import { invalid } from '../../errors.ts';
import { dayRule } from '../../validation/days.ts';
import { type Checked, checkInput, flag, oneOf, optional, withDefault } from '../../validation/rules.ts';

/** The periods that metrics can be compared with, and their descriptions. */
export const COMPARISONS = {
  previous: 'The period before: the same number of days, or the same part of the month or year before.',
  same_weekdays:
    'The same weekdays before: the days are moved back by the smallest number of whole weeks that is at ' +
    'least as long as the period. For a month of 31 days these are 35 days.',
  year_ago: 'The same days of the year before.',
  none: 'No period; `previous` is null.',
} as const;
export type Comparison = keyof typeof COMPARISONS;

/** The period to compare with: a named one, or any range of days as year-month-day, both inclusive. */
export type ComparisonChoice = Comparison | { from: string; to: string };

/** What an elapsed part is. */
export const ELAPSED =
  'Then, of the compared days, those count that correspond to the days up to the current one; on the last ' +
  'of them only hits before the current local time, rounded to the nearest full hour, but at least 01:00. ' +
  'Visits with such a hit count as wholes: their bounces, durations and views include later hits. All ' +
  'compared days count if the period does not contain the current day, if the last compared day is not ' +
  'over either, or if `compare_from` and `compare_to` are another number of days.';

/** The rules of the arguments that choose a comparison, in REST. */
export const comparisonRules = {
  compare: withDefault(oneOf(Object.keys(COMPARISONS) as Comparison[]), 'previous'),
  compare_from: optional(dayRule),
  compare_to: optional(dayRule),
  elapsed: optional(flag),
};
const { elapsed: _elapsed, ...choiceRules } = comparisonRules;
const CHOICE = z.object(choiceRules);

/**
 * Reads which period to compare with.
 * @param args `compare`, or `compare_from` and `compare_to`; not validated yet. As a default is not told from
 *   a given value, `compare` may be `previous` beside a range of days.
 */
export function checkComparison(args: object): Checked<ComparisonChoice> {
  const { data, fields } = checkInput(CHOICE, args);
  if (fields) return { data: null, fields };
  const { compare, compare_from: from, compare_to: to } = data;
  if (from === undefined && to === undefined) return { data: compare, fields: null };
  const wrong = (field: string, message: string) => ({ data: null, fields: { [field]: [message] } });
  if (from === undefined) return wrong('compare_from', 'Is required with the last day to compare with.');
  if (to === undefined) return wrong('compare_to', 'Is required with the first day to compare with.');
  if (to < from)
    return wrong('compare_to', 'Must be the same day as the first one to compare with, or later.');
  if (compare !== 'previous')
    return wrong('compare', `Must be left out with a range of days to compare with; got ${compare}.`);
  return { data: { from, to }, fields: null };
}

/** As {@link checkComparison}. @throws AppError `invalid`. */
export function parseComparison(args: object): ComparisonChoice {
  const { data, fields } = checkComparison(args);
  if (fields) throw invalid(fields);
  return data;
}
