import type { TotalDimension, TotalRecord } from '../sources/records.ts';
import { createSorter, type Sorter } from './sorter.ts';

/** The sums of a day for a value of a dimension, as a file states them. */
export type ReadSum = Omit<TotalRecord, 'kind' | 'line' | 'dimension'> & {
  dimension: TotalDimension | 'continent';
};

/** Sums of a row of `ImportedSum`. */
export const SUM_NAMES = ['visitors', 'visits', 'pageviews', 'events', 'bounces', 'duration'] as const;

/**
 * A row of `ImportedSum`, without the website and the import. Its duration is in seconds. Bounces and
 * duration are null if the file does not state them in all of its rows.
 */
export interface SumRow {
  day: number;
  dimension: string;
  value: string;
  visitors: number;
  visits: number;
  pageviews: number;
  events: number;
  bounces: number | null;
  duration: number | null;
}

/** Sums that are sorted in memory. */
const RUN = 100_000;
/** Bytes of a sum without the text of its value. */
const SUM_BYTES = 200;

const keyOf = ({ dimension, value }: { dimension: string; value: string }) => `${dimension}\n${value}`;

function compare(one: ReadSum, other: ReadSum): number {
  if (one.day !== other.day) return one.day - other.day;
  const [left, right] = [keyOf(one), keyOf(other)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Sorts sums by day, dimension and value. */
export function createSumSorter(folder: string | undefined, runSize = RUN): Sorter<ReadSum> {
  return createSorter<ReadSum>({
    folder,
    runSize,
    sizeOf: ({ value }) => SUM_BYTES + value.length,
    compare,
    encode: ({ day, dimension, value, ...sums }) =>
      JSON.stringify([day, dimension, value, ...SUM_NAMES.map((name) => sums[name] ?? null)]),
    decode(line) {
      const [day, dimension, value, ...sums] = JSON.parse(line) as [number, ReadSum['dimension'], string];
      return {
        day,
        dimension,
        value,
        ...Object.fromEntries(SUM_NAMES.map((name, at) => [name, sums[at] ?? undefined])),
      };
    },
  });
}

/** Adds up neighbours of the same day, dimension and value: a file may have several rows of them. */
export async function* addedUp(sums: AsyncIterable<ReadSum> | Iterable<ReadSum>): AsyncGenerator<SumRow> {
  let row: SumRow | null = null;
  for await (const sum of sums) {
    if (!row || row.day !== sum.day || keyOf(row) !== keyOf(sum)) {
      if (row) yield row;
      const { day, dimension, value } = sum;
      row = {
        day,
        dimension,
        value,
        visitors: 0,
        visits: 0,
        pageviews: 0,
        events: 0,
        bounces: 0,
        duration: 0,
      };
    }
    for (const name of COUNTS) row[name] += sum[name] ?? 0;
    // Rows about events only say nothing about visits.
    if (sum.visits === undefined) continue;
    row.bounces = added(row.bounces, sum.bounces);
    row.duration = added(row.duration, sum.duration);
  }
  if (row) yield row;
}

const COUNTS = ['visitors', 'visits', 'pageviews', 'events'] as const;

const added = (sum: number | null, more: number | undefined) =>
  sum === null || more === undefined ? null : sum + more;
