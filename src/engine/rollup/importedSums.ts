import { raw, type Sql } from '../../db/sql/sql.ts';

/**
 * The sums of columns of `ImportedSum`, whose alias is `s`; null if one of the rows does not state it.
 */
export const knownSums = (names: readonly string[]): Sql =>
  raw(
    names
      .map((name) => {
        const column = `"s"."${name}"`;
        return `CASE WHEN COUNT(*) = COUNT(${column}) THEN CAST(SUM(${column}) AS BIGINT) END AS "${name}"`;
      })
      .join(', '),
  );
