import { addDays, weekStart } from '../calendar/days.ts';

const whole = new Intl.NumberFormat('en');
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** A count with thousands separators: `12,345`. */
export const grouped = (count: number) => whole.format(count);

const rules = new Intl.PluralRules('en');

/** Picks the singular or plural form for a count: `hit` or `hits`. The default plural appends an s. */
export const plural = (count: number, one: string, other = `${one}s`) =>
  rules.select(count) === 'one' ? one : other;

/** A count with its noun, which is passed in the singular: `12,345 rows`, `1 row`. */
export const counted = (count: number, one: string) => `${grouped(count)} ${plural(count, one)}`;

/** A count in compact notation: `12.3K`. Below ten thousand, all digits. */
export const brief = (count: number) => (count < 10_000 ? whole.format(count) : short.format(count));

/** A share as a percentage: `12.3%`, `<0.1%`; empty if the whole is 0. */
export function share(part: number, all: number): string {
  if (all <= 0) return '';
  const percent = (part / all) * 100;
  if (percent > 0 && percent < 0.1) return '<0.1%';
  return `${percent < 10 ? percent.toFixed(1).replace(/\.0$/, '') : Math.round(percent)}%`;
}

/**
 * A share with one decimal, for columns, where all numbers have the same precision: `12.3%`, `0.0%`; empty if
 * the whole is 0.
 */
export const shareInColumn = (part: number, all: number): string =>
  all <= 0 ? '' : `${((part / all) * 100).toFixed(1)}%`;

/** A change between two values, and whether it is a decrease, none or an increase. */
export interface Change {
  text: string;
  direction: -1 | 0 | 1;
}

/** The relative change between two values: `+12%`, `−3%`, `±0%`; null if the earlier one is 0. */
export const change = (now: number, before: number): Change | null =>
  before <= 0 ? null : signed(((now - before) / before) * 100, () => '%');

/** The change between two rates of 0 to 1, in percentage points: `+2.1 points`, `−12 points`. */
export const rateChange = (now: number, before: number): Change =>
  signed((now - before) * 100, (size) => ` ${plural(size, 'point')}`);

function signed(value: number, unitOf: (size: number) => string): Change {
  const size = Math.abs(value);
  const rounded = Math.sign(value) * (size < 10 ? Math.round(size * 10) / 10 : Math.round(size));
  const direction = rounded > 0 ? 1 : rounded < 0 ? -1 : 0;
  const sign = { '1': '+', '0': '±', '-1': '−' }[String(direction) as '1'];
  const shown = Math.abs(rounded);
  return { text: `${sign}${grouped(shown)}${unitOf(shown)}`, direction };
}

/** A rate of 0 to 1 as a percentage: `38%`, `4.2%`, `<0.1%`. */
export const percent = (rate: number) => share(rate, 1);

const oneDecimal = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A number with one decimal: `2.4`, `1,234.0`. */
export const decimal = (value: number) => oneDecimal.format(value);

/** A time in seconds as its two largest units: `45s`, `1m 24s`, `2h 5m`. A second unit of 0 is omitted. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  const [large, small, units] =
    whole < 3_600
      ? [Math.floor(whole / 60), whole % 60, ['m', 's']]
      : [Math.floor(whole / 3_600), Math.floor((whole % 3_600) / 60), ['h', 'm']];
  const parts = [large > 0 && `${large}${units[0]}`, (small > 0 || large === 0) && `${small}${units[1]}`];
  return parts.filter(Boolean).join(' ');
}

/** A time in seconds for columns, always with two units: `1m 24s`, `0m 05s`, `2h 05m`. */
export function durationInColumn(seconds: number): string {
  const whole = Math.round(seconds);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return whole < 3_600
    ? `${Math.floor(whole / 60)}m ${two(whole % 60)}s`
    : `${Math.floor(whole / 3_600)}h ${two((whole % 3_600) / 60)}m`;
}

const utc = { timeZone: 'UTC' } as const;
const dayFormat = new Intl.DateTimeFormat('en', { ...utc, day: 'numeric', month: 'short', year: 'numeric' });
const monthFormat = new Intl.DateTimeFormat('en', { ...utc, month: 'long', year: 'numeric' });
const weekday = new Intl.DateTimeFormat('en', {
  ...utc,
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

const dateOf = (day: string) => new Date(`${day.length === 7 ? `${day}-01` : day}T00:00:00Z`);

/** A range of days: `Oct 23 – Nov 21, 2026`. A single day includes its weekday: `Sat, Nov 21, 2026`. */
export const daysInWords = (from: string, to: string) =>
  from === to
    ? weekday.format(dateOf(from))
    : // Intl uses thin spaces. Searches for the subject of a mail would then fail.
      dayFormat.formatRange(dateOf(from), dateOf(to)).replaceAll('\u2009', ' ');

const shortDay = new Intl.DateTimeFormat('en', { ...utc, weekday: 'short', day: 'numeric', month: 'short' });

/** A day without its year, for use next to its week or month: `Sat, Nov 21`. */
export const shortDayInWords = (day: string) => shortDay.format(dateOf(day));

/** The month of a day (`2026-11-21`) or of a month (`2026-11`): `November 2026`. */
export const monthInWords = (day: string) => monthFormat.format(dateOf(day));

/**
 * A week or month by its name: `2026-W46` gives `Week 46, Nov 9 – 15, 2026`; `2026-10` gives `October 2026`.
 */
export function periodInWords(name: string): string {
  const monday = weekStart(name);
  if (!monday) return monthInWords(name);
  return `Week ${Number(name.slice(-2))}, ${daysInWords(monday, addDays(monday, 6))}`;
}

/** A point of a series. An hour: `09:00–09:59`; a day: `Sat, Nov 21, 2026`; a month: `November 2026`. */
export function pointInWords(at: string): string {
  if (at.length === 2) return `${at}:00–${at}:59`;
  return at.length === 7 ? monthInWords(at) : weekday.format(dateOf(at));
}
