import { writeRows } from './rows.ts';
import { quoted, raw, sql } from './sql.ts';
import type { Table } from './tables.ts';

/**
 * A statement that writes rows into a table, all columns of each.
 * @param conflict the ON CONFLICT of rows whose key is there; without it they are refused.
 */
export function insertRows<Column extends string>({ name, columns }: Table<Column>, conflict = '') {
  const list = raw(quoted(Object.keys(columns)));
  return writeRows(
    columns,
    // WHERE, because SQLite would take the ON of a conflict for that of a join.
    (source) => sql`
      INSERT INTO "${raw(name)}" (${list}) SELECT ${list} FROM ${source} AS "new" WHERE TRUE ${raw(conflict)}`,
  );
}

/** A statement that adds to the `count` of rows, and makes those that are missing. */
export function addCounts<Column extends string>(table: Table<Column | 'count'>) {
  const { name, key } = table;
  return insertRows(
    table,
    `ON CONFLICT (${quoted(key)}) DO UPDATE SET "count" = "${name}"."count" + excluded."count"`,
  );
}
