import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import type { Migrator } from '../migrations/migrator.ts';
import { isDistributed } from './citus/detect.ts';
import { distributeTables } from './citus/tables.ts';
import { connectionConfig } from './connections.ts';
import { postgresqlDialect } from './dialect.ts';
import { postgresqlFaults } from './faults.ts';
import { tags } from './pipeline.ts';

/** Number of the advisory lock for migrations. No other application in the same database uses it. */
const MIGRATION_LOCK = 1_178_944_583;

export function postgresqlMigrator(url: string): Migrator {
  // No timeout: changing a large table, or waiting for another instance that does so, may take long.
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
        // The lock is held until the connection ends.
        await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
        const result = await work(tags((query) => client.query(query as pg.QueryConfig), postgresqlDialect));
        // A migration may have added a table that belongs beside those that are distributed.
        if (await isDistributed(client)) await distributeTables(client);
        return result;
      } finally {
        await client.end().catch(() => undefined);
      }
    },
  };
}
