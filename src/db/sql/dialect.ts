import { quoted, type Row, raw, type Sql, sql } from './sql.ts';

/**
 * The SQL in which SQLite and PostgreSQL differ. Statements are written once for both, from their common SQL
 * and these parts. Outside the folders of the databases, no other code depends on which one is used.
 */
export interface Dialect {
  /** A subquery with the `name` of every table. */
  readonly tables: Sql;
  /** A SELECT of the size of the database in `bytes`. */
  readonly size: Sql;
  /** A FROM item with one row for each element of a JSON array, in a column `value`. */
  elements(json: Sql): Sql;
  /** A JSON array of values. */
  array(values: Sql): Sql;
  /**
   * An aggregate: a JSON array of `item` for the rows where `condition` holds, sorted by `order`. It is empty
   * if there are no such rows.
   */
  arrayOf(item: Sql, condition: Sql, order: Sql): Sql;
  /** A condition: a text matches a pattern of {@link containsPattern}. */
  matches(text: Sql, pattern: Sql): Sql;
  /**
   * Returns a pattern that matches every text that contains `text` literally, ignoring case in any script.
   * The built-in functions of both databases know only the cases of ASCII letters, or those of the server's
   * locale.
   */
  containsPattern(text: string): string;
  /**
   * A condition that is always true, evaluated for each row of the table with the column `item`. It throws if
   * the statement was cancelled. SQLite has no other way to stop a SELECT; the place of the condition decides
   * how soon it stops. PostgreSQL stops statements by itself.
   */
  running(item: Sql): Sql;
  /** Whether a statement that was cancelled ends at any point, and not only where `running` is evaluated. */
  readonly endsStatements: boolean;
  /**
   * A condition: a column is one of these ids, which are constants. A database that is distributed over
   * several machines then queries only those that have the websites. The joins of a statement imply this
   * condition, so other databases may use TRUE.
   */
  amongWebsites(column: Sql, ids: readonly number[]): Sql;
  /**
   * The end of a SELECT that locks its rows of one table until the end of the transaction. Empty if a
   * transaction has the database to itself.
   * @param skip leaves out the rows that others have locked, instead of waiting for them.
   */
  lockRows(table: string, skip?: boolean): Sql;
  /** Whether a statement that locks rows, or has a subquery with LIMIT, may do so for several websites. */
  readonly spansWebsites: boolean;
}

/** SQL type of a column whose values are passed inside a JSON parameter. */
export type ColumnType = 'TEXT' | 'INTEGER' | 'BIGINT' | 'DOUBLE PRECISION';

export type ColumnsOf<Name extends string> = Readonly<Record<Name, ColumnType>>;
export type Columns = ColumnsOf<string>;

/**
 * Passes many rows as one parameter: a subquery with the named columns over an array of arrays. One statement
 * with a constant text writes or looks up any number of rows. 64-bit integers are passed as strings, because
 * JSON numbers are doubles.
 */
export function fromJson({ elements }: Dialect, rows: readonly Row[], columns: Columns): Sql {
  const list = Object.entries(columns).map(
    ([name, type], index) => `CAST("j"."value" ->> ${index} AS ${type}) AS "${name}"`,
  );
  return sql`(SELECT ${raw(list.join(', '))} FROM ${elements(sql`${serialize(rows, columns)}`)} AS "j")`;
}

/**
 * Copies rows with bigints, because a replacer of JSON.stringify takes three times as long. Counters are
 * numbers, so most rows have none.
 */
function serialize(rows: readonly Row[], columns: Columns): string {
  const wide = Object.values(columns).flatMap((type, index) => (type === 'BIGINT' ? [index] : []));
  const isBig = (value: unknown) => typeof value === 'bigint';
  if (!rows.some((row) => wide.some((index) => isBig(row[index])))) return JSON.stringify(rows);
  return JSON.stringify(rows.map((row) => row.map((value) => (isBig(value) ? String(value) : value))));
}

/**
 * An aggregate: the rows where a condition holds, as a JSON array of arrays, sorted by a column. (An
 * aggregate does not guarantee to keep the order of its input.)
 */
export function jsonRows(dialect: Dialect, columns: readonly string[], where: Sql, order: string): Sql {
  return dialect.arrayOf(dialect.array(raw(quoted(columns))), where, raw(`"${order}"`));
}
