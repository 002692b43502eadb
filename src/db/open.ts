import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { AppError } from '../errors.ts';
import { type Prisma, PrismaClient } from '../generated/prisma/client.ts';

/** What a function inside a write transaction gets. */
export type Transaction = Prisma.TransactionClient;

/** What a function that only reads needs: the read client, or a transaction. */
export type Reader = Pick<Transaction, 'account' | 'apiKey' | 'website' | '$queryRaw'>;

/** The two ways to the database. */
export interface Database {
  /** Reads. It refuses to write, so nothing slips past `write`. */
  readonly read: PrismaClient;
  /**
   * Runs `fn` in one transaction that holds the write lock from its first statement; one at a time in a
   * process. Waits for another process that holds the lock.
   * @throws AppError `unavailable` when the lock was not to be had within 15 s; whatever `fn` throws,
   *   after rolling back.
   */
  write<T>(fn: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Sees to it that what was deleted so far is gone from the files, the write-ahead log included. */
  scrub(): Promise<void>;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** Called with the text of each SQL statement (tests count them). */
  onQuery?: (sql: string) => void;
}

const LOCK_PATIENCE_MS = 15_000;
const TRANSACTION_MS = 60_000;

/** The path of the file behind a `file:` URL, its folder made where it is missing. */
export function sqlitePath(url: string): string {
  const file = path.resolve(url.replace(/^file:(\/\/)?/, ''));
  mkdirSync(path.dirname(file), { recursive: true });
  return file;
}

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

/** Whether the error says that another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  return /SocketTimeout|database is locked|SQLITE_BUSY|P1008/.test(
    `${String((error as { code?: unknown }).code)} ${String(error)}`,
  );
}

/**
 * Opens the (migrated) database behind `file:…`.
 *
 * Two connections, because a SQLite connection has one transaction at a time: whatever else ran on the
 * writer's connection would see, and share the fate of, the writer's half-done transaction.
 */
export async function openDatabase(url: string, options: OpenOptions = {}): Promise<Database> {
  // The writer never waits inside SQLite (that would stop the event loop): it waits in `write` below.
  const writer = connect(url, 0, options);
  const read = connect(url, 1_000, options);
  await untilFree(() => writer.$queryRaw`PRAGMA journal_mode = WAL`);
  await writer.$executeRaw`PRAGMA synchronous = FULL`;
  // What is deleted is overwritten: a salt must be gone from the file, too.
  await writer.$queryRaw`PRAGMA secure_delete = ON`;
  await read.$queryRaw`PRAGMA mmap_size = 268435456`;
  await read.$executeRaw`PRAGMA query_only = ON`;

  return {
    read,
    write: (fn) =>
      untilFree(() =>
        writer.$transaction(
          async (tx) => {
            // BEGIN takes no lock yet. A write that changes nothing does, so that what is read after it
            // is still true when it is written back.
            await tx.$executeRaw`UPDATE "Setting" SET "value" = "value" WHERE FALSE`;
            return fn(tx);
          },
          { maxWait: TRANSACTION_MS, timeout: TRANSACTION_MS },
        ),
      ),
    async scrub() {
      await untilFree(() => writer.$queryRaw`PRAGMA wal_checkpoint(TRUNCATE)`);
    },
    async close() {
      await read.$disconnect();
      await writer.$disconnect();
    },
  };
}

async function untilFree<T>(attempt: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + LOCK_PATIENCE_MS;
  for (let pause = 2; ; pause = Math.min(pause * 2, 100)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() > deadline) {
        throw new AppError('unavailable', 'The database is locked by another process. Try again later.', {
          retryAfter: 5,
        });
      }
      await sleep(pause);
    }
  }
}
