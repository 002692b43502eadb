import type { SqlTransaction } from './database.ts';
import { type ColumnType, fromJson } from './dialect.ts';
import { raw, Sql } from './sql.ts';

/** Values of one row, in the order of the columns. 64-bit integers are bigints. */
export type Row = readonly unknown[];

type Columns = Readonly<Record<string, ColumnType>>;
type Statement = (source: Sql) => Sql;

/**
 * A statement that writes rows.
 * @param columns names and types of the values of a row.
 * @param statement makes the SQL, given the subquery that has the rows: all of them, or one after the other.
 */
export function writeRows(columns: Columns, statement: Statement) {
  const single = forOne(columns, statement);
  return async (tx: SqlTransaction, rows: readonly Row[]): Promise<void> => {
    if (rows.length === 0) return;
    if (tx.each) tx.each.run(single(), rows);
    else await tx.$executeRaw(statement(fromJson(rows, columns)));
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
    if (tx.each) return tx.each.all(single(), rows) as Found[];
    return tx.$queryRaw<Found[]>(statement(fromJson(rows, columns)));
  };
}

/**
 * A statement over several lists of rows, whose text is made once: it is the same for any rows.
 * @param lists names and types of the columns of each list, in the order in which the statement uses them, each once. No bigints.
 * @param statement makes the SQL, given the subqueries that have the rows; it has no parameters beside them.
 */
export function overRows<Name extends string>(
  lists: Readonly<Record<Name, Columns>>,
  statement: (sources: Record<Name, Sql>) => Sql,
) {
  const names = Object.keys(lists) as Name[];
  let strings: string[] | undefined;
  return (rows: Readonly<Record<Name, readonly Row[]>>): Sql => {
    if (!strings) {
      const sources = names.map((name) => [name, fromJson([], lists[name])]);
      strings = statement(Object.fromEntries(sources) as Record<Name, Sql>).strings;
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
function forOne(columns: Columns, statement: Statement): () => string {
  let sql: string | undefined;
  return () => {
    const list = Object.entries(columns).map(([name, type]) => `CAST(? AS ${type}) AS "${name}"`);
    sql ??= statement(raw(`(SELECT ${list.join(', ')})`)).sql;
    return sql;
  };
}
