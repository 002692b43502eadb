import type { SqlTransaction } from '../database.ts';
import { type ColumnsOf, type Dialect, fromJson } from './dialect.ts';
import { type Row, raw, type Sql, sql } from './sql.ts';

/**
 * The values of a row by column name, so that callers need not know the order. Other properties are ignored.
 */
export type Named<Column extends string> = Readonly<Record<Column, unknown>>;

/**
 * Builds the SQL of one statement over many rows. The rows and the websites are its only parameters, so its
 * text does not depend on them.
 * @param source the subquery with the rows: all of them, or one at a time.
 * @param ofWebsites returns the condition that a column is one of the websites of the rows, if they have a
 *   column `websiteId` (Dialect.amongWebsites).
 */
type Statement = (source: Sql, dialect: Dialect, ofWebsites: (column: string) => Sql) => Sql;

/**
 * Returns a function that writes rows.
 * @param columns names and types of the values of a row.
 * @param one the same statement for one row, whose values are its parameters, if there is a shorter form.
 */
export function writeRows<Column extends string>(
  columns: ColumnsOf<Column>,
  statement: Statement,
  one?: string,
) {
  const { inOrder, forAll, forOne } = formsOf(columns, statement, one);
  return async (tx: SqlTransaction, rows: readonly Named<Column>[]): Promise<void> => {
    if (rows.length === 0) return;
    if (tx.each) tx.each.run(forOne(tx.dialect), inOrder(rows));
    else if (tx.sharded) tx.sharded.write(rows, (part) => forAll(tx.dialect, inOrder(part)));
    else await tx.$executeRaw(forAll(tx.dialect, inOrder(rows)));
  };
}

/**
 * Returns a function that looks something up for each of many rows; otherwise as {@link writeRows}. The
 * results for one row have the order of the statement. Results for different rows have no defined order.
 * @param one the same statement for one row, as in `writeRows`.
 */
export function readRows<Found, Column extends string>(
  columns: ColumnsOf<Column>,
  statement: Statement,
  one?: string,
) {
  const { inOrder, forAll, forOne } = formsOf(columns, statement, one);
  return async (tx: SqlTransaction, rows: readonly Named<Column>[]): Promise<Found[]> => {
    if (rows.length === 0) return [];
    if (tx.each) return tx.each.all(forOne(tx.dialect), inOrder(rows)) as Found[];
    return read<Found, Named<Column>>(tx, rows, (part) => forAll(tx.dialect, inOrder(part)));
  };
}

/**
 * Returns a function that looks up one number for each of many rows; otherwise as {@link writeRows}.
 * @param key the columns of the rows, which identify them.
 * @param statement returns the key and the number, as `found`, of each row that has one.
 * @returns a function that returns the numbers in the order of the rows; undefined for none.
 */
export function lookUp<Key extends string>(key: ColumnsOf<Key>, statement: Statement) {
  const find = readRows<Named<Key> & { found: number | bigint }, Key>(key, statement);
  const textOf = textBy(Object.keys(key) as Key[]);
  return async (tx: SqlTransaction, rows: readonly Named<Key>[]): Promise<(number | undefined)[]> => {
    const numbers = new Map((await find(tx, rows)).map((row) => [textOf(row), Number(row.found)]));
    return rows.map((row) => numbers.get(textOf(row)));
  };
}

const textBy =
  <Key extends string>(key: readonly Key[]) =>
  (row: Named<Key>) =>
    key.map((name) => String(row[name])).join(' ');

/**
 * Returns a function that writes some of many rows, and tells which; otherwise as {@link writeRows}.
 * @param table the table with the key that identifies a row.
 * @param statement an INSERT that leaves out rows that exist, or an UPDATE; without RETURNING.
 * @param one the same statement for one row, as in `writeRows`.
 * @returns a function that returns the rows that were written: of several with the same key, the first.
 */
export function writeSome<Column extends string, Key extends Column>(
  { name: table, key }: { name: string; key: readonly Key[] },
  columns: ColumnsOf<Column>,
  statement: Statement,
  one?: string,
) {
  const { inOrder, forAll, forOne } = formsOf(columns, statement, one);
  const textOf = textBy(key);
  const returning = sql`RETURNING ${raw(key.map((name) => `"${table}"."${name}"`).join(', '))}`;
  return async <One extends Named<Column>>(tx: SqlTransaction, rows: readonly One[]): Promise<One[]> => {
    if (rows.length === 0) return [];
    if (tx.each) {
      const changes = tx.each.run(forOne(tx.dialect), inOrder(rows));
      return rows.filter((_, index) => changes[index] === 1);
    }
    const found = await read<Named<Key>, One>(
      ...[tx, rows],
      (part) => sql`${forAll(tx.dialect, inOrder(part))} ${returning}`,
    );
    const written = new Set(found.map(textOf));
    return rows.filter((row) => written.delete(textOf(row)));
  };
}

function read<Found, One extends object>(
  tx: SqlTransaction,
  rows: readonly One[],
  statement: (rows: readonly One[]) => Sql,
): Promise<Found[]> {
  return tx.sharded ? tx.sharded.read(rows, statement) : tx.$queryRaw<Found[]>(statement(rows));
}

/** Returns the two forms of a statement: one execution for all rows, or one execution for each row. */
function formsOf<Column extends string>(columns: ColumnsOf<Column>, statement: Statement, one?: string) {
  const names = Object.keys(columns) as Column[];
  const at = (names as string[]).indexOf('websiteId');
  let text = one;
  return {
    inOrder: (rows: readonly Named<Column>[]): Row[] => rows.map((row) => names.map((name) => row[name])),

    /** The rows are one JSON parameter. */
    forAll(dialect: Dialect, rows: readonly Row[]): Sql {
      const websites = [...new Set(rows.map((row) => Number(row[at])))];
      return statement(fromJson(dialect, rows, columns), dialect, (column) =>
        dialect.amongWebsites(raw(column), websites),
      );
    },

    /**
     * The values of a row are the parameters. With prepared statements, SQLite takes a sixth of the time that
     * it takes to read a row from JSON.
     */
    forOne(dialect: Dialect): string {
      const row = names.map((name) => `CAST(? AS ${columns[name]}) AS "${name}"`);
      text ??= statement(raw(`(SELECT ${row.join(', ')})`), dialect, () => raw('TRUE')).sql;
      return text;
    },
  };
}
