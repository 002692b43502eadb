import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { PrismaClient } from '../../generated/prisma/client.ts';
import type { Database, OpenOptions, Transaction } from '../database.ts';
import { asFault, DatabaseFault, type Faults } from '../health/faults.ts';
import { createGuard } from '../health/guard.ts';
import type { Asker } from '../readQueue.ts';
import type { Sql } from '../sql/sql.ts';
import { withDialect, withFaults } from '../transaction.ts';
import { createWriteQueue } from '../writeQueue.ts';
import { sqliteDialect, threadDialect } from './dialect.ts';
import { sqliteFaults } from './faults.ts';
import { checkFiles, keepReserve, protectFile } from './files.ts';
import { createLogLimit, logSize } from './logLimit.ts';
import { checkpoint, openWatch, type Watch } from './reader.ts';
import { createReadThreads } from './readThreads.ts';
import { READ_PATIENCE_MS, sqlitePath, WRITER_SETTINGS } from './settings.ts';

/** What a check throws, as a fault; null where it passes. */
function faultOf(check: () => void, faults: Faults): DatabaseFault | null {
  try {
    check();
    return null;
  } catch (error) {
    return asFault(error, faults) as DatabaseFault;
  }
}

const TRANSACTION_MS = 60_000;
/** How long reads may wait for a checkpoint. */
const CHECKPOINT_MS = 1_000;

/**
 * BEGIN takes no lock yet. A write that changes nothing does, so that what is read after it is still true when it is
 * written back.
 */
const TAKE_LOCK = `UPDATE "Setting" SET "value" = "value" WHERE FALSE`;

/**
 * The adapter of a `file:` URL.
 * @param timeout how long, in ms, a statement waits for a lock: it blocks the whole process meanwhile.
 */
export function sqliteAdapter(url: string, timeout: number): PrismaBetterSqlite3 {
  const file = sqlitePath(url);
  protectFile(file);
  return new PrismaBetterSqlite3({ url: file, timeout });
}

function connect(url: string, timeout: number, { onQuery }: OpenOptions): PrismaClient {
  const adapter = sqliteAdapter(url, timeout);
  if (!onQuery) return new PrismaClient({ adapter });
  const client = new PrismaClient({ adapter, log: [{ emit: 'event', level: 'query' }] });
  client.$on('query', (event) => onQuery(event.query));
  return client as unknown as PrismaClient;
}

/**
 * Opens the (migrated) database behind `file:…`.
 *
 * Two connections through Prisma, because a SQLite connection has one transaction at a time: whatever else ran on the
 * writer's connection would see, and share the fate of, the writer's half-done transaction. One more only watches.
 */
export async function openSqlite(url: string, options: OpenOptions = {}): Promise<Database> {
  // The writer never waits inside SQLite (that would stop the event loop): it waits in `write` below.
  const writer = connect(url, 0, options);
  const read = connect(url, READ_PATIENCE_MS, options);
  const file = sqlitePath(url);
  const faults = sqliteFaults(file);
  const guard = createGuard(faults, ['locked'], options.lockTimeout);
  const files = checkFiles(file);
  let watch: Watch;
  try {
    keepReserve(file);
    await guard.run(() => writer.$queryRaw`PRAGMA journal_mode = WAL`);
    for (const sql of WRITER_SETTINGS) await writer.$queryRawUnsafe(sql);
    await read.$executeRaw`PRAGMA query_only = ON`;
    watch = openWatch(url);
    files.require();
  } catch (error) {
    throw asFault(error, faults);
  }

  const { readThreads, readMs = 0 } = options;
  const threads = readThreads ? createReadThreads(url, { ...readThreads, statementMs: readMs }) : null;

  const transaction = <T>(fn: (tx: Transaction) => Promise<T>) =>
    writer.$transaction(
      async (tx) => {
        await tx.$executeRawUnsafe(TAKE_LOCK);
        return fn(withDialect(tx, sqliteDialect));
      },
      { maxWait: TRANSACTION_MS, timeout: TRANSACTION_MS },
    );
  const writeQueue = createWriteQueue();

  /** An attempt to write, in files that are still where they were. */
  async function inPlace<T>(attempt: () => Promise<T>): Promise<T> {
    try {
      return await attempt();
    } finally {
      // Whatever became of it: in files that are gone it is lost.
      files.require();
    }
  }

  const write = <T>(fn: (tx: Transaction) => Promise<T>) =>
    writeQueue.exclusive(() => guard.run(() => inPlace(() => transaction(fn))));
  const emptyLog = () => writeQueue.exclusive(async () => (threads ? threads.checkpoint() : checkpoint(url)));
  const shorten = () => (threads ? threads.between(emptyLog, CHECKPOINT_MS) : emptyLog());
  const limitLog = createLogLimit(() => logSize(file), shorten);

  return {
    dialect: threads ? threadDialect : sqliteDialect,
    read: withFaults(read, faults),
    write,
    enqueueWrite: (attempt) => writeQueue.shared(() => guard.run(() => inPlace(attempt))),
    async writeFault() {
      const fault = await guard.writeFault(write);
      // Nobody may have written since.
      return fault ?? faultOf(() => files.require(), faults);
    },
    async select<Row>(statement: Sql, asker?: Asker) {
      if (!threads) return read.$queryRaw<Row[]>(statement);
      options.onQuery?.(statement.sql);
      limitLog();
      try {
        return (await threads.select(statement, asker)) as Row[];
      } catch (error) {
        throw asFault(error, faults);
      }
    },
    changes: watch.changes,
    fingerprints: (table, column, values) => values.map((value) => watch.fingerprint(table, column, value)),
    async scrub() {
      // A patience of its own: it is those who read that are in the way, not those who write.
      await createGuard(faults, ['locked']).run(async () => {
        if (!(await shorten())) throw new DatabaseFault('locked', faults.advice('locked'), null);
      });
    },
    async close() {
      await threads?.close();
      watch.close();
      await read.$disconnect();
      await writer.$disconnect();
    },
  };
}
