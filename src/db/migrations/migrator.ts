import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type { SqlTransaction } from '../database.ts';
import type { Faults } from '../health/faults.ts';
import type { Dialect } from '../sql/dialect.ts';

/** Runs SQL as Prisma's client does. */
export type Queries = Pick<SqlTransaction, '$queryRaw'>;

/** What migrating takes of one kind of database. */
export interface Migrator {
  faults: Faults;
  dialect: Dialect;
  adapter: SqlMigrationAwareDriverAdapterFactory;
  /** Runs `work` while no other process migrates the same database. */
  alone<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
}
