import type { Columns } from '../db/dialect.ts';
import { type Row, writeRows } from '../db/rows.ts';
import { raw, Sql, sql } from '../db/sql.ts';
import { inTransaction } from './end.ts';
import type { CopiedTable, Key, TableName } from './table.ts';

/**
 * A table of many rows, in SQL on the driver itself: 64-bit integers stay exact, and nothing is paid for each field. It has only numbers
 * and texts, which both databases keep the same way.
 * @param columns all of them.
 * @param key the columns of its primary key, in the order of the index.
 */
export function rowTable(name: TableName, columns: Columns, key: readonly string[]): CopiedTable {
  const names = Object.keys(columns);
  const list = quoted(names);
  const insert = writeRows(
    columns,
    (source) => sql`INSERT INTO "${raw(name)}" (${raw(list)}) SELECT ${raw(list)} FROM ${source} AS "new"`,
  );

  /** The index is entered at the key: what lies before it costs nothing, however much that is. */
  function pageAfter(after: Key | null, limit: number): Sql {
    const select = `SELECT ${list} FROM "${name}"`;
    const end = `ORDER BY ${quoted(key)} LIMIT ${limit}`;
    if (!after) return raw(`${select} ${end}`);
    const commas = key.slice(1).map(() => ', ');
    return new Sql(
      [`${select} WHERE (${quoted(key)}) > (`, ...commas, `) ${end}`],
      after.map((value, index) => (columns[key[index] ?? ''] === 'TEXT' ? value : BigInt(value as string))),
    );
  }

  return {
    name,
    async read(from, after, limit) {
      const found = await inTransaction(from, (tx) =>
        tx.$queryRaw<Record<string, unknown>[]>(pageAfter(after, limit)),
      );
      const last = found.at(-1);
      if (!last) return null;
      const rows = found.map((row) => names.map((column) => row[column]));
      return { rows, last: key.map((column) => last[column]) };
    },
    write(to, { rows }, first, meanwhile) {
      return inTransaction(to, async (tx) => {
        await first(tx);
        const writing = insert(tx, rows as Row[]);
        meanwhile();
        await writing;
      });
    },
  };
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}
