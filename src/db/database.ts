import type { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import type { Log } from '../log.ts';
import type { DatabaseFault } from './health/faults.ts';
import type { Notices } from './notices.ts';
import type { Requester } from './readQueue.ts';
import type { Dialect } from './sql/dialect.ts';
import type { Row, Sql } from './sql/sql.ts';

/** A write transaction, as `Database.write` passes it. */
export type Transaction = Prisma.TransactionClient & { readonly dialect: Dialect };

/** The part of a transaction that runs SQL. Storing hits needs no more. */
export type SqlTransaction = Pick<Transaction, '$queryRaw' | 'dialect'> & {
  /** Statements run in order. The error of one may be thrown only when the transaction ends. */
  $executeRaw(query: TemplateStringsArray | Sql, ...values: unknown[]): Promise<unknown>;
  /**
   * Whether the transaction leaves out rows that others have locked, because an attempt that waited for them
   * took too long (`OpenOptions.skipLocked`).
   */
  skipsLocked?: boolean;
  /** Only present on a machine of a cluster that is written directly. Runs the statements that have rows. */
  sharded?: ShardedTransaction;
  /** Runs a statement once per row of parameters; only present where that is the faster way (rows.ts). */
  each?: {
    /** @returns the number of changed rows for each. */
    run(sql: string, rows: readonly Row[]): number[];
    all(sql: string, rows: readonly Row[]): unknown[];
  };
};

/** A transaction on the shards of one machine of a cluster. */
export interface ShardedTransaction {
  /** Whether the rows of a website cannot be written here and now: they are on another machine, or moving. */
  isAway(websiteId: number): boolean;
  /** Runs a statement, which has one text for any rows, in the shards of these rows. */
  read<Found, Row extends { websiteId?: unknown }>(
    rows: readonly Row[],
    statement: (rows: readonly Row[]) => Sql,
  ): Promise<Found[]>;
  /** As `read`, for a statement that returns nothing. Its error may be thrown when the transaction ends. */
  write<Row extends { websiteId?: unknown }>(
    rows: readonly Row[],
    statement: (rows: readonly Row[]) => Sql,
  ): void;
}

/** What a read-only function needs: the read client or a transaction. */
export type Reader = Pick<
  Transaction,
  'account' | 'apiKey' | 'member' | 'website' | 'websiteChange' | '$queryRaw'
>;

/** A version of the whole database; `NaN`, which equals nothing, if it cannot be determined. */
export type State = number | string;

/** A machine of a distributed database. */
export interface ClusterNode {
  /** Citus's id of the machine. */
  id: number;
  /** Its address, such as `worker1.example.com:5432`. */
  name: string;
  /** The URL of the database there, with its password. */
  url: string;
}

/** Where the rows of a website are in a distributed database. */
export interface Placement {
  node: ClusterNode;
  /** The number of the bundle of shards there, whose hits are written together. */
  bundle: number;
}

/** One of the connections on which hits are recorded. Their transactions overlap. */
export interface Channel {
  /** The machine; null for the database of DATABASE_URL. */
  node: ClusterNode | null;
  /** The connections of a machine are numbered from 0. */
  number: number;
}

/** The tables whose rows have fingerprints. */
export type FingerprintTable = 'ApiKey' | 'Member' | 'Session' | 'SharedLink' | 'Team' | 'Website';

/** A value on SQLite, which runs in this process; a promise on PostgreSQL. */
type MaybePromise<T> = T | Promise<T>;

/** The interface of all databases. */
export interface Database {
  /** The SQL in which the databases differ. */
  readonly dialect: Dialect;
  /** A read-only client, so that every write goes through `write`. */
  readonly read: PrismaClient;
  /**
   * Runs `fn` in one transaction that excludes every other `write` of any process from its first statement
   * on, so what it reads is still true when it writes. Waits for locks of other processes; all waiting writes
   * share one `lockTimeout`.
   * @throws DatabaseFault if the lock timeout is over, or the database cannot be reached or written; whatever
   *   `fn` throws, after the rollback.
   */
  write<T>(fn: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Runs a write that another thread makes on its own connection, with the retries and the faults of `write`.
   * Such writes may overlap, as the thread runs them one after the other.
   * @param channel the connection on which it writes. A machine that is away does not delay the others.
   */
  enqueueWrite<T>(attempt: () => Promise<T>, channel?: Channel): Promise<T>;
  /**
   * Where a cluster has the rows of a website; null if the database is not distributed, or this is not known
   * yet. Website 0 stands for unknown websites.
   */
  placeOf(websiteId: number): Placement | null;
  /** Number of channels of the database, if it is not distributed. */
  readonly channels: number;
  /** The names of the machines of a cluster that this process cannot reach. Empty without a cluster. */
  unreachableNodes(): Promise<string[]>;
  /**
   * Returns the fault that prevents writes, on any connection of this process. After a failed transaction it
   * tries to write again first.
   * @returns null if the last transaction of each connection, or this try, succeeded.
   */
  writeFault(): Promise<DatabaseFault | null>;
  /**
   * Runs a SELECT that may take long, outside the event loop. It waits in the read queue, and is cancelled
   * past its timeout or when its client disconnects.
   * @param requester the viewer for whom it runs; by default the server itself.
   * @throws as `ReadQueue.read` and {@link write}.
   */
  select<Row>(statement: Sql, requester?: Requester): Promise<Row[]>;
  /** The version of the database. It changes with every commit of any process. */
  changes(): MaybePromise<State>;
  /**
   * Returns row fingerprints in the order of `values`, by a unique column; null if the row does not exist or
   * the fingerprint cannot be determined.
   */
  fingerprints(
    table: FingerprintTable,
    column: string,
    values: readonly (string | number)[],
  ): MaybePromise<(string | null)[]>;
  /** Messages to and from the other instances. */
  readonly notices: Notices;
  /**
   * Removes deleted salts from the database files.
   * @throws DatabaseFault if another reader prevents that; they may still be in the files.
   */
  scrub(): Promise<void>;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** Called with the text of each SQL statement; tests count them. */
  onQuery?: (sql: string) => void;
  /** How long to wait for locks of other processes, in ms; 5,000 by default. */
  lockTimeout?: number;
  /** The clock of `lockTimeout` for tests, in monotonic milliseconds. SQLite only. */
  lockClock?: () => number;
  /** Timeout of a statement in ms; 0 for none. One minute by default. PostgreSQL only. */
  statementMs?: number;
  /** Timeout of a statement of `select`, ms; 0, the default, for none. On SQLite only with `readThreads`. */
  readMs?: number;
  /**
   * Whether a transaction that waits too long for rows that others have locked is run again without them
   * (`SqlTransaction.skipsLocked`). Its function is then called twice. PostgreSQL only.
   */
  skipLocked?: boolean;
  /** Called when the database is found to have been distributed while it was open. Citus only. */
  onDistributed?: () => void;
  /** Number and log of the reader threads, which need dist/readThread.js; none by default. SQLite only. */
  readThreads?: { count: number; log: Log };
}

/** A connection for frequent writes, outside Prisma. */
export interface DirectConnection {
  /**
   * Runs `fn` in one write transaction. It does not retry; `Database.enqueueWrite` does.
   * @param channel for connections that record hits: the one that runs it. If it is one of a machine of a
   *   cluster, that machine must have the rows of all websites of the transaction (`Database.placeOf`).
   * @throws the error of the database or of `fn`, after the rollback.
   */
  transaction<T>(fn: (tx: SqlTransaction) => Promise<T>, channel?: Channel): Promise<T>;
  close(): Promise<void>;
}
