import type { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import type { Log } from '../log.ts';
import type { DatabaseFault } from './faults.ts';
import type { Row } from './rows.ts';
import type { Sql } from './sql.ts';

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
