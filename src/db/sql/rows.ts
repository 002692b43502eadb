import type { SqlTransaction } from '../database.ts';
import { type Columns, type ColumnsOf, type Dialect, exactJson, fromParameter } from './dialect.ts';
import { type Row, raw, Sql, sql } from './sql.ts';

/** The same values by the names of the columns, whatever else there is: nobody has to know an order. */
export type Named<Column extends string> = Readonly<Record<Column, unknown>>;

/** Says of a column that it is one of the websites that a statement is about (Dialect.amongWebsites). */
type OfWebsites = (column: string) => Sql;

/**
 * Makes the SQL, without parameters beside the rows and the websites.
 * @param source the subquery that has the rows: all of them, or one after the other.
 * @param ofWebsites knows the websites of the rows, where they have a column `websiteId`.
 */
type Statement = (source: Sql, dialect: Dialect, ofWebsites: OfWebsites) => Sql;

/**
 * A statement that writes rows.
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
 * A statement that looks something up for each of many rows; otherwise as {@link writeRows}. What it finds for one row is in the
 * statement's order, what it finds for different rows in any.
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
 * A statement over several lists of rows, whose text is made once for each dialect: it is the same for any rows.
 * @param lists names and types of the columns of each list.
 * @param statement makes the SQL, given the subqueries that have the rows; it has no parameters beside them and the websites.
 * @param json writes the rows of a list; by default the fastest, for rows without bigints.
 */
export function overRows<Name extends string>(
  lists: Readonly<Record<Name, Columns>>,
  statement: (sources: Record<Name, Sql>, dialect: Dialect, ofWebsites: OfWebsites) => Sql,
  json: (rows: readonly Row[]) => string = (rows) => JSON.stringify(rows),
) {
  const templates = new Map<Dialect, Sql>();
  /** The statement, with names in the place of parameters. */
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
  /** @param websites called where the statement says which ones it is about. */
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

/** Stands for the websites in a template. */
const WEBSITES: readonly number[] = [];

/** The statement for all rows, in one parameter. */
function forAll(columns: Columns, statement: Statement): (dialect: Dialect, rows: readonly Row[]) => Sql {
  const at = Object.keys(columns).indexOf('websiteId');
  const over = overRows({ rows: columns }, (sources, ...rest) => statement(sources.rows, ...rest), exactJson);
  return (dialect, rows) => over(dialect, { rows }, () => [...new Set(rows.map((row) => Number(row[at])))]);
}

/**
 * The statement for one row of parameters. On a connection that keeps its statements, SQLite takes a row in a sixth of the time
 * that it takes to read it from JSON.
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
