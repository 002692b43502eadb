import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import type { Migrator } from '../migrations/migrator.ts';
import { connectionConfig } from './connections.ts';
import { postgresqlDialect } from './dialect.ts';
import { tags } from './direct.ts';
import { postgresqlFaults } from './faults.ts';

/** The number that migrations are written under: no other application's in the same database. */
const MIGRATION_LOCK = 1_178_944_583;

export function postgresqlMigrator(url: string): Migrator {
  // What changes a large table, or waits for another instance that does, takes as long as it takes.
  const config = connectionConfig(url, { integers: 'numbers', statementMs: 0 });
  return {
    faults: postgresqlFaults(url),
    dialect: postgresqlDialect,
    adapter: new PrismaPg(config),
    async alone(work) {
      const client = new pg.Client(config);
      client.on('error', () => undefined);
      try {
        await client.connect();
        // Until the connection ends.
        await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
        return await work(tags((query) => client.query(query as pg.QueryConfig)));
      } finally {
        await client.end().catch(() => undefined);
      }
    },
  };
}
