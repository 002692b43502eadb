import { placeOf } from '../../ingest/geo/placeRecord.ts';
import type {
  DropsRecord,
  RowsRecord,
  SettingsRecord,
  Source,
  SourceFile,
  SourceRecord,
  TotalRecord,
} from '../sources/records.ts';
import type { SkipReason } from '../sources/skipReasons.ts';
import { createHitSorter, type ReadHit, sizeOfHit } from './hits.ts';
import { createRowCheck, includingRows, sizeOfRows } from './ownRows.ts';
import type { Extent } from './period.ts';
import { EARLIEST_DAY, type Rules } from './rules.ts';
import type { Sorter } from './sorter.ts';
import { createSumSorter, type ReadSum } from './sums.ts';
import { newTally, skip, type Tally } from './tally.ts';

/** The content of files: what counts of it, sorted, and the numbers of the other rows. */
export interface ReadFiles {
  tally: Tally;
  extent: Extent;
  hits: Sorter<ReadHit>;
  sums: Sorter<ReadSum>;
  /** Bytes of the hits of each day in memory, roughly. */
  bytesOfDays: ReadonlyMap<number, number>;
  /** The settings of exports of Footfall; not validated. */
  settings: readonly SettingsRecord[];
  /** Reads the rows of an export of Footfall again. */
  ownRows(): AsyncIterable<{ record: RowsRecord; file: number }>;
  /** Counts a hit that is not imported after all. */
  skip(hit: Pick<ReadHit, 'file' | 'line'>, reason: SkipReason): void;
  /** Deletes the temporary files. */
  close(): Promise<void>;
}

export interface ReadOptions {
  source: Source;
  files: readonly SourceFile[];
  timezone: string;
  /** The current local day of the website. */
  today: number;
  rules: Rules;
  /** The folder for temporary files; that of the system by default. */
  folder?: string | undefined;
  /** Hits that are sorted in memory. */
  runSize?: number | undefined;
  /** Called after each batch with the number of rows that were read. @throws to end the import. */
  onProgress?: ((rows: number) => void | Promise<void>) | undefined;
}

/**
 * Reads all files of an import.
 * @throws AppError `invalid` if one of them cannot be used.
 */
export async function readFiles(options: ReadOptions): Promise<ReadFiles> {
  const { source, files, timezone, today, rules, folder, onProgress } = options;
  const tally = newTally();
  const extent: Extent = { hits: null, sums: null, rows: null };
  const hits = createHitSorter(folder, options.runSize);
  const sums = createSumSorter(folder);
  const bytesOfDays = new Map<number, number>();
  const settings: SettingsRecord[] = [];
  const check = createRowCheck(today);
  const nameOf = (number: number) => (files[number] as SourceFile).name;
  const close = async () => {
    await hits.close();
    await sums.close();
  };

  function addBytes(day: number, bytes: number): void {
    bytesOfDays.set(day, (bytesOfDays.get(day) ?? 0) + bytes);
  }

  async function addContinent(record: TotalRecord): Promise<void> {
    const { continent } = placeOf({ country: record.value, region: '', city: '' });
    await sums.add(record);
    await sums.add({ ...record, dimension: 'continent', value: continent });
  }

  const addSum = (record: TotalRecord) =>
    record.dimension === 'country' ? addContinent(record) : sums.add(record);

  /** Takes rows of an export of Footfall. They are read again to be stored. */
  function takeOwn(record: RowsRecord | DropsRecord | SettingsRecord, number: number): void {
    if (record.kind === 'settings') {
      settings.push(record);
      return;
    }
    if (record.kind === 'rows') {
      check.add(record);
      tally.rows += record.visits.length + record.hits.length - 1;
      addBytes(record.day, sizeOfRows(record));
      extent.rows = includingRows(extent.rows, record);
      return;
    }
    tally.rows += record.drops.length - 1;
    const of = { line: record.line, reason: 'dropped_hits' } as const;
    for (const _ of record.drops) skip(tally, nameOf(number), of);
  }

  /** Takes a row. It returns a promise only if items are moved to a file. */
  function take(record: SourceRecord, number: number): void | Promise<void> {
    tally.rows += 1;
    if (record.kind === 'skipped') return skip(tally, nameOf(number), record);
    if (record.kind === 'total') {
      // The day may still get own hits.
      if (record.day >= today)
        return skip(tally, nameOf(number), { line: record.line, reason: 'too_recent' });
      if (record.day < EARLIEST_DAY)
        return skip(tally, nameOf(number), { line: record.line, reason: 'too_early' });
      extent.sums = including(extent.sums, record.day);
      return addSum(record);
    }
    if (record.kind !== 'hit') return takeOwn(record, number);
    const hit = rules(record);
    if (typeof hit === 'string') return skip(tally, nameOf(number), { line: record.line, reason: hit });
    extent.hits = including(extent.hits, hit.at);
    addBytes(hit.day, sizeOfHit(hit));
    return hits.add({ hit, file: number, line: record.line });
  }

  try {
    for (const [number, file] of files.entries())
      for await (const batch of source.read(file, { timezone, folder })) {
        for (const record of batch) {
          const waiting = take(record, number);
          if (waiting) await waiting;
        }
        await onProgress?.(tally.rows);
      }
    check.end();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    tally,
    extent,
    hits,
    sums,
    bytesOfDays,
    settings,
    async *ownRows() {
      if (extent.rows === null) return;
      for (const [number, file] of files.entries())
        for await (const batch of source.read(file, { timezone, folder }))
          for (const record of batch) if (record.kind === 'rows') yield { record, file: number };
    },
    skip: ({ file, line }, reason) => skip(tally, nameOf(file), { line, reason }),
    close,
  };
}

const including = (range: { from: number; to: number } | null, value: number) => ({
  from: Math.min(range?.from ?? value, value),
  to: Math.max(range?.to ?? value, value),
});
