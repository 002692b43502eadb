import { insertRows } from '../db/sql/insert.ts';
import type { Named } from '../db/sql/rows.ts';
import { quoted, raw, Sql } from '../db/sql/sql.ts';
import type { Table } from '../db/sql/tables.ts';
import { inTransaction } from './end.ts';
import type { CopiedTable, Key } from './table.ts';

/**
 * Copies a table of many rows by SQL, on the driver itself. 64-bit integers stay exact, and there is no
 * overhead per field.
 */
export function rowTable(table: Table): CopiedTable {
  const { name, columns, key } = table;
  const insert = insertRows(table);
  const has64Bits = Object.values(columns).includes('BIGINT');

  /** SQLite returns all integers as bigints, which `insert` expects only if a column has 64 bits. */
  function insertable(rows: readonly unknown[]): Named<string>[] {
    if (has64Bits) return rows as Named<string>[];
    const small = (value: unknown) => (typeof value === 'bigint' ? Number(value) : value);
    return (rows as Named<string>[]).map(
      (row) =>
        Object.fromEntries(Object.entries(row).map(([key, value]) => [key, small(value)])) as Named<string>,
    );
  }

  /**
   * Builds a SELECT with keyset pagination: it seeks to the key in the index, so earlier rows cost nothing.
   */
  function pageAfter(after: Key | null, limit: number): Sql {
    const select = `SELECT ${quoted(Object.keys(columns))} FROM "${name}"`;
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
      const rows = await inTransaction(from, (tx) => tx.$queryRaw<Named<string>[]>(pageAfter(after, limit)));
      const last = rows.at(-1);
      return last ? { rows, last: key.map((column) => last[column]) } : null;
    },
    write(to, { rows }, first, meanwhile) {
      return inTransaction(to, async (tx) => {
        await first(tx);
        const writing = insert(tx, insertable(rows));
        meanwhile();
        await writing;
      });
    },
  };
}
