import { NO_SUMS, type Sums } from '../../registry/metrics.ts';

/** Sums are kept in rows of STRIDE numbers: those of SUM_NAMES in this order, and one that is free. */
export const STRIDE = 8;
export const SUM_NAMES = Object.keys(NO_SUMS) as (keyof Sums)[];

/** Reads the sums that begin at an offset. */
export function readSums(sums: Float64Array, offset: number): Sums {
  const [visitors = 0, visits = 0, pageviews = 0, events = 0, bounces = 0, duration = 0, views = 0] =
    sums.subarray(offset, offset + SUM_NAMES.length);
  return { visitors, visits, pageviews, events, bounces, duration, views };
}

/** Adds the sums that begin at an offset of another array. */
export function addSums(sums: Float64Array, offset: number, added: Float64Array, from: number): void {
  for (let index = 0; index < SUM_NAMES.length; index++)
    sums[offset + index] = (sums[offset + index] as number) + (added[from + index] as number);
}
