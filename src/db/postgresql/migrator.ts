import pg from 'pg';
import type { MigrationOptions, Migrator, SchemaTransaction } from '../migrations/migrator.ts';
import { isDistributed } from './citus/detect.ts';
import { distributeTables } from './citus/tables.ts';
import { connectionConfig, prepare } from './connections.ts';
import { postgresqlDialect } from './dialect.ts';
import { postgresqlFaults } from './faults.ts';
import { tags } from './pipeline.ts';

/** Number of the advisory lock for migrations. No other application in the same database uses it. */
const MIGRATION_LOCK = 1_178_944_583;

/** How long a process may do nothing while it holds the lock, in ms. It does nothing between statements. */
const IDLE_MS = 10_000;

export function postgresqlMigrator(url: string, { onQuery }: MigrationOptions): Migrator {
  return {
    faults: postgresqlFaults(url),
    dialect: postgresqlDialect,
    moment: 'TIMESTAMPTZ',
    async withSession(work) {
      // No timeout: changing a large table, or waiting for another instance that does so, may take long.
      const client = new pg.Client(connectionConfig(url, { integers: 'numbers', statementMs: 0 }));
      client.on('error', () => undefined);
      const send = (query: string | pg.QueryConfig) => {
        onQuery?.(typeof query === 'string' ? query : query.text);
        return client.query(query as pg.QueryConfig);
      };
      const queries = tags(send, postgresqlDialect);

      async function transaction<T>(step: (tx: SchemaTransaction) => Promise<T>): Promise<T> {
        await send('BEGIN');
        try {
          const result = await step({ $queryRaw: queries.$queryRaw, execute: send });
          await send('COMMIT');
          return result;
        } catch (error) {
          await send('ROLLBACK').catch(() => undefined);
          throw error;
        }
      }

      try {
        await client.connect();
        await prepare(client, { readOnly: false, idleMs: IDLE_MS });
        // The server ends the connection of a process that hangs.
        await send(`SET idle_session_timeout = ${IDLE_MS}`);
        // The lock is held until the connection ends.
        await send({ text: 'SELECT pg_advisory_lock($1)', values: [MIGRATION_LOCK] });
        const result = await work({ queries, transaction });
        // A migration may have added a table that belongs beside those that are distributed.
        if (await isDistributed(client)) await distributeTables(client);
        return result;
      } finally {
        await client.end().catch(() => undefined);
      }
    },
  };
}
