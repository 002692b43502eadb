import { dayNumber, endOfMonth } from '../../../calendar/days.ts';
import { isBehaviour } from '../../question/isBehaviour.ts';
import type { GroupDimension, Question } from '../../question/types.ts';
import { FILTER_DIMENSIONS } from '../../registry/dimensions.ts';

/** The dimensions by whose values months are added up, and last the totals, which every question needs. */
export const SUMMED = [...FILTER_DIMENSIONS, 'hour_of_day', 'total'] as const;
export type SummedDimension = (typeof SUMMED)[number];

/**
 * The rows of a month in `MonthSums`: its sums by a dimension, and its small days as columns (smallDays.ts).
 * A month that has only small days has no sums.
 */
export const SMALL_DAYS = 'small_days';
export type MonthContent = SummedDimension | typeof SMALL_DAYS;

const isSummed = (name: GroupDimension): name is SummedDimension & GroupDimension =>
  (SUMMED as readonly string[]).includes(name);

/**
 * Returns the dimension whose sums over whole months answer a question; null if they don't: it has a filter,
 * several dimensions, divides the days, or is not about the sums of hits.
 */
export function summedBy(question: Question): SummedDimension | null {
  const { filter, untilHour, by } = question;
  if (isBehaviour(question) || filter !== null || untilHour !== null || by.length > 1) return null;
  const [dimension] = by;
  if (dimension === undefined) return 'total';
  return isSummed(dimension) ? dimension : null;
}

/** The last day of a month: 202611 → 20261130. */
export const lastDayOf = (month: number): number =>
  dayNumber(endOfMonth(`${Math.floor(month / 100)}-${String(month % 100).padStart(2, '0')}-01`));
