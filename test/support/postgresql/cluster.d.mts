import type { Row } from './statements.mjs';

/** The cluster that CITUS_URL names. */
export interface Cluster {
  /** The number of machines with shards. */
  machines: number;
  /** The URL of a database on the coordinator. */
  url(name: string): string;
  /** Runs statements in sequence on the coordinator. @returns the rows of the last statement. */
  sql(name: string, ...statements: string[]): Promise<Row[]>;
  /** Runs statements on every machine. @returns the rows of the last statement, by machine. */
  everywhere(name: string, ...statements: string[]): Promise<Row[][]>;
  /** The addresses of the workers. */
  workers: { host: string; port: number }[];
  /**
   * Creates an empty database with Citus on every machine, and adds the workers to it.
   * @param addresses of the workers in this database; their own by default.
   */
  create(name: string, addresses?: { host: string; port: number }[]): Promise<void>;
  /** Makes a database usable as a template: it disconnects all clients and disallows new connections. */
  freeze(name: string): Promise<void>;
  copy(name: string, template: string): Promise<unknown>;
  drop(name: string): Promise<unknown>;
  /** Drops all databases whose names begin with `prefix`. */
  dropAll(prefix: string): Promise<void>;
}

export function openCluster(url: string): Promise<Cluster>;
