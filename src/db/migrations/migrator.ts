import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type { SqlTransaction } from '../database.ts';
import type { Faults } from '../health/faults.ts';
import type { Dialect } from '../sql/dialect.ts';

/** Runs SQL as Prisma's client does. */
export type Queries = Pick<SqlTransaction, '$queryRaw'>;

/** The steps of migrating that differ between SQLite and PostgreSQL. */
export interface Migrator {
  faults: Faults;
  dialect: Dialect;
  adapter: SqlMigrationAwareDriverAdapterFactory;
  /**
   * Runs `work` without conflicts with other processes that migrate the same database. On SQLite it may run
   * `work` several times.
   */
  alone<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
}
