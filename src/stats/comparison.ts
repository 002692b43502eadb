import { localTime } from '../calendar/clock.ts';
import { addDays, addMonths, dayCount, dayText, FIRST_DAY, monthCount } from '../calendar/days.ts';
import type { Comparison, ComparisonChoice } from '../engine/question/comparison.ts';

/** A range of a website's local days as year-month-day, both inclusive. */
export interface Days {
  from: string;
  to: string;
}

/** The days that a period is compared with. */
export interface ComparedDays extends Days {
  /** Whether their last day corresponds to the last day of the period. */
  aligned: boolean;
}

/** Days of which the last one may count only in part. */
export interface ElapsedDays extends Days {
  /** On the last day, only hits before this local hour count, 1 to 23; null for all hits. */
  untilHour: number | null;
}

/**
 * Returns the days to compare with; null for none, or if some are before the first supported day.
 * @param before the days of the default comparison; null if the period has none.
 */
export function comparedDays(days: Days, before: Days | null, choice: ComparisonChoice): ComparedDays | null {
  if (typeof choice === 'object') return { ...choice, aligned: count(choice) === count(days) };
  const compared = named(days, before, choice);
  return compared && compared.from >= FIRST_DAY ? { ...compared, aligned: true } : null;
}

function named(days: Days, before: Days | null, choice: Comparison): Days | null {
  switch (choice) {
    case 'none':
      return null;
    case 'previous':
      return before;
    case 'same_weekdays': {
      const back = 7 * Math.ceil(count(days) / 7);
      // A period without a default comparison contains all days.
      return before && daysBefore(days, back);
    }
    case 'year_ago':
      return { from: addMonths(days.from, -12), to: addMonths(days.to, -12) };
  }
}

const count = ({ from, to }: Days) => dayCount(from, to);

/** Returns the same number of days just before; null if some would be before the first supported day. */
export const justBefore = (days: Days): Days | null => daysBefore(days, count(days));

function daysBefore({ from, to }: Days, days: number): Days | null {
  if (dayCount(FIRST_DAY, from) <= days) return null;
  return { from: addDays(from, -days), to: addDays(to, -days) };
}

/**
 * Returns the part of the compared days that corresponds to the part of a period that has elapsed: up to the
 * day that corresponds to the current day ({@link counterpartOf}), and on that day up to the same time, to
 * the nearest hour. All compared days are returned if the period does not contain the current day, if the
 * compared days are not aligned, or if their last day is not over either.
 */
export function elapsedPart(days: Days, compared: ComparedDays, timezone: string, now: number): ElapsedDays {
  const { from, to } = compared;
  const today = dayText(localTime(timezone, now).day);
  if (!compared.aligned || today < days.from || today > days.to) return { from, to, untilHour: null };
  const { day, whole } = counterpartOf(today, days, compared);
  // Years may differ by a day.
  const [last = from] = [day, from].sort().reverse();
  if (last >= today) return { from, to, untilHour: null };
  const hours = elapsedHours(timezone, now);
  return { from, to: last, untilHour: whole || hours === 24 ? null : hours };
}

/**
 * Returns the compared day that corresponds to a day of a period: the same day of the earlier month or year,
 * otherwise the day that is as far from the end. `whole`: the earlier month is shorter, so that its last day
 * corresponds to several days. On 29 to 31 March, all of February has elapsed.
 */
function counterpartOf(day: string, days: Days, compared: Days): { day: string; whole: boolean } {
  const months = 1 - monthCount(days.from, compared.from);
  const earlier = (text: string) => addMonths(text, -months);
  if (months === 0 || earlier(days.from) !== compared.from || earlier(days.to) !== compared.to)
    return { day: addDays(compared.to, 1 - dayCount(day, days.to)), whole: false };
  const isCut = (text: string) => earlier(text).slice(8) !== text.slice(8);
  // A single day is compared with a single day, also 29 February with 28 February.
  return { day: earlier(day), whole: isCut(day) && !isCut(days.from) };
}

const HALF_HOUR_MS = 1_800_000;

/** Returns the hours of the local day that have elapsed, rounded to the nearest hour; 1 to 24. */
export function elapsedHours(timezone: string, now: number): number {
  const { day, hour } = localTime(timezone, now);
  const earlier = localTime(timezone, now - HALF_HOUR_MS);
  const isSecondHalf = earlier.day === day && earlier.hour === hour;
  return Math.max(1, isSecondHalf ? hour + 1 : hour);
}
