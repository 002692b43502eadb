import type { SqlTransaction } from '../db/database.ts';
import type { TableName } from '../db/sql/tables.ts';
import type { End } from './end.ts';

/** The values of a row's primary key, in its order. 64-bit integers are bigints; texts of digits where they come out of JSON. */
export type Key = readonly unknown[];

/** Rows that follow each other in the order of the primary key. */
export interface Page {
  rows: readonly unknown[];
  /** Key of the last one. */
  last: Key;
}

/** How the rows of one table are read and written. Neither knows what kind of database it is on. */
export interface CopiedTable {
  name: TableName;
  /** @returns the first rows after a key, `limit` at most; null for none. */
  read(from: End, after: Key | null, limit: number): Promise<Page | null>;
  /**
   * Writes a page in one transaction.
   * @param first what is written in the same one before it.
   * @param meanwhile called when the rows are on their way.
   */
  write(
    to: End,
    page: Page,
    first: (tx: SqlTransaction) => Promise<void>,
    meanwhile: () => void,
  ): Promise<void>;
}
