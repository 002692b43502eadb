import { casesOf } from '../sql/cases.ts';
import type { Dialect } from '../sql/dialect.ts';
import { raw, sql } from '../sql/sql.ts';

/** A regular expression that matches nothing: a character after the end. */
const NOTHING = '\\Z.';

/** Ordinary, partitioned and foreign tables, without those that an extension such as PostGIS created. */
const TABLES = `(
  SELECT CAST(relname AS TEXT) AS "name" FROM pg_class
  WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
    AND relkind IN ('r', 'p', 'f')
    AND NOT EXISTS (
      SELECT FROM pg_depend
      WHERE classid = CAST('pg_class' AS REGCLASS) AND objid = pg_class.oid AND deptype = 'e'
    )
)`;

export const postgresqlDialect: Dialect = {
  tables: raw(TABLES),
  size: raw('SELECT pg_database_size(current_database()) AS "bytes"'),
  elements: (json) => sql`jsonb_array_elements(CAST(${json} AS JSONB))`,
  array: (values) => sql`json_build_array(${values})`,
  arrayOf: (item, condition, order) =>
    sql`COALESCE(json_agg(${item} ORDER BY ${order}) FILTER (WHERE ${condition}), '[]')`,
  matches: (text, pattern) => sql`${text} ~ ${pattern}`,
  containsPattern(text) {
    // No value has a NUL, and PostgreSQL cannot store one in a text.
    if (text.includes('\0')) return NOTHING;
    return [...text].map(anyCase).join('');
  },
  running: () => raw('TRUE'),
  endsStatements: true,
  amongWebsites: () => raw('TRUE'),
  spansWebsites: true,
  lockRows: (table, skip) => raw(`FOR NO KEY UPDATE OF "${table}"${skip ? ' SKIP LOCKED' : ''}`),
};

/**
 * The dialect for Citus, which finds the shards of a statement by constants in its text and parameters.
 * Without such a constant, PostgreSQL reuses a plan; with it, it makes a plan for each execution.
 */
export const citusDialect: Dialect = {
  ...postgresqlDialect,
  amongWebsites: (column, ids) => sql`${column} = ANY(CAST(${ids} AS INTEGER[]))`,
  spansWebsites: false,
};

/** Returns the part of a regular expression that matches a character in all of its cases. */
function anyCase(char: string): string {
  const all = casesOf(char);
  if (all) return `[${all}]`;
  // A backslash escapes any character that is neither a letter nor a digit.
  return /[\p{L}\p{N}\s]/u.test(char) ? char : `\\${char}`;
}
