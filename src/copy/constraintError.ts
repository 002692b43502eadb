import { wordsOf } from '../db/health/faults.ts';
import type { TableName } from '../db/sql/tables.ts';

/**
 * Error codes of violated constraints: a row that exists already, or one whose foreign key refers to none.
 */
const REFUSED = /\b(P2002|P2003|23505|23503|SQLITE_CONSTRAINT\w*)\b/;

export const isRefusal = (error: unknown) => REFUSED.test(wordsOf(error));

/**
 * Returns an error with an explanation if a constraint of the target refused a row. Other errors are returned
 * unchanged.
 */
export function constraintError(error: unknown, table: TableName, target: string): unknown {
  if (!isRefusal(error)) return error;
  return new Error(
    `A row of ${table} violates a constraint of ${target}: one of the two databases changed ` +
      'during the copy. Stop all servers on both, and copy again into an empty database.',
    { cause: error },
  );
}
