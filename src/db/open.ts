import { setTimeout as sleep } from 'node:timers/promises';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { type Prisma, PrismaClient } from '../generated/prisma/client.ts';
import type { Log } from '../log.ts';
import { asFault, DatabaseFault } from './faults.ts';
import { createLogLimit } from './logLimit.ts';
import { createPatience } from './patience.ts';
import { checkpoint, openWatch, type Watch } from './reader.ts';
import { createReadThreads } from './readThreads.ts';
import type { Row } from './rows.ts';
import type { Sql } from './sql.ts';
import { READ_PATIENCE_MS, sqlitePath, WRITER_SETTINGS } from './sqlite.ts';
import { createTurns } from './turns.ts';

/** What a function inside a write transaction gets. */
export type Transaction = Prisma.TransactionClient;

/** The part of a transaction that runs SQL: all that storing hits needs. */
export type SqlTransaction = Pick<Transaction, '$queryRaw' | '$executeRaw'> & {
  /** Runs a statement once for each row of parameters; only where that is faster than one statement for all (rows.ts). */
  each?: {
    run(sql: string, rows: readonly Row[]): void;
    all(sql: string, rows: readonly Row[]): unknown[];
  };
};

/** What a function that only reads needs: the read client, or a transaction. */
export type Reader = Pick<Transaction, 'account' | 'apiKey' | 'website' | '$queryRaw'>;

/** The two ways to the database. */
export interface Database {
  /** Reads. It refuses to write, so nothing slips past `write`. */
  readonly read: PrismaClient;
  /**
   * Runs `fn` in one transaction that holds the write lock from its first statement; one at a time in a
   * process. Waits for another process that holds the lock: at most `lockPatience` after it was met first, so that
   * whoever comes later is not kept waiting as long again.
   * @throws DatabaseFault when the lock was not to be had, the disk is full or the file cannot be written; whatever
   *   `fn` throws, after rolling back.
   */
  write<T>(fn: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Runs an attempt to write that another thread makes on a connection of its own, as `write` would: after the writes that
   * came before it and before those that come later, again while the lock is held elsewhere, with the same faults. Attempts
   * between two writes may overlap: the thread makes one after the other.
   */
  inTurn<T>(attempt: () => Promise<T>): Promise<T>;
  /**
   * Why nothing can be written at present. Where the last transaction met a fault, it tries again.
   * @returns null when the last transaction passed, or this try does.
   */
  writeFault(): Promise<DatabaseFault | null>;
  /**
   * Rows of a SELECT that may take long: in a thread of its own where there are any, so that it holds up nothing else.
   * @throws as {@link write}.
   */
  select<Row>(statement: Sql): Promise<Row[]>;
  /** A number that is another one after anything was committed, by whichever process; NaN where it cannot be told. Takes microseconds. */
  changes(): number;
  /** A row, by a column that is unique, as text that is another one when any part of it is; null likewise. Takes microseconds, too. */
  stamp(table: 'ApiKey' | 'Website', column: string, value: string | number): string | null;
  /**
   * Sees to it that what was deleted so far is gone from the files, the write-ahead log included.
   * @throws DatabaseFault when somebody keeps reading what was there before: then it may not be gone.
   */
  scrub(): Promise<void>;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** Called with the text of each SQL statement (tests count them). */
  onQuery?: (sql: string) => void;
  /** How long to wait for a lock of another process, in ms; 5,000 by default. */
  lockPatience?: number;
  /** Threads that read, and where they say what went wrong; none by default: needs the built dist/readThread.js. */
  readThreads?: { count: number; log: Log };
}

const LOCK_PATIENCE_MS = 5_000;
/** What a try to write writes: about as much as a batch of hits, so that it does not fit where they would not. */
const TRIAL_BYTES = 256 * 1024;
const TRANSACTION_MS = 60_000;
/** Some five seconds in all. */
const MOST_SCRUB_PAUSE_MS = 2_560;

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
  return new PrismaBetterSqlite3({ url: sqlitePath(url), timeout });
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
export async function openDatabase(url: string, options: OpenOptions = {}): Promise<Database> {
  // The writer never waits inside SQLite (that would stop the event loop): it waits in `write` below.
  const writer = connect(url, 0, options);
  const read = connect(url, READ_PATIENCE_MS, options);
  const file = sqlitePath(url);
  const lock = createPatience(options.lockPatience ?? LOCK_PATIENCE_MS);
  let watch: Watch;
  try {
    await lock.untilFree(() => writer.$queryRaw`PRAGMA journal_mode = WAL`);
    for (const sql of WRITER_SETTINGS) await writer.$queryRawUnsafe(sql);
    await read.$executeRaw`PRAGMA query_only = ON`;
    watch = openWatch(url);
  } catch (error) {
    throw asFault(error, file);
  }

  const { count = 0, log } = options.readThreads ?? {};
  const threads = log && count > 0 ? createReadThreads(url, count, log) : null;

  const transaction = <T>(fn: (tx: Transaction) => Promise<T>) =>
    writer.$transaction(
      async (tx) => {
        await tx.$executeRawUnsafe(TAKE_LOCK);
        return fn(tx);
      },
      { maxWait: TRANSACTION_MS, timeout: TRANSACTION_MS },
    );
  const turns = createTurns();
  let lastFault: DatabaseFault | null = null;

  async function guarded<T>(attempt: () => Promise<T>): Promise<T> {
    try {
      const result = await lock.untilFree(attempt);
      lock.free();
      lastFault = null;
      return result;
    } catch (error) {
      const fault = asFault(error, file);
      if (fault instanceof DatabaseFault) lastFault = fault;
      throw fault;
    }
  }

  const write = <T>(fn: (tx: Transaction) => Promise<T>) => turns.alone(() => guarded(() => transaction(fn)));
  const emptyLog = () => turns.alone(async () => (threads ? threads.checkpoint() : checkpoint(url)));
  const shorten = () => (threads ? threads.between(emptyLog, READ_PATIENCE_MS) : emptyLog());
  const limitLog = createLogLimit(file, shorten);

  return {
    read,
    write,
    inTurn: (attempt) => turns.together(() => guarded(attempt)),
    async writeFault() {
      if (lastFault) await write(tryToWrite).catch(() => undefined);
      return lastFault;
    },
    async select<Row>(statement: Sql) {
      if (!threads) return read.$queryRaw<Row[]>(statement);
      options.onQuery?.(statement.sql);
      limitLog();
      try {
        return (await threads.select(statement)) as Row[];
      } catch (error) {
        throw asFault(error, file);
      }
    },
    changes: watch.changes,
    stamp: watch.stamp,
    async scrub() {
      try {
        for (let pause = 10; !(await shorten()); pause *= 2) {
          if (pause > MOST_SCRUB_PAUSE_MS) throw new DatabaseFault('locked', file, null);
          await sleep(pause);
        }
      } catch (error) {
        throw asFault(error, file);
      }
    },
    async close() {
      await threads?.close();
      watch.close();
      await read.$disconnect();
      await writer.$disconnect();
    },
  };
}

/** Writes, and leaves nothing: a page that is freed again is overwritten all the same (`secure_delete`). */
async function tryToWrite(tx: Transaction): Promise<void> {
  await tx.$executeRaw`INSERT INTO "Setting" VALUES ('trial', hex(zeroblob(${TRIAL_BYTES / 2})))`;
  await tx.$executeRaw`DELETE FROM "Setting" WHERE "key" = 'trial'`;
}
