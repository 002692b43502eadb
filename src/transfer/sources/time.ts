import { momentAt } from '../../calendar/clock.ts';

const ZERO = 48;
const MINUTE_MS = 60_000;
const MAX_OFFSET_HOURS = 15;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Three letters as a number, in lower case. */
const letters = (one: number, two: number, three: number) =>
  ((one | 32) << 16) | ((two | 32) << 8) | (three | 32);
const MONTH_NUMBERS = new Map(
  MONTHS.map((name, index) => [
    letters(name.charCodeAt(0), name.charCodeAt(1), name.charCodeAt(2)),
    index + 1,
  ]),
);

/** Reads two digits; NaN if they are none. */
export function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO;
  const ones = text.charCodeAt(at + 1) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

/** The start of a day in UTC, NaN if it does not exist. Consecutive lines have the same day. */
function createDays(): (year: number, month: number, day: number) => number {
  let key = 0;
  let start = Number.NaN;
  return (year, month, day) => {
    const wanted = year * 10_000 + month * 100 + day;
    if (wanted === key) return start;
    const date = new Date(Date.UTC(year, month - 1, day));
    const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
    key = wanted;
    start = exists ? date.getTime() : Number.NaN;
    return start;
  };
}

const startOfDay = createDays();

/**
 * The number of milliseconds by which a local time is ahead of UTC; undefined if the text states none, NaN if
 * no zone has it.
 * @param at the position of `+0100`, `-03:30` or Squid's `-03-30`.
 */
function offsetAt(text: string, at: number): number | undefined {
  const sign = text.charCodeAt(at);
  if (sign !== 43 && sign !== 45) return undefined;
  const hours = twoDigits(text, at + 1);
  const next = text.charCodeAt(at + 3);
  const minutes = twoDigits(text, next >= ZERO && next <= ZERO + 9 ? at + 3 : at + 4);
  const offset = (hours * 60 + minutes) * MINUTE_MS;
  if (Number.isNaN(offset)) return undefined;
  if (hours > MAX_OFFSET_HOURS || minutes > 59) return Number.NaN;
  return sign === 45 ? -offset : offset;
}

/**
 * Reads the time of access logs: `27/Nov/2026:16:21:45 +0100`, also with a fraction of the second.
 * @param at the position of its first digit.
 * @param timezone of times without an offset.
 * @returns Unix milliseconds, NaN if there is no such time.
 */
export function logTime(text: string, at: number, timezone: string): number {
  if (text.charCodeAt(at + 2) !== 47 || text.charCodeAt(at + 6) !== 47) return Number.NaN;
  const month = MONTH_NUMBERS.get(
    letters(text.charCodeAt(at + 3), text.charCodeAt(at + 4), text.charCodeAt(at + 5)),
  );
  const year = twoDigits(text, at + 7) * 100 + twoDigits(text, at + 9);
  const hour = twoDigits(text, at + 12);
  const minute = twoDigits(text, at + 15);
  const second = twoDigits(text, at + 18);
  if (month === undefined || !(hour < 24 && minute < 60 && second < 61)) return Number.NaN;
  const local = startOfDay(year, month, twoDigits(text, at)) + ((hour * 60 + minute) * 60 + second) * 1_000;
  let end = at + 20;
  if (text.charCodeAt(end) === 46) while (text.charCodeAt(end) >= 46 && text.charCodeAt(end) < 58) end += 1;
  const offset = text.charCodeAt(end) === 32 ? offsetAt(text, end + 1) : undefined;
  return offset === undefined ? localMoment(local, timezone) : local - offset;
}

const localMoment = (local: number, timezone: string): number =>
  Number.isNaN(local) ? local : momentAt(timezone, local);

const DATE_TIME =
  /^(\d{4})[-/](\d\d)[-/](\d\d)[T ](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,3})\d*)?\s*(Z|UTC|[+-]\d\d(?::?\d\d)?)?$/;

/**
 * Reads an ISO 8601 date with a time, also with a blank or slashes: `2026-11-27T16:21:45.123+01:00`.
 * @param timezone of times without an offset.
 * @returns Unix milliseconds, NaN if there is no such time.
 */
export function isoTime(text: string, timezone: string): number {
  const match = DATE_TIME.exec(text);
  if (match === null) return Number.NaN;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  if (hour > 23 || minute > 59 || second > 60) return Number.NaN;
  const fraction = Number((match[7] ?? '').padEnd(3, '0'));
  const local = startOfDay(year, month, day) + ((hour * 60 + minute) * 60 + second) * 1_000 + fraction;
  const zone = match[8];
  if (zone === undefined) return localMoment(local, timezone);
  return zone === 'Z' || zone === 'UTC' ? local : local - (offsetAt(zone.padEnd(6, '00'), 0) ?? Number.NaN);
}
