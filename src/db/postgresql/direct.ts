import pg from 'pg';
import type { DirectConnection, OpenOptions, SqlTransaction } from '../database.ts';
import { isDistributed } from './citus/detect.ts';
import { statementNames } from './connections.ts';
import { citusDialect, postgresqlDialect } from './dialect.ts';
import { isLockTimeout, openPipeline, PLAN_ONCE, tags, WAIT_BRIEFLY } from './pipeline.ts';

/**
 * The machines of Citus make their own plans, and get only those settings that a transaction propagates. A
 * connection to each shard of a batch is kept for the next batch: opening one takes as long as everything
 * else.
 */
const ON_CITUS = `SET citus.propagate_set_commands = 'local'; SET citus.max_cached_conns_per_worker = 16`;
const BY_KEY_THERE = ['SET LOCAL enable_hashjoin = off', 'SET LOCAL enable_mergejoin = off'];

/** How often a database that is not distributed is asked again whether it is, in ms. */
const ASK_AGAIN_MS = 10_000;
/** For how long transactions leave out locked rows from the start, after one of them timed out, in ms. */
const SKIP_MS = 1_000;

/** How a transaction deals with locks. */
interface Way {
  /** Statements after BEGIN. */
  before: string[];
  skipsLocked: boolean;
}

/**
 * Opens a connection for frequent writes. It connects on demand, and reconnects after the connection broke.
 * It runs one transaction at a time.
 * @param now a monotonic clock in milliseconds.
 */
export function openPostgresqlDirect(
  url: string,
  {
    statementMs,
    skipLocked = false,
    onDistributed,
  }: Pick<OpenOptions, 'statementMs' | 'skipLocked' | 'onDistributed'> = {},
  now: () => number = () => performance.now(),
): DirectConnection {
  const nameOf = statementNames();
  const prepared = (text: string) => ({ name: nameOf(text), text });
  let dialect = postgresqlDialect;
  let askedAt = Number.NEGATIVE_INFINITY;
  let lockedAt = Number.NEGATIVE_INFINITY;
  const pipeline = openPipeline(url, { statementMs, setUp });

  async function setUp(client: pg.Client): Promise<void> {
    dialect = (await isDistributed(client)) ? citusDialect : postgresqlDialect;
    askedAt = now();
    await client.query(dialect === citusDialect ? ON_CITUS : PLAN_ONCE);
  }

  /**
   * Reconnects if the database was distributed since the connection was opened: other statements are needed.
   * @returns whether it was.
   */
  async function notice(): Promise<boolean> {
    if (dialect === citusDialect) return false;
    askedAt = now();
    if (!(await isDistributed(await pipeline.connect()))) return false;
    await pipeline.close();
    onDistributed?.();
    return true;
  }

  async function run<T>(fn: (tx: SqlTransaction) => Promise<T>, { before, skipsLocked }: Way): Promise<T> {
    await pipeline.connect();
    if (now() - askedAt >= ASK_AGAIN_MS) await notice();
    const attempt = async () => {
      await pipeline.connect();
      return pipeline.run(
        (send) => fn({ ...tags(send, dialect, prepared), skipsLocked }),
        [...before, ...(dialect === citusDialect ? BY_KEY_THERE : [])],
      );
    };
    try {
      return await attempt();
    } catch (error) {
      // A database that was just distributed rejects statements that it accepted before.
      const isNew = error instanceof pg.DatabaseError && (await notice().catch(() => false));
      if (!isNew) throw error;
      return await attempt();
    }
  }

  return {
    async transaction(fn) {
      if (!skipLocked) return run(fn, { before: [], skipsLocked: false });
      if (now() - lockedAt >= SKIP_MS) {
        try {
          return await run(fn, { before: [WAIT_BRIEFLY], skipsLocked: false });
        } catch (error) {
          if (!isLockTimeout(error)) throw error;
          lockedAt = now();
        }
      }
      return run(fn, { before: [], skipsLocked: true });
    },
    close: () => pipeline.close(),
  };
}
