import type { Row } from './statements.mjs';

/** The cluster that CITUS_URL names. */
export interface Cluster {
  /** How many machines have shards. */
  machines: number;
  /** Where the coordinator has a database. */
  url(name: string): string;
  /** Runs statements on the coordinator, one after the other. @returns the rows of the last. */
  sql(name: string, ...statements: string[]): Promise<Row[]>;
  /** Runs statements on every machine. @returns the rows of the last, by machine. */
  everywhere(name: string, ...statements: string[]): Promise<Row[][]>;
  /** An empty database, in which the machines know each other. */
  create(name: string): Promise<void>;
  /** Lets a database be copied: nobody gets into it any more. */
  freeze(name: string): Promise<void>;
  copy(name: string, template: string): Promise<unknown>;
  drop(name: string): Promise<unknown>;
  /** Drops those whose names begin so. */
  dropAll(prefix: string): Promise<void>;
}

export function openCluster(url: string): Promise<Cluster>;
