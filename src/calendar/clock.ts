import { activeRules } from './zones/active.ts';
import { formerName } from './zones/names.ts';
import { intervalAt, type ZoneRules } from './zones/rules.ts';

/** A moment in a website's time zone. `day` is a number, 20261121; `hour` is 0 to 23. */
export interface LocalTime {
  readonly day: number;
  readonly hour: number;
}

/** The rules of a time zone, and the interval of them that contains the moment of the last call. */
interface ZoneClock {
  readonly rules: ZoneRules;
  from: number;
  until: number;
  offset: number;
}

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
/** No local time differs more from UTC. */
const MAX_OFFSET_MS = DAY_HOURS * HOUR_MS;

/** The time zones in use. There are some 600 names. */
const clocks = new Map<string, ZoneClock>();
/** The results by local hour, in hours since 1970. Hits have the current hour of some time zone. */
const times = new Map<number, LocalTime>();
const MAX_TIMES = 1_000;

function clockOf(timezone: string): ZoneClock {
  const rules = activeRules().zone(timezone) ?? activeRules().zone(formerName(timezone));
  if (!rules) throw new RangeError(`Unknown time zone: ${timezone}`);
  // No moment is in this interval, so the first call looks for the right one.
  const clock = { rules, from: 0, until: 0, offset: 0 };
  clocks.set(timezone, clock);
  return clock;
}

function enterInterval(clock: ZoneClock, at: number): void {
  const { starts, offsets } = clock.rules;
  const index = intervalAt(clock.rules, at);
  clock.from = starts[index] as number;
  clock.until = starts[index + 1] ?? Number.POSITIVE_INFINITY;
  clock.offset = offsets[index] as number;
}

/**
 * Returns the local day and hour of a moment.
 *
 * @param timezone an IANA name, see `isTimeZone`.
 * @param at Unix milliseconds, from 1970 on.
 * @throws RangeError for an unknown time zone, or an invalid time.
 */
export function localTime(timezone: string, at: number): LocalTime {
  const clock = clocks.get(timezone) ?? clockOf(timezone);
  if (!(at >= clock.from && at < clock.until)) enterInterval(clock, at);
  const localHour = Math.floor((at + clock.offset) / HOUR_MS);
  return times.get(localHour) ?? timeOf(localHour);
}

/** Returns the day and hour that begin a number of local hours after the beginning of 1970. */
function timeOf(localHour: number): LocalTime {
  const date = new Date(localHour * HOUR_MS);
  const day = date.getUTCFullYear() * 10_000 + (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
  if (Number.isNaN(day)) throw new RangeError('Invalid time');
  const time = { day, hour: date.getUTCHours() };
  if (times.size >= MAX_TIMES) times.clear();
  times.set(localHour, time);
  return time;
}

/** Whether a local hour exists, at least in part. When clocks go forward, an hour is left out. */
export function hasHour(timezone: string, { day, hour }: LocalTime): boolean {
  const { rules } = clocks.get(timezone) ?? clockOf(timezone);
  const start = Date.UTC(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100, hour);
  const last = intervalAt(rules, start + MAX_OFFSET_MS);
  for (let index = intervalAt(rules, start - MAX_OFFSET_MS); index <= last; index += 1) {
    const offset = rules.offsets[index] as number;
    const from = (rules.starts[index] as number) + offset;
    const until = (rules.starts[index + 1] ?? Number.POSITIVE_INFINITY) + offset;
    if (from < start + HOUR_MS && until > start) return true;
  }
  return false;
}

/**
 * Returns the moment of a local time, such as those of files that state no offset. Of two moments with the
 * same local time, it is the first one; a local time that clocks leave out counts as if they had not changed.
 *
 * @param local milliseconds from 1970-01-01 00:00 local time on.
 * @returns Unix milliseconds.
 * @throws RangeError for an unknown time zone.
 */
export function momentAt(timezone: string, local: number): number {
  const { rules } = clocks.get(timezone) ?? clockOf(timezone);
  const first = intervalAt(rules, local - MAX_OFFSET_MS);
  for (let index = first; index < rules.starts.length; index += 1) {
    const at = local - (rules.offsets[index] as number);
    // Before the interval begins, its clock does not show the time yet: it was left out.
    if (at < (rules.starts[index + 1] ?? Number.POSITIVE_INFINITY))
      return index > first && at < (rules.starts[index] as number)
        ? local - (rules.offsets[index - 1] as number)
        : at;
  }
  return local;
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
