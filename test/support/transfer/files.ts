import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type {
  HitRecord,
  ReadOptions,
  SkippedRecord,
  Source,
  SourceFile,
  SourceRecord,
  TotalDimension,
  TotalRecord,
} from '../../../src/transfer/sources/records.ts';

/** The sums of a file that was made for a test. */
export interface ExpectedSums {
  pageviews: number;
  events: number;
  /** Rows that are no pageview and no event of a person, by reason. */
  skipped: Record<string, number>;
  /** The sums of totals by dimension; absent for files of hits. */
  totals?: Partial<Record<TotalDimension, TotalSums>>;
}

/** The numbers that a total can have. */
export type TotalSums = Partial<
  Pick<TotalRecord, 'visitors' | 'visits' | 'pageviews' | 'events' | 'bounces' | 'duration'>
>;

/** A file of another product, made after its format. */
export interface MadeFile {
  name: string;
  bytes: Buffer;
  expected: ExpectedSums;
}

/** Stores bytes in a temporary file while `use` runs. */
export async function withFile<T>(
  bytes: string | Uint8Array,
  use: (file: SourceFile) => Promise<T>,
  name = 'export.csv',
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'footfall-test-'));
  try {
    const file = { name, path: path.join(folder, 'file') };
    await writeFile(file.path, bytes);
    return await use(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Reads all records of a file with a source. */
export const readRecords = (
  source: Source,
  bytes: string | Uint8Array,
  { timezone = 'UTC', name = 'export.csv', folder }: Partial<ReadOptions & { name: string }> = {},
): Promise<SourceRecord[]> =>
  withFile(
    bytes,
    async (file) => {
      const records: SourceRecord[] = [];
      for await (const batch of source.read(file, { timezone, folder })) records.push(...batch);
      return records;
    },
    name,
  );

export const hitsOf = (records: readonly SourceRecord[]): HitRecord[] =>
  records.filter((record) => record.kind === 'hit');

export const totalsOf = (records: readonly SourceRecord[]): TotalRecord[] =>
  records.filter((record) => record.kind === 'total');

export const skippedOf = (records: readonly SourceRecord[]): SkippedRecord[] =>
  records.filter((record) => record.kind === 'skipped');

const NUMBERS = ['visitors', 'visits', 'pageviews', 'events', 'bounces', 'duration'] as const;

/** Adds up records, in the form of the expected sums of a made file. */
export function sumUp(records: readonly SourceRecord[]): ExpectedSums {
  const sums: ExpectedSums = { pageviews: 0, events: 0, skipped: {} };
  for (const record of records) {
    if (record.kind === 'skipped') sums.skipped[record.reason] = (sums.skipped[record.reason] ?? 0) + 1;
    if (record.kind === 'hit') sums[record.event === undefined ? 'pageviews' : 'events'] += 1;
    if (record.kind !== 'total') continue;
    sums.totals ??= {};
    const total = sums.totals[record.dimension] ?? {};
    sums.totals[record.dimension] = total;
    for (const name of NUMBERS)
      if (record[name] !== undefined) total[name] = (total[name] ?? 0) + record[name];
  }
  return sums;
}
