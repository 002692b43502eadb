import type { Dialect } from './sql/dialect.ts';
import type { Row, Sql } from './sql/sql.ts';

/** One version of the database, for several statements. */
export interface Snapshot {
  readonly dialect: Dialect;
  /**
   * Returns the rows of a SELECT as arrays in the order of its columns. 64-bit integers are numbers, so a
   * statement must cast those that do not fit into 53 bits to text.
   */
  select(statement: Sql): Promise<Row[]>;
  /**
   * Returns the version of the database. While a connection gets the same one, nothing was committed. Null if
   * it cannot be determined.
   */
  version(): Promise<string | null>;
}

/** A connection that only reads, and reads several statements of one version of the database. */
export interface SnapshotConnection {
  /** Runs `work` in a read-only transaction. Calls wait for each other. */
  read<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface SnapshotOptions {
  /** Called with the text of each statement; tests count them. */
  onQuery?: ((sql: string) => void) | undefined;
  /** Timeout of a statement in ms; 0 for none. PostgreSQL only. */
  statementMs?: number | undefined;
}
