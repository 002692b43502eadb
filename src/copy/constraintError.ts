import { wordsOf } from '../db/health/faults.ts';
import type { TableName } from '../db/sql/tables.ts';

/** A constraint refuses a row that is there already, or that refers to one that is not. */
const REFUSED = /\b(P2002|P2003|23505|23503|SQLITE_CONSTRAINT\w*)\b/;

export const isRefusal = (error: unknown) => REFUSED.test(wordsOf(error));

/** An error of writing rows: in words where it is the target that refuses one, else as it is. */
export function constraintError(error: unknown, table: TableName, target: string): unknown {
  if (!isRefusal(error)) return error;
  return new Error(
    `A row of ${table} does not fit into ${target}: that database, or the source, was written during the copy. Stop every server on both, and copy into an empty database.`,
    { cause: error },
  );
}
