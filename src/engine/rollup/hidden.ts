import { raw, type Sql, sql } from '../../db/sql/sql.ts';
import { FEW } from '../registry/dimensions.ts';

/** Larger than every count. */
const LAST = raw('9223372036854775807');

/**
 * Builds the SQL of the rows that a query hides: those with fewer than its `hideBelow`. A value that a client
 * sent as `(few)` is among them, so that a page has at most one such row.
 * @param of the alias of the rows of the queries.
 */
export function hiding(of: 'asked' | 'stale'): { order: Sql; shown: Sql; sumHidden: Sql } {
  const limit = raw(`"${of}"."hideBelow"`);
  // The first condition spares pages without hidden rows the other two.
  const hidden = sql`(${limit} > 0 AND ("count" < ${limit} OR "value" = ${raw(`'${FEW}'`)}))`;
  return {
    /** Sorts by count, with the hidden rows last in both directions. */
    order: sql`CASE WHEN ${hidden} THEN ${LAST} ELSE "count" * ${raw(`"${of}"."direction"`)} END`,
    shown: sql`NOT ${hidden}`,
    sumHidden: sql`COALESCE(SUM(CASE WHEN ${hidden} THEN "count" ELSE 0 END), 0)`,
  };
}
