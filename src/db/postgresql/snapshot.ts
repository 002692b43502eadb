import PQueue from 'p-queue';
import pg from 'pg';
import type { SnapshotConnection, SnapshotOptions } from '../snapshot.ts';
import type { Dialect } from '../sql/dialect.ts';
import { HAS_CITUS, isDistributed } from './citus/detect.ts';
import { connectionConfig, prepare } from './connections.ts';
import { citusDialect, postgresqlDialect } from './dialect.ts';

/**
 * Reads the transactions that the snapshot sees (postgresql/watch.ts). Null with Citus: those of a
 * coordinator say nothing about commits of other machines, and a database may become distributed at any time.
 */
async function versionOf(client: pg.Client): Promise<string | null> {
  const text = `SELECT CAST(pg_current_snapshot() AS TEXT), ${HAS_CITUS}`;
  const { rows } = await client.query<[string, boolean]>({ text, rowMode: 'array' });
  const [state, hasCitus] = rows[0] ?? ['', true];
  return hasCitus ? null : state;
}

/**
 * The statements look rows up by lists of keys. The planner knows nothing of a list: it expects a hundred
 * keys, and so many rows of each that it reads a whole table of hits to join them.
 */
const BEGIN = [
  'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
  'SET LOCAL enable_hashjoin = off',
  'SET LOCAL enable_mergejoin = off',
].join('; ');

/** Opens a connection that reads snapshots. It connects on demand, and again after an error. */
export function openPostgresqlSnapshots(
  url: string,
  { onQuery, statementMs }: SnapshotOptions,
): SnapshotConnection {
  const queue = new PQueue({ concurrency: 1 });
  let connection: { client: pg.Client; dialect: Dialect } | null = null;
  /** Number of connections so far: after another one, the server may be another, too. */
  let connections = 0;

  async function connect(): Promise<{ client: pg.Client; dialect: Dialect }> {
    if (connection) return connection;
    const client = new pg.Client(connectionConfig(url, { integers: 'numbers', statementMs }));
    // Avoids an unhandled `error` event; the next statement fails.
    client.on('error', () => undefined);
    try {
      await client.connect();
      await prepare(client, url, { readOnly: true, serverMs: statementMs });
      connections += 1;
      connection = { client, dialect: (await isDistributed(client)) ? citusDialect : postgresqlDialect };
      return connection;
    } catch (error) {
      // An open connection would keep the thread from ending.
      await client.end().catch(() => undefined);
      throw error;
    }
  }

  async function disconnect(): Promise<void> {
    const open = connection;
    connection = null;
    await open?.client.end().catch(() => undefined);
  }

  return {
    read: (work) =>
      queue.add(async () => {
        const { client, dialect } = await connect();
        try {
          await client.query(BEGIN);
          const result = await work({
            dialect,
            async select({ text, values }) {
              onQuery?.(text);
              return (await client.query({ text, values, rowMode: 'array' })).rows;
            },
            version: async () => {
              const version = await versionOf(client);
              return version === null ? null : `${connections} ${version}`;
            },
          });
          await client.query('COMMIT');
          return result;
        } catch (error) {
          // Also after an error of `work`, which may have left a transaction that failed.
          await disconnect();
          throw error;
        }
      }),
    close: () => queue.add(disconnect),
  };
}
