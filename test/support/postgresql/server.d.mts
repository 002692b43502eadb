import type { Row } from './statements.mjs';

export interface PostgresqlServer {
  /** The URL of a database. @param at another name of the host. */
  url(database: string, at?: string): string;
  /** Runs SQL as the superuser. */
  sql(text: string, database?: string): Promise<Row[]>;
  /** The lines of its log. */
  said: string[];
  host: string;
  port: number;
  /** The data directory. */
  data: string;
  /** Stops it immediately, like a crash. */
  kill(): Promise<void>;
  /**
   * Stops it and its connections, but keeps the data: `startPostgresql` with `data` and `port` starts it
   * again.
   */
  halt(): Promise<void>;
  /** Stops it and deletes its data. */
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export function freePort(host?: string): Promise<number>;

/** Creates a folder that PostgreSQL's user can access, whichever user that is. */
export function newFolder(): Promise<string>;

/**
 * The data directory of a new server, with a migrated database `footfall_template`; null outside a run of the
 * tests.
 */
export function newData(): Promise<string | null>;

export function startPostgresql(options?: {
  flags?: Record<string, string>;
  host?: string;
  port?: number;
  data?: string;
}): Promise<PostgresqlServer>;
