import { LRUCache } from 'lru-cache';

/** A moment in a website's time zone. `day` is a number, 20261121; `hour` is 0 to 23. */
export interface LocalTime {
  readonly day: number;
  readonly hour: number;
}

interface ZoneClock {
  readonly format: Intl.DateTimeFormat;
  readonly quarters: LRUCache<number, LocalTime>;
}

/** Offsets from UTC are multiples of this unit, and change on its boundaries, everywhere since 1972. */
const QUARTER_HOUR = 15 * 60 * 1_000;
/** There are some 600 names. One clock takes a few tens of kilobytes. */
const zones = new LRUCache<string, ZoneClock>({ max: 600 });

function zoneClock(timezone: string): ZoneClock {
  const cached = zones.get(timezone);
  if (cached) return cached;
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
  // A day and a half: hits have the current time; only tests and imports have earlier times.
  const clock = { format, quarters: new LRUCache<number, LocalTime>({ max: 150 }) };
  zones.set(timezone, clock);
  return clock;
}

/**
 * Returns the local day and hour of a moment. Cached by time zone and quarter of an hour, in which both stay
 * the same.
 *
 * @param timezone an IANA name, see {@link isTimeZone}.
 * @param at Unix milliseconds, from 1972 on.
 * @throws RangeError for a time zone that Intl does not know, or an invalid date.
 */
export function localTime(timezone: string, at: number): LocalTime {
  const clock = zoneClock(timezone);
  const quarter = Math.floor(at / QUARTER_HOUR);
  const cached = clock.quarters.get(quarter);
  if (cached) return cached;
  const parts = { year: 0, month: 0, day: 0, hour: 0 };
  for (const { type, value } of clock.format.formatToParts(quarter * QUARTER_HOUR)) {
    if (type in parts) parts[type as keyof typeof parts] = Number(value);
  }
  const time = { day: parts.year * 10_000 + parts.month * 100 + parts.day, hour: parts.hour };
  clock.quarters.set(quarter, time);
  return time;
}

/**
 * Whether a name is an IANA time zone in its exact spelling: `Europe/Paris`, `UTC`, `Asia/Kolkata`. Newer
 * versions of Node also accept offsets (`+02:00`), but those have no daylight saving time. Other spellings
 * (`europe/paris`) would give one time zone two names.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Z][\w+-]*(?:\/[A-Z][\w+-]*){0,2}$/.test(name)) return false;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions();
    // A link resolves to another name (Asia/Kolkata may become Asia/Calcutta); a wrong spelling to the same
    // name.
    return timeZone === name || timeZone.toLowerCase() !== name.toLowerCase();
  } catch {
    return false;
  }
}

/**
 * Whether a local day is over everywhere on earth, so that its salt may be deleted. The last time zone is
 * UTC-12, where a day ends at 12:00 UTC of the next day.
 *
 * @param day as in {@link LocalTime}.
 * @param now Unix milliseconds.
 */
export function dayIsOver(day: number, now: number): boolean {
  const year = Math.floor(day / 10_000);
  const month = Math.floor(day / 100) % 100;
  return now >= Date.UTC(year, month - 1, (day % 100) + 1, 12);
}
