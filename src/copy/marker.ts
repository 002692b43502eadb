import type { SqlTransaction } from '../db/database.ts';
import type { TableName } from '../db/sql/tables.ts';
import { isRefusal } from './constraintError.ts';
import type { Key, Page } from './table.ts';
import type { Counts } from './tables.ts';

/** The row of the target's table of settings that says how far a copy into it came. It goes when the copy is complete. */
export const MARKER = 'copy';

/** What was copied of a table, and the key of the last row. */
interface Copied {
  rows: number;
  after: Key;
}

/** How far a copy came. */
export interface Marker {
  /** Rows of each table of the source when it began: it must not be written until the copy is complete. */
  source: Counts;
  copied: Partial<Record<TableName, Copied>>;
}

const taken = () => new Error('Another process copies into the same database: let it go on alone.');

const textOf = (marker: Marker) =>
  JSON.stringify(marker, (_key, value) => (typeof value === 'bigint' ? String(value) : value));

/** The marker of a database; null where there is none. */
export async function readMarker(tx: SqlTransaction): Promise<Marker | null> {
  const [row] = await tx.$queryRaw<{ value: string }[]>`
    SELECT "value" FROM "Setting" WHERE "key" = ${MARKER}`;
  return row ? (JSON.parse(row.value) as Marker) : null;
}

/** @throws Error when another process made one meanwhile. */
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

/** The marker after one more page. */
export function advanced(marker: Marker, table: TableName, { rows, last }: Page): Marker {
  const before = marker.copied[table]?.rows ?? 0;
  return {
    ...marker,
    copied: { ...marker.copied, [table]: { rows: before + rows.length, after: last } },
  };
}

/**
 * Replaces the marker, first of all in the transaction that writes the page: of two that copy into one database, one finds that
 * it is not its marker any more, and has written nothing.
 * @throws Error when the marker is not `before`.
 */
export async function moveMarker(tx: SqlTransaction, before: Marker, after: Marker): Promise<void> {
  const moved = await tx.$queryRaw<unknown[]>`
    UPDATE "Setting" SET "value" = ${textOf(after)} WHERE "key" = ${MARKER} AND "value" = ${textOf(before)}
    RETURNING "key"`;
  if (moved.length !== 1) throw taken();
}
