import type { SqlTransaction } from './database.ts';
import type { Faults } from './health/faults.ts';
import type { TableName } from './sql/tables.ts';

/** What copying a whole database asks of each kind in its own way. */
export interface CopyAdapter {
  faults: Faults;
  /** The database in words, without a password. */
  words: string;
  /** In words, that there is nothing yet, and opening it would make it; null where opening makes nothing. */
  missing(): string | null;
  /** A text that is the same for two URLs of one database. */
  identity(tx: SqlTransaction): Promise<string>;
  /** The last id that the database gave in a table; 0 for none. Its row may be deleted. */
  lastId(tx: SqlTransaction, table: TableName): Promise<bigint>;
  /** From now on the database gives only ids that are greater. */
  setLastId(tx: SqlTransaction, table: TableName, id: bigint): Promise<void>;
  /** After many rows were written. */
  afterFilling(tx: SqlTransaction): Promise<void>;
}
