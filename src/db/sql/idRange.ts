import { dayText } from '../../calendar/days.ts';

/** Number of low bits of a hit's id, below its time in Unix milliseconds (ingest/recorder/ids.ts). */
export const ID_BITS = 22n;

const HOUR_MS = 3_600_000;
/** Local days begin at most this long before the day of UTC, and end at most this long after it, in hours. */
const EARLIEST = 14;
const LATEST = 12;
/** How far the time in an id usually is from that of the hit at most, in hours. */
const MARGIN = 1;

/** A range of hit ids, both inclusive, in decimal digits. */
export type IdRange = readonly [from: string, to: string];

/** All ids. */
export const ALL_IDS: IdRange = ['0', String(2n ** 63n - 1n)];

/**
 * Returns the ids that the hits of a local day have, in any time zone. Hits whose recorder had a wrong clock
 * have others, so callers must check the number of hits.
 * @param day as 20261121.
 */
export function idRangeOfDay(day: number): IdRange {
  const midnight = Date.parse(`${dayText(day)}T00:00:00Z`);
  const idAt = (hours: number) => String(BigInt(midnight + hours * HOUR_MS) << ID_BITS);
  return [idAt(-EARLIEST - MARGIN), idAt(24 + LATEST + MARGIN)];
}
