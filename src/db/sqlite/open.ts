import { setTimeout as sleep } from 'node:timers/promises';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { PrismaClient } from '../../generated/prisma/client.ts';
import type { Log } from '../../log.ts';
import type { Database, OpenOptions, Transaction } from '../database.ts';
import { asFault, DatabaseFault, type Faults } from '../health/faults.ts';
import { createGuard, probeWrite } from '../health/guard.ts';
import { noNotices } from '../notices.ts';
import type { Requester } from '../readQueue.ts';
import type { Sql } from '../sql/sql.ts';
import { withDialect, withFaults } from '../transaction.ts';
import { createWriteQueue } from '../writeQueue.ts';
import { sqliteDialect, threadDialect } from './dialect.ts';
import { sqliteFaults } from './faults.ts';
import { checkFiles, keepReserve, protectFile } from './files.ts';
import { createLogLimit, logSize } from './logLimit.ts';
import { checkpoint, openWatch, type Watch } from './reader.ts';
import { createReadThreads } from './readThreads.ts';
import { READ_LOCK_TIMEOUT_MS, sqlitePath, WRITER_SETTINGS } from './settings.ts';

/** Runs a check, and returns what it throws as a fault; null if it passes. */
function faultOf(check: () => void, faults: Faults): DatabaseFault | null {
  try {
    check();
    return null;
  } catch (error) {
    return asFault(error, faults) as DatabaseFault;
  }
}

const TRANSACTION_MS = 60_000;
/** How long reads may wait for a checkpoint, and the pause between two attempts, in ms. */
const [CHECKPOINT_MS, CHECKPOINT_PAUSE_MS] = [1_000, 20];

/**
 * BEGIN takes no lock yet; a write does, even if it changes nothing. Rows that are read after it are still
 * current when they are written back.
 */
const TAKE_LOCK = `UPDATE "Setting" SET "value" = "value" WHERE FALSE`;

/**
 * Returns the adapter for a `file:` URL.
 * @param timeout how long a statement waits for a lock, in ms. The wait blocks the whole process.
 */
export function sqliteAdapter(url: string, timeout: number): PrismaBetterSqlite3 {
  const file = sqlitePath(url);
  protectFile(file);
  return new PrismaBetterSqlite3({ url: file, timeout });
}

/** Logs that the write-ahead log takes space, and when that is over. */
const reportLog = (file: string, log: Log) => (bytes: number | null) => {
  if (bytes === null) log.info('The write-ahead log is short again');
  else
    log.warn(
      { bytes },
      `${file}-wal has ${Math.round(bytes / 2 ** 20)} MB, and grows while a process reads from ${file} all ` +
        `the time: end its transaction, or stop it (fuser -v ${file} shows its id)`,
    );
};

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
 * It uses two connections through Prisma, because a SQLite connection has one transaction at a time. Other
 * statements on the writer's connection would see its uncommitted changes, and be rolled back with them. A
 * third connection only detects commits.
 */
export async function openSqlite(url: string, options: OpenOptions = {}): Promise<Database> {
  // The writer never waits inside SQLite, which would block the event loop; `write` below waits instead.
  const writer = connect(url, 0, options);
  const read = connect(url, READ_LOCK_TIMEOUT_MS, options);
  const file = sqlitePath(url);
  const faults = sqliteFaults(file);
  const guard = createGuard(faults, ['locked'], options.lockTimeout, options.lockClock);
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

  /** Runs an attempt to write, and checks that the files were not replaced. */
  async function inPlace<T>(attempt: () => Promise<T>): Promise<T> {
    try {
      return await attempt();
    } finally {
      // Even if the attempt succeeded: its changes are lost if the files are gone.
      files.require();
    }
  }

  const emptyLog = () => writeQueue.exclusive(async () => (threads ? threads.checkpoint() : checkpoint(url)));
  /** Tries again for a second: the threads that answer questions with filters read in between, too. */
  async function emptySoon(): Promise<boolean> {
    for (const until = performance.now() + CHECKPOINT_MS; ; ) {
      if (await emptyLog()) return true;
      if (performance.now() >= until) return false;
      await sleep(CHECKPOINT_PAUSE_MS);
    }
  }
  const shorten = () => (threads ? threads.between(emptySoon, CHECKPOINT_MS) : emptyLog());
  const limitLog = readThreads
    ? createLogLimit(() => logSize(file), shorten, reportLog(file, readThreads.log))
    : () => undefined;
  const write = <T>(fn: (tx: Transaction) => Promise<T>) => {
    limitLog();
    return writeQueue.exclusive(() => guard.run(() => inPlace(() => transaction(fn))));
  };

  return {
    dialect: threads ? threadDialect : sqliteDialect,
    read: withFaults(read, faults),
    write,
    placeOf: () => null,
    // Only one connection of all processes can write at a time.
    channels: 1,
    unreachableNodes: async () => [],
    enqueueWrite(attempt) {
      limitLog();
      return writeQueue.shared(() => guard.run(() => inPlace(attempt)));
    },
    async writeFault() {
      const fault = await guard.writeFault(() => write(probeWrite));
      // There may have been no write since the files were replaced.
      return fault ?? faultOf(() => files.require(), faults);
    },
    async select<Row>(statement: Sql, requester?: Requester) {
      if (!threads) return read.$queryRaw<Row[]>(statement);
      options.onQuery?.(statement.sql);
      limitLog();
      try {
        return (await threads.select(statement, requester)) as Row[];
      } catch (error) {
        throw asFault(error, faults);
      }
    },
    changes: watch.changes,
    fingerprints: (table, column, values) => values.map((value) => watch.fingerprint(table, column, value)),
    notices: noNotices,
    async scrub() {
      // A separate timeout: readers delay this, not writers.
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
