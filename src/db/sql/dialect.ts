import { quoted, raw, type Sql, sql } from './sql.ts';

/**
 * What SQLite and PostgreSQL say differently. Statements are written once, for both, out of what they have in common and of this;
 * nothing else outside the folder of a database knows which one it is.
 */
export interface Dialect {
  /** A subquery with the `name` of every table. */
  readonly tables: Sql;
  /** A SELECT of the `bytes` that the database takes. */
  readonly size: Sql;
  /** An item of FROM with a row for each element of a JSON array, in a column `value`. */
  elements(json: Sql): Sql;
  /** A JSON array of values. */
  array(values: Sql): Sql;
  /** An aggregate: a JSON array of what `item` is in the rows where `condition` holds, by `order`; empty for no row. */
  arrayOf(item: Sql, condition: Sql, order: Sql): Sql;
  /** Whether a text matches a pattern of {@link containsPattern}. */
  matches(text: Sql, pattern: Sql): Sql;
  /**
   * A pattern that matches what contains `text` literally, in any case, in any script: what both databases have of their own knows only the
   * cases of ASCII letters, or those of the server's locale.
   */
  containsPattern(text: string): string;
  /**
   * A condition that is always true, asked for each row of what `item` is a column of; where the statement was cancelled, it fails. The
   * only way to stop a SELECT in SQLite: where it is asked decides how soon. PostgreSQL stops statements by itself.
   */
  running(item: Sql): Sql;
  /** Whether an item of FROM may use the columns of those before it, as LATERAL. */
  readonly lateral: boolean;
  /**
   * Says of a column that it is one of these ids, as a constant: a database that is spread over several machines asks those alone that have the
   * websites. What a statement says anyway by a join, so elsewhere it may say nothing: TRUE.
   */
  amongWebsites(column: Sql, ids: readonly number[]): Sql;
  /** The end of a SELECT by whose rows of one table others wait for this transaction; nothing where it has the database to itself. */
  lockRows(table: string): Sql;
}

/** SQL type of a column that travels to the database inside a JSON parameter. */
export type ColumnType = 'TEXT' | 'INTEGER' | 'BIGINT' | 'DOUBLE PRECISION';

export type ColumnsOf<Name extends string> = Readonly<Record<Name, ColumnType>>;
export type Columns = ColumnsOf<string>;

/**
 * Many rows as one parameter: a subquery with the named columns over an array of arrays. One statement, of
 * one text, writes or looks up any number of rows. 64-bit integers travel as strings: JSON numbers are doubles.
 */
export function fromJson(dialect: Dialect, rows: readonly (readonly unknown[])[], columns: Columns): Sql {
  return fromParameter(dialect, sql`${exactJson(rows)}`, columns);
}

/** @param json the parameter. Otherwise as {@link fromJson}. */
export function fromParameter({ elements }: Dialect, json: Sql, columns: Columns): Sql {
  const list = Object.entries(columns).map(
    ([name, type], index) => `CAST("j"."value" ->> ${index} AS ${type}) AS "${name}"`,
  );
  return sql`(SELECT ${raw(list.join(', '))} FROM ${elements(json)} AS "j")`;
}

/** Rows as JSON that {@link fromParameter} reads. Those without bigints may as well go through JSON.stringify alone, which is faster. */
export function exactJson(rows: readonly (readonly unknown[])[]): string {
  return JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? String(value) : value));
}

/**
 * An aggregate: the rows that a condition holds for, as a JSON array of arrays, in the order of a column. (In what an aggregate
 * makes, the order of its input is not promised.)
 */
export function jsonRows(dialect: Dialect, columns: readonly string[], where: Sql, order: string): Sql {
  return dialect.arrayOf(dialect.array(raw(quoted(columns))), where, raw(`"${order}"`));
}
