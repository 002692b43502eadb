import type { SqlTransaction } from '../database.ts';
import type { Faults } from '../health/faults.ts';
import type { Dialect } from '../sql/dialect.ts';

/** Runs SQL as Prisma's client does. */
export type Queries = Pick<SqlTransaction, '$queryRaw'>;

/** A transaction that changes the schema. */
export interface SchemaTransaction extends Queries {
  /** Runs a script of several statements. */
  execute(script: string): Promise<unknown>;
}

/** Access to a database while it is migrated. */
export interface MigrationSession {
  /** Reads outside of transactions, and waits for no other process. */
  queries: Queries;
  /**
   * Checks whether this process may migrate the database, before anything is changed.
   * @throws DatabaseFault that says what to do.
   */
  requireRights(): Promise<void>;
  /**
   * Runs `step` in a transaction that excludes all other processes that migrate this database. On SQLite it
   * may run `step` several times, but commits only one of them.
   */
  transaction<T>(step: (tx: SchemaTransaction) => Promise<T>): Promise<T>;
}

export interface MigrationOptions {
  /** Called with the text of each statement before it runs. Scripts are one statement on PostgreSQL. */
  onQuery?: ((sql: string) => void) | undefined;
}

/** The steps of migrating that differ between SQLite and PostgreSQL. */
export interface Migrator {
  faults: Faults;
  dialect: Dialect;
  /** The type of moments in `_prisma_migrations`. */
  moment: 'DATETIME' | 'TIMESTAMPTZ';
  /** What an operator should set instead of a database with tables of another application. */
  empty: string;
  withSession<T>(work: (session: MigrationSession) => Promise<T>): Promise<T>;
}
