import type { SqlTransaction } from '../database.ts';
import { type Columns, type ColumnsOf, type Dialect, exactJson, fromParameter } from './dialect.ts';
import { type Row, raw, Sql, sql } from './sql.ts';

/**
 * The values of a row by column name, so that callers need not know the order. Other properties are ignored.
 */
export type Named<Column extends string> = Readonly<Record<Column, unknown>>;

/** Returns the condition that a column is one of the websites of a statement (Dialect.amongWebsites). */
type OfWebsites = (column: string) => Sql;

/**
 * Builds the SQL. The rows and the websites are its only parameters.
 * @param source the subquery with the rows: all of them, or one at a time.
 * @param ofWebsites takes the websites from the rows, if they have a column `websiteId`.
 */
type Statement = (source: Sql, dialect: Dialect, ofWebsites: OfWebsites) => Sql;

/**
 * Returns a function that writes rows.
 * @param columns names and types of the values of a row.
 */
export function writeRows<Column extends string>(columns: ColumnsOf<Column>, statement: Statement) {
  const [single, whole, ordered] = [forOne(columns, statement), forAll(columns, statement), inOrder(columns)];
  return async (tx: SqlTransaction, rows: readonly Named<Column>[]): Promise<void> => {
    if (rows.length === 0) return;
    if (tx.each) tx.each.run(single(tx.dialect), ordered(rows));
    else await tx.$executeRaw(whole(tx.dialect, ordered(rows)));
  };
}

/**
 * Returns a function that looks something up for each of many rows; otherwise as {@link writeRows}. The
 * results for one row have the order of the statement. Results for different rows have no defined order.
 */
export function readRows<Found, Column extends string>(columns: ColumnsOf<Column>, statement: Statement) {
  const [single, whole, ordered] = [forOne(columns, statement), forAll(columns, statement), inOrder(columns)];
  return async (tx: SqlTransaction, rows: readonly Named<Column>[]): Promise<Found[]> => {
    if (rows.length === 0) return [];
    if (tx.each) return tx.each.all(single(tx.dialect), ordered(rows)) as Found[];
    return tx.$queryRaw<Found[]>(whole(tx.dialect, ordered(rows)));
  };
}

function inOrder<Column extends string>(columns: ColumnsOf<Column>) {
  const names = Object.keys(columns) as Column[];
  return (rows: readonly Named<Column>[]): Row[] => rows.map((row) => names.map((name) => row[name]));
}

/**
 * Returns a function that creates a statement over several lists of rows. Its text does not depend on the
 * rows, so it is built once for each dialect.
 * @param lists names and types of the columns of each list.
 * @param statement builds the SQL from the subqueries with the rows. They and the websites are its only
 *   parameters.
 * @param json serializes the rows of a list; by default in the fastest way, for rows without bigints.
 */
export function overRows<Name extends string>(
  lists: Readonly<Record<Name, Columns>>,
  statement: (sources: Record<Name, Sql>, dialect: Dialect, ofWebsites: OfWebsites) => Sql,
  json: (rows: readonly Row[]) => string = (rows) => JSON.stringify(rows),
) {
  const templates = new Map<Dialect, Sql>();
  /** Builds the statement with placeholders instead of parameters. */
  function templateFor(dialect: Dialect): Sql {
    const sources = Object.entries<Columns>(lists).map(([name, columns]) => [
      name,
      fromParameter(dialect, sql`${name}`, columns),
    ]);
    const made = statement(Object.fromEntries(sources) as Record<Name, Sql>, dialect, (column) =>
      dialect.amongWebsites(raw(column), WEBSITES),
    );
    templates.set(dialect, made);
    return made;
  }
  /** @param websites called only if the statement restricts a column to its websites. */
  return (
    dialect: Dialect,
    rows: Readonly<Record<Name, readonly Row[]>>,
    websites: () => readonly number[],
  ): Sql => {
    const { strings, values } = templates.get(dialect) ?? templateFor(dialect);
    const parameter = (name: unknown) => (name === WEBSITES ? websites() : json(rows[name as Name]));
    return new Sql(strings, values.map(parameter));
  };
}

/** The placeholder for the websites in a template. */
const WEBSITES: readonly number[] = [];

/** The statement for all rows, which are one parameter. */
function forAll(columns: Columns, statement: Statement): (dialect: Dialect, rows: readonly Row[]) => Sql {
  const at = Object.keys(columns).indexOf('websiteId');
  const over = overRows({ rows: columns }, (sources, ...rest) => statement(sources.rows, ...rest), exactJson);
  return (dialect, rows) => over(dialect, { rows }, () => [...new Set(rows.map((row) => Number(row[at])))]);
}

/**
 * The statement for one row, whose values are the parameters. With prepared statements, SQLite takes a sixth
 * of the time that it takes to read a row from JSON.
 */
function forOne(columns: Columns, statement: Statement): (dialect: Dialect) => string {
  let text: string | undefined;
  return (dialect) => {
    text ??= statement(raw(`(SELECT ${casts(columns).join(', ')})`), dialect, (column) =>
      dialect.amongWebsites(raw(column), []),
    ).sql;
    return text;
  };
}

function casts(columns: Columns): string[] {
  return Object.entries(columns).map(([name, type]) => `CAST(? AS ${type}) AS "${name}"`);
}
