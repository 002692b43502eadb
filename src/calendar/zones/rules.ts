/** The rules of a time zone: its differences from UTC, and when they change. */
export interface ZoneRules {
  /** The beginnings of the intervals, in Unix milliseconds, ascending. The first one is -Infinity. */
  readonly starts: Float64Array;
  /** The local time minus UTC in each interval, in milliseconds. */
  readonly offsets: Float64Array;
}

/** A change of the offset at a moment, in Unix seconds. `offset` is in seconds. */
export interface Change {
  at: number;
  offset: number;
}

/**
 * A change that repeats every year: on the first `weekday` (0 is Sunday) from a day of a month on, `seconds`
 * after 00:00 UTC of that day. `seconds` may be negative or exceed a day.
 */
export interface YearlyChange {
  month: number;
  day: number;
  weekday: number;
  seconds: number;
  offset: number;
}

/** The last year whose changes are known. */
export const LAST_YEAR = 2_100;

const DAY_SECONDS = 86_400;

/** Returns the moment of a yearly change in a year, in Unix seconds. */
export function momentIn(year: number, { month, day, weekday, seconds }: YearlyChange): number {
  const first = Date.UTC(year, month - 1, day) / 1_000 / DAY_SECONDS;
  // 1970 began on a Thursday.
  const later = (weekday - ((first + 4) % 7) + 7) % 7;
  return (first + later) * DAY_SECONDS + seconds;
}

/**
 * Returns the rules of a time zone.
 * @param offset the difference from UTC before the first change, in seconds.
 * @param changes in order.
 * @param yearly the changes of each year that follow those in `changes`.
 */
export function zoneRules(
  offset: number,
  changes: readonly Change[],
  yearly: readonly YearlyChange[],
): ZoneRules {
  const all = [{ at: Number.NEGATIVE_INFINITY, offset }, ...changes, ...repeated(yearly, changes.at(-1)?.at)];
  return {
    starts: Float64Array.from(all, ({ at }) => at * 1_000),
    offsets: Float64Array.from(all, (change) => change.offset * 1_000),
  };
}

/** Returns the yearly changes after a moment, in order, up to {@link LAST_YEAR}. */
export function repeated(yearly: readonly YearlyChange[], after = 0): Change[] {
  const changes: Change[] = [];
  if (yearly.length === 0) return changes;
  for (let year = new Date(after * 1_000).getUTCFullYear(); year <= LAST_YEAR; year += 1)
    for (const change of yearly) changes.push({ at: momentIn(year, change), offset: change.offset });
  return changes.filter(({ at }) => at > after).sort((one, other) => one.at - other.at);
}

/** Returns the index of the interval that contains a moment, in Unix milliseconds. */
export function intervalAt({ starts }: ZoneRules, at: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A collection of time zones from one release of the IANA database. */
export interface RuleSource {
  /** The release: `2026f`. */
  readonly version: string;
  /** The source, for the log. */
  readonly origin: string;
  /** The names of the time zones, links included. */
  readonly names: ReadonlySet<string>;
  /** Returns the rules of a time zone; null if there is none of this name. */
  zone(name: string): ZoneRules | null;
}
