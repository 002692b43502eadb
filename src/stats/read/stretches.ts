import { dayNumber, dayText, endOfMonth, monthOf } from '../../calendar/days.ts';

/** A stretch of rollup periods that counts towards a range, or against it. */
export interface Stretch {
  /** First and last period number, both included: days as 20261121, or months as 202611. */
  from: number;
  to: number;
  /** -1 where its counts are taken off: days that a whole month has too many. */
  sign: 1 | -1;
}

function lastDay(month: number): number {
  return dayNumber(endOfMonth(dayText(month * 100 + 1))) % 100;
}

function nextMonth(month: number): number {
  return month % 100 === 12 ? month + 89 : month + 1;
}

/**
 * What reading a month costs in comparison to a day, roughly: a month has more different values than a day, but not many times more.
 */
const MONTH_COST = 2;

/**
 * The rollup periods that make up the days from `from` to `to`: whole months in the middle, and at each end either single days, or
 * the whole month without the days that are too many, whichever is less to read. In total each day of the range counts once,
 * any other day not at all. A month's days have numbers between its 01 and 31, so no stretch of days needs to know how long a month is.
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

/** No longer than this is a stretch of months that is read in one piece. */
const PIECE_MONTHS = 3;
/** Before and after these months there is hardly anything to read. */
const [FIRST_PIECE, LAST_PIECE] = [200001, 204912];

/**
 * A stretch of months in pieces, since a statement can be cancelled between two pieces only; together they are the same periods. Days stay in
 * one piece, a part of a month anyway.
 */
export function pieces(stretch: Stretch): Stretch[] {
  const { from, to, sign } = stretch;
  if (to >= 10_000_000) return [stretch];
  const list: Stretch[] = [];
  for (let start = from; start <= to; ) {
    const end = Math.min(to, endOfPiece(start));
    list.push({ from: start, to: end, sign });
    start = nextMonth(end);
  }
  return list;
}

/** The last month of the piece that begins with a month. */
function endOfPiece(month: number): number {
  if (month < FIRST_PIECE) return FIRST_PIECE - 89;
  if (month > LAST_PIECE) return Number.POSITIVE_INFINITY;
  const place = Math.ceil((month % 100) / PIECE_MONTHS) * PIECE_MONTHS;
  return month - (month % 100) + place;
}

function months(from: number, to: number, ends: Stretch[]): Stretch[] {
  return from > to ? ends : [{ from, to, sign: 1 }, ...ends];
}

function previousMonth(month: number): number {
  return month % 100 === 1 ? month - 89 : month - 1;
}
