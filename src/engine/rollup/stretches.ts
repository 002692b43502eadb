import { dayNumber, dayText, endOfMonth, monthOf } from '../../calendar/days.ts';

/** A stretch of rollup periods whose counts are added to a range, or subtracted from it. */
export interface Stretch {
  /** First and last period number, both inclusive: days as 20261121, or months as 202611. */
  from: number;
  to: number;
  /** -1 to subtract its counts: days of a whole month that are outside of the range. */
  sign: 1 | -1;
}

function lastDay(month: number): number {
  return dayNumber(endOfMonth(dayText(month * 100 + 1))) % 100;
}

function nextMonth(month: number): number {
  return month % 100 === 12 ? month + 89 : month + 1;
}

/**
 * The approximate cost of reading a month, relative to a day: a month has more distinct values than a day,
 * but not many times more.
 */
const MONTH_COST = 2;

/**
 * Returns the rollup periods that make up the days from `from` to `to`. The middle consists of whole months.
 * Each end consists either of single days, or of the whole month minus the excess days, whichever is less to
 * read. In total, each day of the range counts once, and no other day counts.
 *
 * The days of a month have numbers between its 01 and 31, so a stretch of days does not depend on the length
 * of the month.
 */
export function stretches(from: number, to: number): Stretch[] {
  const [first, last] = [monthOf(from), monthOf(to)];
  const before = (from % 100) - 1;
  const after = lastDay(last) - (to % 100);
  const head: Stretch = { from: first * 100 + 1, to: from - 1, sign: -1 };
  const tail: Stretch = { from: to + 1, to: last * 100 + 31, sign: -1 };
  if (first === last) {
    const days = to - from + 1;
    if (days <= before + after + MONTH_COST && before + after > 0) return [{ from, to, sign: 1 }];
    return months(first, last, [...(before > 0 ? [head] : []), ...(after > 0 ? [tail] : [])]);
  }

  const ends: Stretch[] = [];
  let [firstWhole, lastWhole] = [first, last];
  if (before > 0) {
    if (lastDay(first) - before <= before + MONTH_COST) {
      firstWhole = nextMonth(first);
      ends.push({ from, to: first * 100 + 31, sign: 1 });
    } else ends.push(head);
  }
  if (after > 0) {
    if (to % 100 <= after + MONTH_COST) {
      lastWhole = previousMonth(last);
      ends.push({ from: last * 100 + 1, to, sign: 1 });
    } else ends.push(tail);
  }
  return months(firstWhole, lastWhole, ends);
}

/**
 * Returns the days of a stretch of months; null for a stretch of days. Those that their months do not include
 * yet (ingest/months/) count beside the months.
 */
export function daysOf({ from, to, sign }: Stretch): Stretch | null {
  return to >= 10_000_000 ? null : { from: from * 100 + 1, to: to * 100 + 31, sign };
}

function months(from: number, to: number, ends: Stretch[]): Stretch[] {
  return from > to ? ends : [{ from, to, sign: 1 }, ...ends];
}

function previousMonth(month: number): number {
  return month % 100 === 1 ? month - 89 : month - 1;
}
