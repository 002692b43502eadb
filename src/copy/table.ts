import type { SqlTransaction } from '../db/database.ts';
import type { DerivedName, TableName } from '../db/sql/tables.ts';
import type { End } from './end.ts';

/**
 * The values of a row's primary key, in the order of its columns. 64-bit integers are bigints, or decimal
 * strings if read from JSON.
 */
export type Key = readonly unknown[];

/** What derives from visits and hits is not copied: it is built again in the other database. */
export type CopiedName = Exclude<TableName, DerivedName>;

/** Consecutive rows in the order of the primary key. */
export interface RowPage {
  rows: readonly unknown[];
  /** Key of the last row. */
  last: Key;
}

/** Reads and writes the rows of one table, on any kind of database. */
export interface CopiedTable {
  name: CopiedName;
  /**
   * Reads the first rows after a key, at most `limit`.
   * @returns null if there are none.
   */
  read(from: End, after: Key | null, limit: number): Promise<RowPage | null>;
  /**
   * Writes a page in one transaction.
   * @param first writes in the same transaction before the page.
   * @param meanwhile called once the rows have been sent to the database, so that the caller can work while
   *   it writes.
   */
  write(
    to: End,
    page: RowPage,
    first: (tx: SqlTransaction) => Promise<void>,
    meanwhile: () => void,
  ): Promise<void>;
}
