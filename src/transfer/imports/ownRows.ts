import { dayText } from '../../calendar/days.ts';
import type { SqlTransaction } from '../../db/database.ts';
import { insertRows } from '../../db/sql/insert.ts';
import { HIT, type Table, VISIT } from '../../db/sql/tables.ts';
import { invalid } from '../../errors.ts';
import { bounceOf, type DayIncrement } from '../../ingest/store/totals.ts';
import type { OwnRow, RowsRecord } from '../sources/records.ts';
import { EARLIEST_DAY } from './rules.ts';

/** What the rows of an export of Footfall contain. */
export interface OwnExtent {
  /** The first and the last day, as 20261121. */
  from: number;
  to: number;
  /** The ids of the hits. */
  firstId: bigint;
  lastId: bigint;
}

/** Returns an extent that includes rows. */
export function includingRows(extent: OwnExtent | null, { day, hits }: RowsRecord): OwnExtent {
  let { firstId, lastId } = extent ?? { firstId: 2n ** 63n - 1n, lastId: 0n };
  for (const { id } of hits) {
    const own = BigInt(id ?? 0);
    if (own < firstId) firstId = own;
    if (own > lastId) lastId = own;
  }
  return { from: Math.min(extent?.from ?? day, day), to: Math.max(extent?.to ?? day, day), firstId, lastId };
}

/** Checks that rows of an export fit together, as those of the database do. */
export interface RowCheck {
  /**
   * @throws AppError `invalid` if the day is not possible, ids are out of order (they could occur twice), or
   *   visits and hits of the day before do not fit.
   */
  add(record: RowsRecord): void;
  /** Checks the last day. Throws as `add`. */
  end(): void;
}

const misfit = (day: number, what: string) =>
  invalid({ file: [`The export is damaged: on ${dayText(day)}, ${what}.`] });

/** @param today the current local day of the website. */
export function createRowCheck(today: number): RowCheck {
  let day = 0;
  /** The visits of the day that have no hit yet, and those that have. */
  let open = new Set<string>();
  let used = new Set<string>();
  /** The last id of the day, and how often a lower one followed: hits of a wrong clock come last. */
  let lastId = 0n;
  let descents = 0;

  function end(): void {
    if (open.size > 0) throw misfit(day, 'a visit has no hits');
    open = new Set();
    used = new Set();
    [lastId, descents] = [0n, 0];
  }

  return {
    add({ day: of, visits, hits }) {
      if (of > today) throw misfit(of, 'which has not begun, there are hits');
      if (of < EARLIEST_DAY) throw misfit(of, 'before which there was no web, there are hits');
      if (of !== day) end();
      day = of;
      for (const { visitor, number } of visits) {
        const key = `${visitor} ${number}`;
        if (open.has(key) || used.has(key)) throw misfit(day, 'a visit occurs twice');
        open.add(key);
      }
      for (const { id, visitor, visit } of hits) {
        const own = BigInt(id ?? 0);
        if (own <= lastId) descents += 1;
        if (own === lastId || descents > 1) throw misfit(day, 'hits are not in the order of their ids');
        lastId = own;
        const key = `${visitor} ${visit}`;
        if (open.delete(key)) used.add(key);
        else if (!used.has(key)) throw misfit(day, 'a hit has no visit');
      }
    },
    end,
  };
}

/** Adds what rows of a day count to its totals. */
export function addRows(total: DayIncrement, { visits, hits }: RowsRecord): void {
  for (const { event } of hits) total[event === null ? 'pageviews' : 'events'] += 1;
  for (const visit of visits) {
    total.visits += 1;
    if (Number(visit.number) === 1) total.visitors += 1;
    total.bounces += bounceOf({ pageviews: Number(visit.pageviews), events: Number(visit.events) });
    total.duration += Number(visit.lastAt) - Number(visit.startedAt);
  }
}

/** Converts rows of a file to those of a table. */
function rowsOf<Column extends string>(
  { columns }: Table<Column>,
  websiteId: number,
  rows: readonly OwnRow[],
): Record<Column, unknown>[] {
  const names = Object.keys(columns) as Column[];
  return rows.map((row) => {
    const stored = {} as Record<Column, unknown>;
    for (const name of names) {
      const value = name === 'websiteId' ? websiteId : (row[name] ?? null);
      stored[name] = value !== null && columns[name] === 'BIGINT' ? BigInt(value) : value;
    }
    return stored;
  });
}

const insertVisits = insertRows(VISIT);
const insertHits = insertRows(HIT);

/** Stores rows as they are, in an open transaction. */
export async function storeRows(
  tx: SqlTransaction,
  websiteId: number,
  { visits, hits }: RowsRecord,
): Promise<void> {
  await insertVisits(tx, rowsOf(VISIT, websiteId, visits));
  await insertHits(tx, rowsOf(HIT, websiteId, hits));
}

/** Bytes of a row in memory without the characters of its texts. */
const ROW_BYTES = 400;

/** Bytes of rows in memory, roughly. */
export function sizeOfRows({ visits, hits }: RowsRecord): number {
  let size = 0;
  for (const row of [...visits, ...hits]) {
    size += ROW_BYTES;
    for (const value of Object.values(row)) if (typeof value === 'string') size += value.length;
  }
  return size;
}
