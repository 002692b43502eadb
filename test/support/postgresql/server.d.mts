import type { Row } from './statements.mjs';

export interface PostgresqlServer {
  /** The address of a database. @param at the host, where it is to be another name of it. */
  url(database: string, at?: string): string;
  /** Runs SQL as the owner of everything. */
  sql(text: string, database?: string): Promise<Row[]>;
  /** Lines of its log. */
  said: string[];
  host: string;
  port: number;
  /** The folder of its data. */
  data: string;
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
  /** Ends it and its connections, with its data kept: `startPostgresql` with `data` and `port` starts it again. */
  halt(): Promise<void>;
  /** Ends it, and deletes its data. */
  stop(): Promise<void>;
}

export function freePort(host?: string): Promise<number>;

/** A folder that PostgreSQL's user can enter, whoever that is. */
export function newFolder(): Promise<string>;

export function startPostgresql(options?: {
  flags?: Record<string, string>;
  host?: string;
  port?: number;
  data?: string;
}): Promise<PostgresqlServer>;
