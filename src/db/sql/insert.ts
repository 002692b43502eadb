import { writeRows } from './rows.ts';
import { quoted, raw, sql } from './sql.ts';
import type { Table } from './tables.ts';

/**
 * Returns a function that inserts rows into a table, with all columns.
 * @param conflict the ON CONFLICT clause for rows whose key exists; without it, the database rejects them.
 */
export function insertRows<Column extends string>({ name, columns }: Table<Column>, conflict = '') {
  const names = Object.keys(columns);
  const list = raw(quoted(names));
  return writeRows(
    columns,
    // Without WHERE, SQLite would parse the ON of ON CONFLICT as that of a join.
    (source) => sql`
      INSERT INTO "${raw(name)}" (${list})
      SELECT ${list} FROM ${source} AS "new" WHERE TRUE ${raw(conflict)}`,
    `INSERT INTO "${name}" (${quoted(names)}) VALUES (${names.map(() => '?').join(', ')}) ${conflict}`,
  );
}

/** Returns a function that adds to the `count` of rows, and inserts missing rows. */
export function addCounts<Column extends string>(table: Table<Column | 'count'>) {
  return insertRows(table, addingCounts(table));
}

/** The ON CONFLICT clause of an INSERT that adds to the `count` of rows that exist. */
const addingCounts = ({ name, key }: Table) =>
  `ON CONFLICT (${quoted(key)}) DO UPDATE SET "count" = "${name}"."count" + excluded."count"`;
