import { SUMMED, type SummedDimension } from '../../../engine/columns/months/dimensions.ts';
import type { OwnRow, TotalDimension, TotalRecord } from '../records.ts';
import { damaged } from './archive.ts';
import type { NumberedRow } from './rows.ts';

const isSummed = (name: unknown): name is SummedDimension => (SUMMED as readonly unknown[]).includes(name);

/**
 * Converts daily sums of an export to records.
 * @throws AppError `invalid` with the number of a row whose dimension has no daily sums.
 */
export async function* readSums(batches: AsyncIterable<NumberedRow[]>): AsyncGenerator<TotalRecord[]> {
  for await (const batch of batches) {
    const records: TotalRecord[] = [];
    for (const { line, row, where } of batch) {
      const { dimension } = row;
      if (!isSummed(dimension)) throw damaged(`"dimension" of ${where()} is none that has daily sums`);
      // Those of continents follow from those of countries.
      if (dimension !== 'continent') records.push(recordOf(row, dimension, line));
    }
    yield records;
  }
}

function recordOf(row: OwnRow, dimension: TotalDimension, line: number): TotalRecord {
  const sum = (name: string): number => Number(row[name]);
  return {
    kind: 'total',
    line,
    day: Number(row.day),
    dimension,
    value: String(row.value),
    visitors: sum('visitors'),
    visits: sum('visits'),
    pageviews: sum('pageviews'),
    events: sum('events'),
    ...(row.bounces !== null && { bounces: sum('bounces') }),
    // Stored in milliseconds.
    ...(row.duration !== null && { duration: sum('duration') / 1_000 }),
  };
}
