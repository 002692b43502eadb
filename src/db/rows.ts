import type { SqlTransaction } from './database.ts';
import { type Columns, type Dialect, fromJson } from './dialect.ts';
import { raw, Sql } from './sql.ts';

/** Values of one row, in the order of the columns. 64-bit integers are bigints. */
export type Row = readonly unknown[];

type Statement = (source: Sql, dialect: Dialect) => Sql;

/**
 * A statement that writes rows.
 * @param columns names and types of the values of a row.
 * @param statement makes the SQL, given the subquery that has the rows: all of them, or one after the other.
 */
export function writeRows(columns: Columns, statement: Statement) {
  const single = forOne(columns, statement);
  return async (tx: SqlTransaction, rows: readonly Row[]): Promise<void> => {
    if (rows.length === 0) return;
    const { dialect } = tx;
    if (tx.each) tx.each.run(single(dialect), rows);
    else await tx.$executeRaw(statement(fromJson(dialect, rows, columns), dialect));
  };
}

/**
 * A statement that looks something up for each of many rows; otherwise as {@link writeRows}. What it finds for one row is in the
 * statement's order, what it finds for different rows in any.
 */
export function readRows<Found>(columns: Columns, statement: Statement) {
  const single = forOne(columns, statement);
  return async (tx: SqlTransaction, rows: readonly Row[]): Promise<Found[]> => {
    if (rows.length === 0) return [];
    const { dialect } = tx;
    if (tx.each) return tx.each.all(single(dialect), rows) as Found[];
    return tx.$queryRaw<Found[]>(statement(fromJson(dialect, rows, columns), dialect));
  };
}

/**
 * A statement over several lists of rows, whose text is made once: it is the same for any rows.
 * @param lists names and types of the columns of each list, in the order in which the statement uses them, each once. No bigints.
 * @param statement makes the SQL, given the subqueries that have the rows; it has no parameters beside them.
 */
export function overRows<Name extends string>(
  lists: Readonly<Record<Name, Columns>>,
  statement: (sources: Record<Name, Sql>, dialect: Dialect) => Sql,
) {
  const names = Object.keys(lists) as Name[];
  const texts = new Map<Dialect, string[]>();
  return (dialect: Dialect, rows: Readonly<Record<Name, readonly Row[]>>): Sql => {
    let strings = texts.get(dialect);
    if (!strings) {
      const sources = names.map((name) => [name, fromJson(dialect, [], lists[name])]);
      strings = statement(Object.fromEntries(sources) as Record<Name, Sql>, dialect).strings;
      texts.set(dialect, strings);
    }
    return new Sql(
      strings,
      names.map((name) => JSON.stringify(rows[name])),
    );
  };
}

/**
 * The statement for one row of parameters. On a connection that keeps its statements, SQLite takes a row in a sixth of the time
 * that it takes to read it from JSON.
 */
function forOne(columns: Columns, statement: Statement): (dialect: Dialect) => string {
  let sql: string | undefined;
  return (dialect) => {
    const list = Object.entries(columns).map(([name, type]) => `CAST(? AS ${type}) AS "${name}"`);
    sql ??= statement(raw(`(SELECT ${list.join(', ')})`), dialect).sql;
    return sql;
  };
}
