import { casesOf } from '../sql/cases.ts';
import type { Dialect } from '../sql/dialect.ts';
import { raw, sql } from '../sql/sql.ts';

/** A pattern that matches nothing: an unclosed bracket. */
const NOTHING = '[';

export const sqliteDialect: Dialect = {
  tables: raw(`(SELECT "name" FROM sqlite_master WHERE "type" = 'table')`),
  size: raw('SELECT page_count * page_size AS "bytes" FROM pragma_page_count(), pragma_page_size()'),
  elements: (json) => sql`json_each(${json})`,
  array: (values) => sql`json_array(${values})`,
  arrayOf: (item, condition, order) =>
    sql`json_group_array(${item} ORDER BY ${order}) FILTER (WHERE ${condition})`,
  matches: (text, pattern) => sql`${text} GLOB ${pattern}`,
  containsPattern(text) {
    // No value has a NUL, and SQLite would treat it as the end of the pattern.
    if (text.includes('\0')) return NOTHING;
    return `*${[...text].map(anyCase).join('')}*`;
  },
  running: () => raw('TRUE'),
  endsStatements: false,
  amongWebsites: () => raw('TRUE'),
  spansWebsites: true,
  lockRows: () => raw(''),
};

/** The function that {@link threadDialect} calls. The connections of reader threads define it (reader.ts). */
export const RUNNING = 'footfall_running';

/** The dialect of statements that run in a reader thread. */
export const threadDialect: Dialect = {
  ...sqliteDialect,
  running: (item) => sql`${raw(RUNNING)}(${item})`,
};

/** Returns the part of a pattern that matches a character in all of its cases. */
function anyCase(char: string): string {
  const all = casesOf(char);
  if (all) return `[${all}]`;
  return '[*?'.includes(char) ? `[${char}]` : char;
}
