/** First and last period number of a stretch, both included: days as 20261121, or months as 202611. */
export interface Stretch {
  from: number;
  to: number;
}

/** `2026-11-21` as the number 20261121. */
export function dayNumber(date: string): number {
  return Number(date.replaceAll('-', ''));
}

/** The number 20261121 as `2026-11-21`. */
export function dayText(day: number): string {
  const digits = String(day).padStart(8, '0');
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}

/** The month that a day is in: 20261121 → 202611. */
export function monthOf(day: number): number {
  return Math.floor(day / 100);
}

function lastDay(month: number): number {
  // Day 0 of the next month is the last of this one. setUTCFullYear, because Date.UTC takes year 99 for 1999.
  const date = new Date(0);
  date.setUTCFullYear(Math.floor(month / 100), month % 100, 0);
  return date.getUTCDate();
}

function nextMonth(month: number): number {
  return month % 100 === 12 ? month + 89 : month + 1;
}

/**
 * The rollup periods that make up the days from `from` to `to`, each day once: whole months in the middle,
 * single days at the ends. A month's days have numbers between its 01 and 31, so no stretch of days needs
 * to know how long a month is.
 */
export function stretches(from: number, to: number): Stretch[] {
  const startsMonth = from % 100 === 1;
  const endsMonth = to % 100 === lastDay(monthOf(to));
  const firstWhole = startsMonth ? monthOf(from) : nextMonth(monthOf(from));
  const lastWhole = endsMonth ? monthOf(to) : previousMonth(monthOf(to));
  if (firstWhole > lastWhole) return [{ from, to }];

  const parts: Stretch[] = [{ from: firstWhole, to: lastWhole }];
  if (!startsMonth) parts.push({ from, to: monthOf(from) * 100 + 31 });
  if (!endsMonth) parts.push({ from: monthOf(to) * 100 + 1, to });
  return parts;
}

function previousMonth(month: number): number {
  return month % 100 === 1 ? month - 89 : month - 1;
}
