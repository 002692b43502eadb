import pg from 'pg';
import type { MigrationOptions, Migrator, SchemaTransaction } from '../migrations/migrator.ts';
import { TABLE_NAMES } from '../sql/tables.ts';
import { resolvedUrl } from './address.ts';
import { isDistributed } from './citus/detect.ts';
import { distributeTables } from './citus/tables.ts';
import { connectionConfig, prepare } from './connections.ts';
import { postgresqlDialect } from './dialect.ts';
import { postgresqlFaults, refuseDatabase } from './faults.ts';
import { tags } from './pipeline.ts';
import { examine } from './start/examine.ts';
import { migrationProblem, readRights } from './start/rights.ts';
import type { Schema } from './start/schema.ts';

/** Number of the advisory lock for migrations. No other application in the same database uses it. */
const MIGRATION_LOCK = 1_178_944_583;

/** How long a process may do nothing while it holds the lock, in ms. It does nothing between statements. */
const IDLE_MS = 10_000;

export function postgresqlMigrator(url: string, { onQuery }: MigrationOptions): Migrator {
  return {
    faults: postgresqlFaults(url),
    dialect: postgresqlDialect,
    moment: 'TIMESTAMPTZ',
    empty: 'an empty one, or a schema of its own in this one (?schema=footfall)',
    async withSession(work) {
      // No timeout: changing a large table, or waiting for another instance that does so, may take long.
      const client = new pg.Client(connectionConfig(url, { integers: 'numbers', statementMs: 0 }));
      client.on('error', () => undefined);
      const send = (query: string | pg.QueryConfig) => {
        onQuery?.(typeof query === 'string' ? query : query.text);
        return client.query(query as pg.QueryConfig);
      };
      const queries = tags(send, postgresqlDialect);

      async function requireRights(schema: Schema): Promise<void> {
        const problem = migrationProblem(schema, await readRights(client, schema, TABLE_NAMES));
        if (problem) throw refuseDatabase(url, problem);
      }

      async function transaction<T>(schema: Schema, step: (tx: SchemaTransaction) => Promise<T>): Promise<T> {
        await send('BEGIN');
        try {
          // With the first migration, so that a failed one leaves nothing.
          if (!schema.exists) await send(`CREATE SCHEMA IF NOT EXISTS ${pg.escapeIdentifier(schema.name)}`);
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
        const schema = await examine(client, url);
        await prepare(client, resolvedUrl(url, schema.name), { readOnly: false, idleMs: IDLE_MS });
        // The server ends the connection of a process that hangs.
        await send(`SET idle_session_timeout = ${IDLE_MS}`);
        // The lock is held until the connection ends.
        await send({ text: 'SELECT pg_advisory_lock($1)', values: [MIGRATION_LOCK] });
        const result = await work({
          queries,
          requireRights: () => requireRights(schema),
          transaction: (step) => transaction(schema, step),
        });
        // A migration may have added a table that belongs beside those that are distributed.
        if (await isDistributed(client)) await distributeTables(client);
        return result;
      } finally {
        await client.end().catch(() => undefined);
      }
    },
  };
}
