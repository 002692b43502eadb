import type { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import type { Log } from '../log.ts';
import type { Dialect } from './dialect.ts';
import type { DatabaseFault } from './faults.ts';
import type { Asker } from './readQueue.ts';
import type { Row } from './rows.ts';
import type { Sql } from './sql.ts';

/** What a function inside a write transaction gets. */
export type Transaction = Prisma.TransactionClient & { readonly dialect: Dialect };

/** The part of a transaction that runs SQL: all that storing hits needs. */
export type SqlTransaction = Pick<Transaction, '$queryRaw' | 'dialect'> & {
  /** Statements run in the order in which they are given. What one fails with may come with the end of the transaction. */
  $executeRaw(query: TemplateStringsArray | Sql, ...values: unknown[]): Promise<unknown>;
  /** Runs a statement once for each row of parameters; only where that is faster than one statement for all (rows.ts). */
  each?: {
    run(sql: string, rows: readonly Row[]): void;
    all(sql: string, rows: readonly Row[]): unknown[];
  };
};

/** What a function that only reads needs: the read client, or a transaction. */
export type Reader = Pick<Transaction, 'account' | 'apiKey' | 'website' | '$queryRaw'>;

/** A state of the database; `NaN`, which equals nothing, where it cannot be told. */
export type State = number | string;

/** At once where the database is in the process, later where it is elsewhere. */
type Told<T> = T | Promise<T>;

/** The ways to the database: the same for every kind. */
export interface Database {
  /** What this kind of database says its own way. */
  readonly dialect: Dialect;
  /** Reads. It refuses to write, so nothing slips past `write`. */
  readonly read: PrismaClient;
  /**
   * Runs `fn` in one transaction that keeps out every other `write`, of any process, from its first statement on. So that what it
   * reads is still true when it is written back. Waits for another process: at most `lockPatience` after it was met first, so that
   * whoever comes later is not kept waiting as long again.
   * @throws DatabaseFault when it was not to be had, or the database cannot be reached or written; whatever `fn` throws, after
   *   rolling back.
   */
  write<T>(fn: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Runs an attempt to write that another thread makes on a connection of its own, with the patience and the faults of `write`. Attempts
   * may overlap: the thread makes one after the other.
   */
  inTurn<T>(attempt: () => Promise<T>): Promise<T>;
  /**
   * Why nothing can be written at present. Where the last transaction met a fault, it tries again.
   * @returns null when the last transaction passed, or this try does.
   */
  writeFault(): Promise<DatabaseFault | null>;
  /**
   * Rows of a SELECT that may take long: so that it holds up nothing else. It waits its turn, and is cancelled where it takes too long or
   * nobody needs it any more.
   * @param asker on whose behalf; by default the server's own.
   * @throws as `ReadQueue.read` and {@link write}.
   */
  select<Row>(statement: Sql, asker?: Asker): Promise<Row[]>;
  /** Another state after anything was committed, by whichever process. */
  changes(): Told<State>;
  /**
   * Rows, by a column that is unique, each as text that is another one when any part of it is, in the order of `values`; null likewise where
   * there is none or it cannot be told.
   */
  stamps(
    table: 'ApiKey' | 'Website',
    column: string,
    values: readonly (string | number)[],
  ): Told<(string | null)[]>;
  /**
   * Sees to it that what was deleted from the table of salts so far is gone from the files as well.
   * @throws DatabaseFault when somebody keeps reading what was there before: then it may not be gone.
   */
  scrub(): Promise<void>;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** Called with the text of each SQL statement (tests count them). */
  onQuery?: (sql: string) => void;
  /** How long to wait for what another process holds, in ms; 5,000 by default. */
  lockPatience?: number;
  /** How long a statement may take, in ms; 0 for as long as it takes. A minute by default; PostgreSQL only. */
  statementMs?: number;
  /** How long a statement of `select` may take, in ms; 0, the default, for as long as it takes. On SQLite with `readThreads` only. */
  readMs?: number;
  /** Threads that read, and where they say what went wrong; none by default: needs the built dist/readThread.js. SQLite only. */
  readThreads?: { count: number; log: Log };
}
