import { createHash } from 'node:crypto';

const BYTES = 5;

/**
 * Returns what an import adds to the revision of a day. Caches keep results until the counts or the revisions
 * of their days change, and compare the sums of both over months and periods. So days with one import must
 * never have the sum of days with another. Sums of 40 bits are exact over eight thousand days.
 */
export function revisionOf(importId: number, day: number): number {
  return createHash('sha256').update(`${importId} ${day}`).digest().readUIntBE(0, BYTES);
}
