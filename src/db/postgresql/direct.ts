import pg from 'pg';
import type { DirectConnection, OpenOptions, SqlTransaction } from '../database.ts';
import { Sql, sql } from '../sql/sql.ts';
import { connectionConfig, prepare, statementNames } from './connections.ts';
import { citusDialect, postgresqlDialect } from './dialect.ts';
import { isDistributed } from './distributed.ts';
import { afterCommit } from './faults.ts';

const OPTIONS = { readOnly: false, integers: 'bigints' } as const;

/**
 * Restricts plans to index lookups. Every row that is written is looked up by its key, one batch at a time.
 * PostgreSQL makes a plan while the table may still be small, and keeps it. A plan that reads the whole table
 * would be kept while the table grows.
 */
const BY_KEY = ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin', 'material']
  .map((way) => `SET enable_${way} = off`)
  .join('; ');

/**
 * The machines of Citus make their own plans, and get only those settings that a transaction propagates. A
 * connection to each shard of a batch is kept for the next batch: opening one takes as long as everything
 * else.
 */
const ON_CITUS = `SET citus.propagate_set_commands = 'local'; SET citus.max_cached_conns_per_worker = 16`;
const BY_KEY_THERE = ['SET LOCAL enable_hashjoin = off', 'SET LOCAL enable_mergejoin = off'];

/** How often a database that is not distributed is asked again whether it is, in ms. */
const ASK_AGAIN_MS = 10_000;

/** How long a transaction waits for a lock before it is run again without the rows that are locked, in ms. */
const LOCK_MS = 100;
const WAIT_BRIEFLY = `SET LOCAL lock_timeout = ${LOCK_MS}`;
/** For how long after that every transaction leaves out such rows from the start, in ms. */
const SKIP_MS = 1_000;
/** The SQLSTATE of a lock that was not obtained in time. */
const LOCKED = '55P03';

type Run = (query: string | pg.QueryConfig) => Promise<pg.QueryResult>;

/**
 * Opens a connection for frequent writes. It connects on demand, and reconnects after the connection broke.
 * It runs one transaction at a time. Statements and the final COMMIT are sent without waiting for earlier
 * answers, because round trips take most of the time of a small batch.
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
  let current: pg.Client | null = null;
  let dialect = postgresqlDialect;
  let askedAt = 0;
  let lockedAt = Number.NEGATIVE_INFINITY;

  /** Ends the connection if its database was distributed since it was opened: its statements are too slow. */
  async function notice(client: pg.Client): Promise<void> {
    askedAt = now();
    if (!(await isDistributed(client))) return;
    current = null;
    await client.end();
    onDistributed?.();
  }

  async function connection(): Promise<pg.Client> {
    if (current && dialect !== citusDialect && now() - askedAt >= ASK_AGAIN_MS) await notice(current);
    if (current) return current;
    const client = new pg.Client({ ...connectionConfig(url, { ...OPTIONS, statementMs }), pipeline: true });
    const forget = () => {
      if (current === client) current = null;
    };
    client.on('error', forget).on('end', forget);
    try {
      await client.connect();
      await prepare(client, OPTIONS);
      await client.query(BY_KEY);
      dialect = (await isDistributed(client)) ? citusDialect : postgresqlDialect;
      askedAt = now();
      if (dialect === citusDialect) await client.query(ON_CITUS);
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
    current = client;
    return client;
  }

  /**
   * Makes the connection reusable. If ROLLBACK fails, the connection is broken, and closing it rolls back.
   */
  async function rollBack(client: pg.Client): Promise<void> {
    await client.query('ROLLBACK').catch(() => {
      if (current === client) current = null;
      void client.end().catch(() => undefined);
    });
  }

  /** @param before statements after BEGIN. */
  async function run<T>(
    fn: (tx: SqlTransaction) => Promise<T>,
    { before, skipsLocked }: { before: string[]; skipsLocked: boolean },
  ): Promise<T> {
    const client = await connection();
    const sent: Promise<pg.QueryResult>[] = [];
    const send: Run = (query) => {
      const answer = client.query(query);
      // Avoids an unhandled rejection. The results are checked together below.
      answer.catch(() => undefined);
      sent.push(answer);
      return answer;
    };
    for (const query of ['BEGIN', ...before, ...(dialect === citusDialect ? BY_KEY_THERE : [])])
      void send(query);
    let committing = false;
    try {
      const result = await fn({ ...tags(send, dialect, nameOf), skipsLocked });
      committing = true;
      void send('COMMIT');
      await Promise.all(sent);
      return result;
    } catch (error) {
      await rollBack(client);
      const ends = await Promise.allSettled(sent);
      const said = ends.some((end) => end.status === 'rejected' && end.reason === error);
      // `fn` itself failed, not one of its statements.
      if (!committing && !said) throw error;
      // The first error is the cause: the statements that were sent after it fail because of it.
      const first = ends.findIndex(({ status }) => status === 'rejected');
      const cause = (ends[first] as PromiseRejectedResult | undefined)?.reason ?? error;
      // The database rejected a statement before COMMIT, so nothing is committed.
      const isAnswered = cause instanceof pg.DatabaseError && first < ends.length - 1;
      throw committing && !isAnswered ? afterCommit(cause) : cause;
    }
  }

  return {
    async transaction(fn) {
      if (!skipLocked) return run(fn, { before: [], skipsLocked: false });
      if (now() - lockedAt >= SKIP_MS) {
        try {
          return await run(fn, { before: [WAIT_BRIEFLY], skipsLocked: false });
        } catch (error) {
          if ((error as { code?: unknown }).code !== LOCKED) throw error;
          lockedAt = now();
        }
      }
      return run(fn, { before: [], skipsLocked: true });
    },
    async close() {
      await current?.end();
    },
  };
}

/** Prisma's tagged templates on a connection of the driver. Each statement is prepared once. */
export function tags(
  run: Run,
  dialect = postgresqlDialect,
  nameOf: (text: string) => string = () => '',
): SqlTransaction {
  const query = (template: TemplateStringsArray | Sql, values: unknown[]) => {
    const { text, values: parameters } =
      template instanceof Sql ? template : sql(template, ...(values as Sql[]));
    return run({ name: nameOf(text), text, values: parameters as unknown[] });
  };
  const tx = {
    dialect,
    async $queryRaw(template: TemplateStringsArray | Sql, ...values: unknown[]) {
      return (await query(template, values)).rows;
    },
    async $executeRaw(template: TemplateStringsArray | Sql, ...values: unknown[]) {
      void query(template, values);
    },
  };
  return tx as unknown as SqlTransaction;
}
