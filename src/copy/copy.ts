import { migrate } from '../db/migrations/migrate.ts';
import { resolveUrl } from '../db/open.ts';
import type { TableName } from '../db/sql/tables.ts';
import { begin, checkSource } from './begin.ts';
import { type Comparison, compare } from './compare.ts';
import { constraintError } from './constraintError.ts';
import { countRows, keepIds, totalOf } from './counts.ts';
import { type End, inTransaction, openEnd } from './end.ts';
import { advanced, deleteMarker, type Marker, moveMarker } from './marker.ts';
import type { CopiedTable, RowPage } from './table.ts';
import { TABLES } from './tables.ts';

/** Number of rows read at a time and written in one transaction: about 1 MB. */
const PAGE = 5_000;

/** Receives the progress of a copy. An error thrown by these functions ends the copy. */
export interface Watcher {
  /** The copy begins or resumes. `done` of `total` rows were copied before. */
  begins(from: string, to: string, done: number, total: number): void;
  /** Rows were committed. */
  copied(table: TableName, rows: number): void | Promise<void>;
  /** All rows are copied, and the comparison begins. */
  compares(): void;
}

export interface CopyOptions {
  watcher: Watcher;
  /** Number of rows read and written at a time; 5,000 by default. */
  pageSize?: number;
}

/**
 * Copies all rows of one database into another, then compares the two. Each may be SQLite or PostgreSQL.
 * Migrates the target first. A copy that was interrupted, at any moment, resumes at the next call. Memory use
 * does not depend on the number of rows.
 * @param from, to `file:` or `postgresql:` URLs.
 * @throws AppError if one of the databases is unsuitable; DatabaseFault if one of them fails. The rows copied
 *   so far stay.
 */
export async function copyDatabase(from: string, to: string, options: CopyOptions): Promise<Comparison> {
  // It may not exist: resolving the URL of a file creates nothing.
  const sourceUrl = await resolveUrl(from);
  await checkSource(sourceUrl);
  const targetUrl = await resolveUrl(to);
  await migrate(targetUrl);
  const source = await openEnd(sourceUrl);
  try {
    const target = await openEnd(targetUrl);
    try {
      return await copyAll(source, target, options);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function copyAll(from: End, to: End, { watcher, pageSize = PAGE }: CopyOptions): Promise<Comparison> {
  const rows = await countRows(from);
  let marker = await begin(from, to, rows);
  const done = Object.values(marker.copied).reduce((sum, copied) => sum + copied.rows, 0);
  watcher.begins(from.kind.words, to.kind.words, done, totalOf(rows));
  for (const table of TABLES) {
    marker = await copyTable(table, from, to, marker, pageSize, watcher);
  }
  watcher.compares();
  await keepIds(from, to);
  await inTransaction(to, (tx) => to.kind.afterFilling(tx));
  const comparison = await compare(from, to, marker.source);
  if (comparison.differences.length === 0) await inTransaction(to, deleteMarker);
  return comparison;
}

/**
 * Copies the remaining pages of one table.
 * @returns the marker after the last page.
 */
async function copyTable(
  table: CopiedTable,
  from: End,
  to: End,
  begun: Marker,
  pageSize: number,
  watcher: Watcher,
): Promise<Marker> {
  let marker = begun;
  let page = await table.read(from, marker.copied[table.name]?.after ?? null, pageSize);
  while (page) {
    const current: RowPage = page;
    const before = marker;
    const after = advanced(before, table.name, current);
    // Reads the next page while the other database writes the current one.
    let next: Promise<RowPage | null> | undefined;
    const readNext = () => {
      next ??= table.read(from, current.last, pageSize);
      // Avoids an unhandled rejection: the promise is not awaited below if writing fails first.
      next.catch(() => undefined);
    };
    try {
      await table.write(to, current, (tx) => moveMarker(tx, before, after), readNext);
    } catch (error) {
      throw constraintError(error, table.name, to.kind.words);
    }
    marker = after;
    await watcher.copied(table.name, current.rows.length);
    readNext();
    page = (await next) ?? null;
  }
  return marker;
}
