import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { PrismaClient } from '../../generated/postgresql/client.ts';
import type { PrismaClient as AnyPrismaClient } from '../../generated/prisma/client.ts';
import type { Database, OpenOptions, Transaction } from '../database.ts';
import { asFault, DatabaseFault, type FaultKind } from '../health/faults.ts';
import { createGuard } from '../health/guard.ts';
import { type Asker, createReadQueue, tooSlow } from '../readQueue.ts';
import type { Sql } from '../sql/sql.ts';
import { withDialect, withFaults } from '../transaction.ts';
import { createWriteQueue } from '../writeQueue.ts';
import { isTimeout, runCancellable } from './cancel.ts';
import { connectionConfig, openPool, statementNames } from './connections.ts';
import { citusDialect, postgresqlDialect } from './dialect.ts';
import { afterCommit, postgresqlFaults } from './faults.ts';
import { createWatch } from './watch.ts';

const TRANSACTION_MS = 60_000;
/**
 * Writes the salts that are left into a new file; the old one is emptied with the commit. VACUUM FULL would copy
 * deleted rows that the snapshot of another transaction can still see. PostgreSQL runs statements that are sent
 * shared as one transaction.
 */
const REWRITE_SALTS = `
  LOCK TABLE "Salt" IN ACCESS EXCLUSIVE MODE;
  CREATE TEMPORARY TABLE kept_salts ON COMMIT DROP AS SELECT * FROM "Salt";
  TRUNCATE "Salt";
  INSERT INTO "Salt" SELECT * FROM kept_salts`;

/** How much longer than the queue the server lets a statement run, ms. */
const SERVER_EXTRA_MS = 1_000;
/** How long statements that run may go on when the database is closed, ms. */
const GRACE_MS = 1_000;
/** What settings are written under: no other application's number in the same database. */
const WRITE_LOCK = 1_178_944_582;

/** Of the readers, those that run statistics, and at most for one viewer: the others are for what is short. */
const SLOTS = 6;
const PER_VIEWER = 4;

/** Connections of one process: readers, one that writes, one that watches (and one of the thread that records). */
const READERS = 8;

/** What passes by itself within seconds, and left nothing behind. */
const PASSING: readonly FaultKind[] = ['unreachable', 'crowded', 'conflict'];

/** The two generated clients have the same models, from one text (scripts/schema-postgresql.ts). */
function connect(pool: pg.Pool, { onQuery }: OpenOptions): AnyPrismaClient {
  const adapter = new PrismaPg(pool, { disposeExternalPool: true });
  if (!onQuery) return new PrismaClient({ adapter }) as unknown as AnyPrismaClient;
  const client = new PrismaClient({ adapter, log: [{ emit: 'event', level: 'query' }] });
  client.$on('query', (event) => onQuery(event.query));
  return client as unknown as AnyPrismaClient;
}

/** Opens the (migrated) database behind `postgresql://…`. Connections are made when they are needed. */
export async function openPostgresql(url: string, options: OpenOptions = {}): Promise<Database> {
  const faults = postgresqlFaults(url);
  const { statementMs, readMs = 0 } = options;
  const common = { integers: 'numbers', statementMs } as const;
  // The queue cancels first; the server does where nobody is left to cancel.
  const serverMs = readMs > 0 ? readMs + SERVER_EXTRA_MS : 0;
  const readers = openPool(url, READERS, { ...common, readOnly: true, serverMs });
  const writers = openPool(url, 1, { ...common, readOnly: false });
  const watch = createWatch(openPool(url, 1, { ...common, readOnly: true }));
  const read = connect(readers, options);
  const writer = connect(writers, options);
  const nameOf = statementNames();
  const guard = createGuard(faults, PASSING, options.lockTimeout);
  const writeQueue = createWriteQueue();
  // What is said to Citus is right everywhere.
  const dialect = () => (watch.isWhole() ? postgresqlDialect : citusDialect);
  const queue = createReadQueue({
    ...{ slots: SLOTS, perViewer: PER_VIEWER, statementMs: readMs },
    execute: ({ text, values }, _slot, signal) =>
      runCancellable(readers, connectionConfig(url, common), { name: nameOf(text), text, values }, signal),
  });
  let closing: Promise<unknown> | undefined;

  async function transaction<T>(fn: (tx: Transaction) => Promise<T>): Promise<T> {
    let committing = false;
    try {
      return await writer.$transaction(
        async (tx) => {
          await tx.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(${WRITE_LOCK})`;
          const result = await fn(withDialect(tx, dialect()));
          committing = true;
          return result;
        },
        { maxWait: TRANSACTION_MS, timeout: TRANSACTION_MS },
      );
    } catch (error) {
      throw committing ? afterCommit(error) : error;
    }
  }

  const write = <T>(fn: (tx: Transaction) => Promise<T>) =>
    writeQueue.exclusive(() => guard.run(() => transaction(fn)));

  return {
    get dialect() {
      return dialect();
    },
    read: withFaults(read, faults),
    write,
    // The rows that two transactions have in common say who waits for whom: no writeQueue.
    enqueueWrite: guard.run,
    writeFault: () => guard.writeFault(write),
    async select<Row>(statement: Sql, asker?: Asker) {
      options.onQuery?.(statement.sql);
      try {
        return (await queue.read(statement, asker)) as Row[];
      } catch (error) {
        const fault = asFault(error, faults);
        // The server was faster than the queue, as where this process was stopped for a moment.
        if (fault instanceof DatabaseFault && isTimeout(error)) throw tooSlow(readMs);
        throw fault;
      }
    },
    changes: watch.changes,
    fingerprints: watch.fingerprints,
    async scrub() {
      await guard.run(() => writers.query(REWRITE_SALTS));
    },
    async close() {
      closing ??= Promise.all([
        queue.close(GRACE_MS),
        watch.close(),
        read.$disconnect(),
        writer.$disconnect(),
      ]);
      await closing;
    },
  };
}
