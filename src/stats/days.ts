/** Days as text, `2026-11-21`: years from 1000 to 9999, so that they are sorted as text, and numbers of them have eight digits. */

/** The first day that there is. */
export const FIRST_DAY = '1000-01-01';

const DAY_MS = 86_400_000;

const msOf = (day: string) => Date.parse(`${day}T00:00:00Z`);
const textOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The day so many days later; earlier where it is negative. */
export function addDays(day: string, count: number): string {
  return textOf(msOf(day) + count * DAY_MS);
}

/** Number of days from one to another, both included. */
export function dayCount(from: string, to: string): number {
  return Math.round((msOf(to) - msOf(from)) / DAY_MS) + 1;
}

/** The first of a day's month. */
export function startOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/** The last of a day's month. */
export function endOfMonth(day: string): string {
  const date = new Date(msOf(startOfMonth(day)));
  date.setUTCMonth(date.getUTCMonth() + 1, 0);
  return textOf(date.getTime());
}

/** The same day of the month so many months later; its last day where it has fewer. */
export function addMonths(day: string, count: number): string {
  const date = new Date(msOf(startOfMonth(day)));
  date.setUTCMonth(date.getUTCMonth() + count);
  const first = textOf(date.getTime());
  const last = endOfMonth(first);
  const same = `${first.slice(0, 8)}${day.slice(8)}`;
  return same < last ? same : last;
}

/** All days from one to another, both included. */
export function daysBetween(from: string, to: string): string[] {
  return Array.from({ length: dayCount(from, to) }, (_, index) => addDays(from, index));
}

const monthIndex = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;

/** Number of months that the days from one to another lie in. */
export function monthCount(from: string, to: string): number {
  return monthIndex(to) - monthIndex(from) + 1;
}

/** All months, `2026-11`, from that of one day to that of another. */
export function monthsBetween(from: string, to: string): string[] {
  return Array.from({ length: monthCount(from, to) }, (_, number) => {
    const index = monthIndex(from) + number;
    return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
  });
}
