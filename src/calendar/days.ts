/**
 * Days as text, `2026-11-21`. Years are 1000 to 9999, so that days can be sorted as text, and day numbers
 * have eight digits.
 */

/** The hours of a day, `00` to `23`. */
export const HOURS: readonly string[] = Array.from({ length: 24 }, (_, hour) =>
  String(hour).padStart(2, '0'),
);

/** The first valid day. */
export const FIRST_DAY = '1000-01-01';

/** The length of a day without a change of clocks, in ms. */
export const DAY_MS = 86_400_000;

const msOf = (day: string) => Date.parse(`${day}T00:00:00Z`);
const textOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Adds days; a negative count subtracts. */
export function addDays(day: string, count: number): string {
  return textOf(msOf(day) + count * DAY_MS);
}

/** The number of days from one day to another, both included. */
export function dayCount(from: string, to: string): number {
  return Math.round((msOf(to) - msOf(from)) / DAY_MS) + 1;
}

/** The first day of a day's month. */
export function startOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/** The last day of a day's month. */
export function endOfMonth(day: string): string {
  const date = new Date(msOf(startOfMonth(day)));
  date.setUTCMonth(date.getUTCMonth() + 1, 0);
  return textOf(date.getTime());
}

/** Adds months, and keeps the day of the month; the last day if the month has fewer days. */
export function addMonths(day: string, count: number): string {
  const date = new Date(msOf(startOfMonth(day)));
  date.setUTCMonth(date.getUTCMonth() + count);
  const first = textOf(date.getTime());
  const last = endOfMonth(first);
  const same = `${first.slice(0, 8)}${day.slice(8)}`;
  return same < last ? same : last;
}

/** The Monday of a day's week. */
export function startOfWeek(day: string): string {
  // 1970 began on a Thursday.
  const sinceMonday = (((msOf(day) / DAY_MS + 3) % 7) + 7) % 7;
  return addDays(day, -sinceMonday);
}

/** The ISO 8601 week of a day, `2026-W47`. A week belongs to the year of its Thursday. */
export function weekName(day: string): string {
  const thursday = addDays(startOfWeek(day), 3);
  const year = thursday.slice(0, 4);
  const week = Math.ceil(dayCount(`${year}-01-01`, thursday) / 7);
  return `${year}-W${String(week).padStart(2, '0')}`;
}

/** The day, week (`2026-W47`) or month (`2026-11`) to which a day belongs. */
export const UNIT_OF_DAY: Readonly<Record<'day' | 'week' | 'month', (day: string) => string>> = {
  day: (day) => day,
  week: weekName,
  month: (day) => day.slice(0, 7),
};

/** The Monday of a week given as `2026-W47`; null if there is no such week. */
export function weekStart(name: string): string | null {
  const [, year, week] = /^([1-9]\d{3})-W(\d{2})$/.exec(name) ?? [];
  if (!year || !week) return null;
  // January 4 is always in the first week of its year.
  const monday = addDays(startOfWeek(`${year}-01-04`), 7 * (Number(week) - 1));
  return weekName(monday) === name ? monday : null;
}

/** All days from one day to another, both included. */
export function daysBetween(from: string, to: string): string[] {
  return Array.from({ length: dayCount(from, to) }, (_, index) => addDays(from, index));
}

const monthIndex = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;

/** The number of calendar months that contain the days from one day to another. */
export function monthCount(from: string, to: string): number {
  return monthIndex(to) - monthIndex(from) + 1;
}

/** All months, as `2026-11`, from that of one day to that of another. */
export function monthsBetween(from: string, to: string): string[] {
  return Array.from({ length: monthCount(from, to) }, (_, number) => {
    const index = monthIndex(from) + number;
    return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
  });
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

/** The month of a day: 20261121 → 202611. */
export function monthOf(day: number): number {
  return Math.floor(day / 100);
}
