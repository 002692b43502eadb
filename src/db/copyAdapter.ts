import type { SqlTransaction } from './database.ts';
import type { Faults } from './health/faults.ts';
import type { TableName } from './sql/tables.ts';

/** The steps of copying a whole database that differ between SQLite and PostgreSQL. */
export interface CopyAdapter {
  faults: Faults;
  /** The database's name in messages, without a password. */
  words: string;
  /**
   * Returns a message if there is no database and opening would create it; null if opening creates nothing.
   */
  missing(): string | null;
  /** Returns a text that is the same for all URLs of one database. */
  identity(tx: SqlTransaction): Promise<string>;
  /**
   * Returns the last id that the database generated for a table; 0 if none. Its row may have been deleted.
   */
  lastId(tx: SqlTransaction, table: TableName): Promise<bigint>;
  /** Makes the database generate only greater ids from now on. */
  setLastId(tx: SqlTransaction, table: TableName, id: bigint): Promise<void>;
  /** Called after many rows were written. */
  afterFilling(tx: SqlTransaction): Promise<void>;
}
