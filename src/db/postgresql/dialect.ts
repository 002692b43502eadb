import { casesOf } from '../sql/cases.ts';
import type { Dialect } from '../sql/dialect.ts';
import { raw, sql } from '../sql/sql.ts';

/** A regular expression that matches nothing: a character after the end. */
const NOTHING = '\\Z.';

export const postgresqlDialect: Dialect = {
  tables: raw('(SELECT tablename AS "name" FROM pg_tables WHERE schemaname = current_schema())'),
  size: raw('SELECT pg_database_size(current_database()) AS "bytes"'),
  elements: (json) => sql`jsonb_array_elements(CAST(${json} AS JSONB))`,
  array: (values) => sql`json_build_array(${values})`,
  arrayOf: (item, condition, order) =>
    sql`COALESCE(json_agg(${item} ORDER BY ${order}) FILTER (WHERE ${condition}), '[]')`,
  matches: (text, pattern) => sql`${text} ~ ${pattern}`,
  containsPattern(text) {
    // No value has a NUL, and no text of PostgreSQL can.
    if (text.includes('\0')) return NOTHING;
    return [...text].map(anyCase).join('');
  },
  running: () => raw('TRUE'),
  lateral: true,
  amongWebsites: () => raw('TRUE'),
  lockRows: (table) => raw(`FOR NO KEY UPDATE OF "${table}"`),
};

/**
 * The same on Citus, which looks for a constant in the text and its parameters to know which shards a statement is for. Without it, PostgreSQL
 * keeps a plan from one statement to the next; with it, it makes one for each.
 */
export const citusDialect: Dialect = {
  ...postgresqlDialect,
  amongWebsites: (column, ids) => sql`${column} = ANY(CAST(${ids} AS INTEGER[]))`,
};

/** A part of a regular expression that matches one character in each of its cases. */
function anyCase(char: string): string {
  const all = casesOf(char);
  if (all) return `[${all}]`;
  // A backslash takes its meaning from whatever is no letter and no digit.
  return /[\p{L}\p{N}\s]/u.test(char) ? char : `\\${char}`;
}
