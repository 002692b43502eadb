import pg from 'pg';
import type { SqlTransaction } from '../database.ts';
import type { Dialect } from '../sql/dialect.ts';
import { Sql, sql } from '../sql/sql.ts';
import { connectionConfig, prepare } from './connections.ts';
import { afterCommit, isIdleTimeout } from './faults.ts';

const OPTIONS = { readOnly: false, integers: 'bigints' } as const;

/**
 * Restricts plans to index lookups. Every row that is written is looked up by its key, one batch at a time.
 * PostgreSQL makes a plan while the table may still be small, and keeps it. A plan that reads the whole table
 * or the whole index would be kept while the table grows. With its default costs PostgreSQL prefers such a
 * plan for up to some hundred rows, because it assumes that each lookup reads from the disk.
 */
const BY_KEY = [
  ...['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin', 'material'].map((way) => `SET enable_${way} = off`),
  ...['random_page_cost', 'cpu_index_tuple_cost', 'cpu_operator_cost'].map((cost) => `SET ${cost} = 0`),
  // Starting other processes takes longer than the statement.
  'SET max_parallel_workers_per_gather = 0',
].join('; ');

/**
 * Plans each statement once; every plan looks rows up by their keys. PostgreSQL would plan such a lookup
 * for each execution, by which the recorder takes 4 to 5 % more time for a hit of a returning visitor. For a
 * statement on several shards a new plan takes longer than the statement. Not for the coordinator of Citus,
 * which finds the shards by the parameters (citusDialect).
 */
export const PLAN_ONCE = 'SET plan_cache_mode = force_generic_plan';

/** How long a transaction waits for a lock before it is run again without the rows that are locked, in ms. */
const LOCK_MS = 100;

/** A statement after BEGIN. */
export const WAIT_BRIEFLY = `SET LOCAL lock_timeout = ${LOCK_MS}`;

/** Whether an error is that of a lock that was not obtained in time. */
export const isLockTimeout = (error: unknown): boolean => (error as { code?: unknown }).code === '55P03';

export type Send = (query: string | pg.QueryConfig) => Promise<pg.QueryResult>;

/**
 * A connection that runs one transaction at a time. Statements and the final COMMIT are sent without waiting
 * for earlier answers, because round trips take most of the time of a small batch.
 */
export interface Pipeline {
  /** Returns the connection. Connects if there is none, or if it broke. */
  connect(): Promise<pg.Client>;
  /**
   * Runs `fn` in one transaction.
   * @param before statements after BEGIN.
   * @throws the first error of a statement, or that of `fn`, after the rollback.
   */
  run<T>(fn: (send: Send) => Promise<T>, before: readonly string[]): Promise<T>;
  /** Ends the connection. The next call of `connect` opens another. */
  close(): Promise<void>;
}

/** @param setUp runs statements on each new connection. */
export function openPipeline(
  url: string,
  { statementMs, setUp }: { statementMs?: number | undefined; setUp?: (client: pg.Client) => Promise<void> },
): Pipeline {
  let current: pg.Client | null = null;
  /** The connections that the server ended between two statements of a transaction. */
  const idled = new WeakMap<pg.Client, Error>();

  async function connect(): Promise<pg.Client> {
    if (current) return current;
    const client = new pg.Client({ ...connectionConfig(url, { ...OPTIONS, statementMs }), pipeline: true });
    const forget = () => {
      if (current === client) current = null;
    };
    client.on('error', forget).on('end', forget);
    client.on('error', (error) => isIdleTimeout(error) && idled.set(client, error));
    try {
      await client.connect();
      await prepare(client, url, { ...OPTIONS, statementMs });
      await client.query(BY_KEY);
      await setUp?.(client);
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

  return {
    connect,
    async run(fn, before) {
      const client = await connect();
      const sent: Promise<pg.QueryResult>[] = [];
      const send: Send = (query) => {
        const answer = client.query(query);
        // Avoids an unhandled rejection. The results are checked together below.
        answer.catch(() => undefined);
        sent.push(answer);
        return answer;
      };
      for (const query of ['BEGIN', ...before]) void send(query);
      let committing = false;
      try {
        const result = await fn(send);
        committing = true;
        void send('COMMIT');
        await Promise.all(sent);
        return result;
      } catch (error) {
        await rollBack(client);
        // The server rolled it back, whatever was sent afterwards.
        const idle = idled.get(client);
        if (idle) throw idle;
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
    },
    async close() {
      const client = current;
      current = null;
      await client?.end();
    },
  };
}

/** Prisma's tagged templates on a connection of the driver. Statements that have a name are prepared once. */
export function tags(
  send: Send,
  dialect: Dialect,
  prepared: (text: string) => { name: string; text: string } = (text) => ({ name: '', text }),
): SqlTransaction {
  const query = (template: TemplateStringsArray | Sql, values: unknown[]) => {
    const { text, values: parameters } =
      template instanceof Sql ? template : sql(template, ...(values as Sql[]));
    return send({ ...prepared(text), values: parameters as unknown[] });
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
