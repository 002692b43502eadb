import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { PrismaClient } from '../../generated/postgresql/client.ts';
import type { PrismaClient as AnyPrismaClient } from '../../generated/prisma/client.ts';
import type { ClusterNode, Database, OpenOptions, Transaction } from '../database.ts';
import { asFault, DatabaseFault, type FaultKind } from '../health/faults.ts';
import { createGuard, type Guard, probeWrite } from '../health/guard.ts';
import { createReadQueue, type Requester, tooSlow } from '../readQueue.ts';
import type { Sql } from '../sql/sql.ts';
import { withDialect, withFaults } from '../transaction.ts';
import { createWriteQueue } from '../writeQueue.ts';
import { parseAddress } from './address.ts';
import { isTimeout, runCancellable } from './cancel.ts';
import { createNodes } from './citus/nodes.ts';
import {
  CHANNELS,
  connectionConfig,
  OTHER_CONNECTIONS,
  openPool,
  READERS,
  statementNames,
} from './connections.ts';
import { citusDialect, postgresqlDialect } from './dialect.ts';
import { openPostgresqlDirect } from './direct.ts';
import { afterCommit, postgresqlFaults } from './faults.ts';
import { createNotices } from './notices.ts';
import { resolvePostgresql } from './start/examine.ts';
import { createWatch } from './watch.ts';

const TRANSACTION_MS = 60_000;
/**
 * Copies the remaining salts into a new file; the commit empties the old one. VACUUM FULL would copy deleted
 * rows that the snapshot of another transaction can still see. PostgreSQL runs statements that are sent
 * together as one transaction.
 */
const REWRITE_SALTS = `
  LOCK TABLE "Salt" IN ACCESS EXCLUSIVE MODE;
  CREATE TEMPORARY TABLE kept_salts ON COMMIT DROP AS SELECT * FROM "Salt";
  TRUNCATE "Salt";
  INSERT INTO "Salt" SELECT * FROM kept_salts`;

/** How much longer than the queue the server lets a statement run, in ms. */
const SERVER_EXTRA_MS = 1_000;
/** How long running statements may continue when the database is closed, in ms. */
const GRACE_MS = 1_000;
/** Number of the advisory lock for `write`. No other application in the same database uses it. */
const WRITE_LOCK = 1_178_944_582;

/** How many readers run statistics, in total and for one viewer. The others are for short reads. */
const SLOTS = 6;
const PER_VIEWER = 4;

/** Faults that pass within seconds and leave nothing written. */
const PASSING: readonly FaultKind[] = ['unreachable', 'crowded', 'conflict'];

/** The two generated clients have the same models, from one source (scripts/schema-postgresql.ts). */
function connect(pool: pg.Pool, schema: string, { onQuery }: OpenOptions): AnyPrismaClient {
  const adapter = new PrismaPg(pool, { disposeExternalPool: true, schema });
  if (!onQuery) return new PrismaClient({ adapter }) as unknown as AnyPrismaClient;
  const client = new PrismaClient({ adapter, log: [{ emit: 'event', level: 'query' }] });
  client.$on('query', (event) => onQuery(event.query));
  return client as unknown as AnyPrismaClient;
}

/** Returns the number of readers of an instance that may open so many connections. One is for short reads. */
const readersWithin = (limit: number | null) =>
  limit === null ? READERS : Math.max(2, Math.min(READERS, limit - OTHER_CONNECTIONS));

/** Opens the (migrated) database behind `postgresql://…`. Connections are opened on demand. */
export async function openPostgresql(given: string, options: OpenOptions = {}): Promise<Database> {
  const url = parseAddress(given).schema === null ? await resolvePostgresql(given, false) : given;
  const { schema, connectionLimit } = parseAddress(url);
  const readerCount = readersWithin(connectionLimit);
  const faults = postgresqlFaults(url);
  const { statementMs, readMs = 0 } = options;
  const common = { integers: 'numbers', statementMs } as const;
  // Once: it parses the URL, and may read certificates from files.
  const cancelConfig = connectionConfig(url, common);
  // The queue cancels first. The server does so if this process is gone.
  const serverMs = readMs > 0 ? readMs + SERVER_EXTRA_MS : 0;
  const readers = openPool(url, readerCount, { ...common, readOnly: true, serverMs });
  const writers = openPool(url, 1, { ...common, readOnly: false });
  const watcher = openPool(url, 1, { ...common, readOnly: true });
  const watch = createWatch(watcher);
  const nodes = createNodes(url, watcher);
  const notices = createNotices(url);
  const read = connect(readers, schema as string, options);
  const writer = connect(writers, schema as string, options);
  const nameOf = statementNames();
  const guard = createGuard(faults, PASSING, options.lockTimeout);
  /** The guards of the machines of a cluster, by URL: one that is away does not delay the others. */
  const nodeGuards = new Map<string, Guard>();
  const writeQueue = createWriteQueue();
  // While it is unknown, citusDialect: its statements are right for every PostgreSQL database.
  const dialect = () => (watch.isWhole() ? postgresqlDialect : citusDialect);
  const queue = createReadQueue<Sql, unknown>({
    slots: Math.min(SLOTS, readerCount - 1),
    perViewer: PER_VIEWER,
    statementMs: readMs,
    partsOf: ({ text, values }) => [text, ...values],
    execute: ({ text, values }, _slot, signal) =>
      runCancellable(readers, cancelConfig, { name: nameOf(text), text, values }, signal),
  });
  let closing: Promise<unknown> | undefined;

  function guardOf(node: ClusterNode | null): Guard {
    if (!node) return guard;
    const own =
      nodeGuards.get(node.url) ?? createGuard(postgresqlFaults(node.url), PASSING, options.lockTimeout);
    nodeGuards.set(node.url, own);
    return own;
  }

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

  /** Tries to write as the thread that records hits does, which may fail to get a connection of its own. */
  async function probeChannel(number: number): Promise<void> {
    const direct = openPostgresqlDirect(url);
    try {
      await guard.run(() => direct.transaction(probeWrite), number);
    } finally {
      await direct.close().catch(() => undefined);
    }
  }

  return {
    get dialect() {
      return dialect();
    },
    read: withFaults(read, faults),
    write,
    // No writeQueue: row locks order two transactions that change the same rows.
    enqueueWrite: (attempt, channel) =>
      channel ? guardOf(channel.node).run(attempt, channel.number) : guard.run(attempt),
    placeOf: nodes.of,
    channels: CHANNELS,
    unreachableNodes: nodes.unreachable,
    writeFault: () =>
      guard.writeFault((number) => (number === null ? write(probeWrite) : probeChannel(number))),
    async select<Row>(statement: Sql, requester?: Requester) {
      options.onQuery?.(statement.sql);
      try {
        return (await queue.read(statement, requester)) as Row[];
      } catch (error) {
        const fault = asFault(error, faults);
        // The server's timeout came before that of the queue, for example because this process was suspended.
        if (fault instanceof DatabaseFault && isTimeout(error)) throw tooSlow(readMs);
        throw fault;
      }
    },
    changes: watch.changes,
    fingerprints: watch.fingerprints,
    notices,
    async scrub() {
      await guard.run(() => writers.query(REWRITE_SALTS));
    },
    async close() {
      closing ??= Promise.all([
        queue.close(GRACE_MS),
        notices.close(),
        watcher.end(),
        read.$disconnect(),
        writer.$disconnect(),
      ]);
      await closing;
    },
  };
}
