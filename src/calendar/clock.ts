import { LRUCache } from 'lru-cache';

/** A moment as a website's visitors see it: `day` is a number, 20261121; `hour` 0 to 23. */
export interface LocalTime {
  readonly day: number;
  readonly hour: number;
}

interface ZoneClock {
  readonly format: Intl.DateTimeFormat;
  readonly quarters: LRUCache<number, LocalTime>;
}

/** The unit in which offsets from UTC are counted, and on whose boundaries they change, everywhere since 1972. */
const QUARTER_HOUR = 15 * 60 * 1_000;
/** There are some 600 names; one clock costs a few tens of kilobytes. */
const zones = new LRUCache<string, ZoneClock>({ max: 600 });

function zoneClock(timezone: string): ZoneClock {
  const known = zones.get(timezone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  });
  // A day and a half: hits come at the present moment; only tests and imports look further back.
  const clock = { format, quarters: new LRUCache<number, LocalTime>({ max: 150 }) };
  zones.set(timezone, clock);
  return clock;
}

/**
 * The local day and hour of a moment. Cached by zone and quarter of an hour, in which both stay the same.
 *
 * @param timezone an IANA name, see {@link isTimeZone}.
 * @param at Unix milliseconds, from 1972 on.
 * @throws RangeError for a zone that Intl does not know, or a moment that is no date.
 */
export function localTime(timezone: string, at: number): LocalTime {
  const clock = zoneClock(timezone);
  const quarter = Math.floor(at / QUARTER_HOUR);
  const known = clock.quarters.get(quarter);
  if (known) return known;
  const parts = { year: 0, month: 0, day: 0, hour: 0 };
  for (const { type, value } of clock.format.formatToParts(quarter * QUARTER_HOUR)) {
    if (type in parts) parts[type as keyof typeof parts] = Number(value);
  }
  const time = { day: parts.year * 10_000 + parts.month * 100 + parts.day, hour: parts.hour };
  clock.quarters.set(quarter, time);
  return time;
}

/**
 * Tells whether a name is an IANA time zone in its own spelling: `Europe/Paris`, `UTC`, `Asia/Kolkata`. Offsets (`+02:00`), which
 * newer versions of Node take as well, know no summer time; other spellings (`europe/paris`) would make two of one zone.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Z][\w+-]*(?:\/[A-Z][\w+-]*){0,2}$/.test(name)) return false;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions();
    // A link resolves to another name (Asia/Kolkata may become Asia/Calcutta); a misspelling to the same one.
    return timeZone === name || timeZone.toLowerCase() !== name.toLowerCase();
  } catch {
    return false;
  }
}

/**
 * Tells whether a local day is over everywhere on earth, so that its salt may go. The last zone is UTC-12: a day ends there
 * at 12:00 UTC of the next.
 *
 * @param day as in {@link LocalTime}.
 * @param now Unix milliseconds.
 */
export function dayIsOver(day: number, now: number): boolean {
  const year = Math.floor(day / 10_000);
  const month = Math.floor(day / 100) % 100;
  return now >= Date.UTC(year, month - 1, (day % 100) + 1, 12);
}
