import type { SqlTransaction } from '../db/database.ts';
import { raw } from '../db/sql/sql.ts';
import type { TableName } from '../db/sql/tables.ts';
import { counted, grouped } from '../stats/format.ts';
import { type End, inTransaction } from './end.ts';
import { MARKER } from './marker.ts';
import { type Counts, NUMBERED, TABLES } from './tables.ts';

/** Counts the rows of every table. The marker of a copy does not count. */
export async function countRows(end: End): Promise<Counts> {
  const counts: [TableName, number][] = [];
  for (const { name } of TABLES) {
    const [row] = await inTransaction(end, (tx) => {
      const where = name === 'Setting' ? `WHERE "key" <> '${MARKER}'` : '';
      return tx.$queryRaw<{ rows: bigint }[]>(raw(`SELECT COUNT(*) AS "rows" FROM "${name}" ${where}`));
    });
    counts.push([name, Number(row?.rows)]);
  }
  return Object.fromEntries(counts) as Counts;
}

export const totalOf = (counts: Counts) => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Describes each table whose number of rows has changed. */
export function differing(before: Counts, now: Counts): string[] {
  return TABLES.filter(({ name }) => before[name] !== now[name]).map(
    ({ name }) => `${name} had ${counted(before[name], 'row')} and now has ${grouped(now[name])}`,
  );
}

/** Returns those of the tables that have rows. */
export async function filled(tx: SqlTransaction, tables: readonly TableName[]): Promise<TableName[]> {
  const found: TableName[] = [];
  for (const name of tables) {
    const rows = await tx.$queryRaw<unknown[]>(raw(`SELECT 1 AS "one" FROM "${name}" LIMIT 1`));
    if (rows.length > 0) found.push(name);
  }
  return found;
}

/** Sets the target's id sequences, so that it generates no id that the source has ever generated. */
export async function keepIds(from: End, to: End): Promise<void> {
  for (const table of NUMBERED) {
    const given = await inTransaction(from, (tx) => from.kind.lastId(tx, table));
    await inTransaction(to, async (tx) => {
      const [row] = await tx.$queryRaw<{ last: bigint }[]>(
        raw(`SELECT CAST(COALESCE(MAX("id"), 0) AS BIGINT) AS "last" FROM "${table}"`),
      );
      const last = BigInt(row?.last ?? 0);
      const id = given > last ? given : last;
      if (id > 0n) await to.kind.setLastId(tx, table, id);
    });
  }
}
