import type { SqlTransaction } from '../../db/database.ts';
import { insertRows } from '../../db/sql/insert.ts';
import { HIT, type Table, VISIT } from '../../db/sql/tables.ts';
import { bounceOf, type DayIncrement } from '../../ingest/store/totals.ts';
import type { OwnRow, RowsRecord } from '../sources/records.ts';

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
