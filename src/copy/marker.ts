import type { Reader, SqlTransaction } from '../db/database.ts';
import type { TableName } from '../db/sql/tables.ts';
import { isRefusal } from './constraintError.ts';
import type { Key, RowPage } from './table.ts';
import type { Counts } from './tables.ts';

/**
 * Key of the marker in the target's table of settings. The marker stores the progress of a copy, and is
 * deleted when the copy is complete.
 */
export const MARKER = 'copy';

/** The progress in one table: the number of rows copied, and the key of the last one. */
interface Copied {
  rows: number;
  after: Key;
}

/** The progress of a copy. */
export interface Marker {
  /**
   * The number of rows in each table of the source when the copy began. The source must not be written until
   * the copy is complete.
   */
  source: Counts;
  copied: Partial<Record<TableName, Copied>>;
}

const taken = () =>
  new Error('Another process is copying into the same database. Wait until it has finished.');

const textOf = (marker: Marker) =>
  JSON.stringify(marker, (_key, value) => (typeof value === 'bigint' ? String(value) : value));

/** Reads the marker of a database; null if there is none. */
export async function readMarker(tx: Pick<Reader, '$queryRaw'>): Promise<Marker | null> {
  const [row] = await tx.$queryRaw<{ value: string }[]>`
    SELECT "value" FROM "Setting" WHERE "key" = ${MARKER}`;
  return row ? (JSON.parse(row.value) as Marker) : null;
}

/** Whether a copy into a database has begun and is not complete: the database lacks rows. */
export async function isUnfinished(read: Pick<Reader, '$queryRaw'>): Promise<boolean> {
  return (await readMarker(read)) !== null;
}

/**
 * Creates the marker.
 * @throws Error if another process has created one meanwhile.
 */
export async function createMarker(tx: SqlTransaction, marker: Marker): Promise<void> {
  try {
    await tx.$queryRaw`
      INSERT INTO "Setting" ("key", "value") VALUES (${MARKER}, ${textOf(marker)}) RETURNING "key"`;
  } catch (error) {
    throw isRefusal(error) ? taken() : error;
  }
}

export async function deleteMarker(tx: SqlTransaction): Promise<void> {
  await tx.$executeRaw`DELETE FROM "Setting" WHERE "key" = ${MARKER}`;
}

/** Returns the marker after one more page. */
export function advanced(marker: Marker, table: TableName, { rows, last }: RowPage): Marker {
  const before = marker.copied[table]?.rows ?? 0;
  return {
    ...marker,
    copied: { ...marker.copied, [table]: { rows: before + rows.length, after: last } },
  };
}

/**
 * Replaces the marker, as the first statement of the transaction that writes a page. If two processes copy
 * into one database, one of them finds a changed marker, and has not written anything.
 * @throws Error if the stored marker is not `before`.
 */
export async function moveMarker(tx: SqlTransaction, before: Marker, after: Marker): Promise<void> {
  const moved = await tx.$queryRaw<unknown[]>`
    UPDATE "Setting" SET "value" = ${textOf(after)} WHERE "key" = ${MARKER} AND "value" = ${textOf(before)}
    RETURNING "key"`;
  if (moved.length !== 1) throw taken();
}
