import { raw, type Sql, sql } from './sql.ts';

/** SQL type of a column that travels to the database inside a JSON parameter. */
export type ColumnType = 'TEXT' | 'INTEGER' | 'BIGINT' | 'REAL';

/**
 * Many rows as one parameter: a subquery with the named columns over an array of arrays. One statement, of
 * one text, writes or looks up any number of rows. 64-bit integers travel as strings: JSON numbers are doubles.
 */
export function fromJson(
  rows: readonly (readonly unknown[])[],
  columns: Readonly<Record<string, ColumnType>>,
): Sql {
  const list = Object.entries(columns).map(
    ([name, type], index) => `CAST("j"."value" ->> ${index} AS ${type}) AS "${name}"`,
  );
  return sql`(SELECT ${raw(list.join(', '))} FROM json_each(${JSON.stringify(rows, exact)}) AS "j")`;
}

function exact(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

/**
 * An aggregate: the rows that a condition holds for, as a JSON array of arrays, in the order of a column. (In what an aggregate
 * makes, the order of its input is not promised.)
 */
export function jsonRows(columns: readonly string[], where: Sql, order: string): Sql {
  const row = raw(columns.map((name) => `"${name}"`).join(', '));
  return sql`json_group_array(json_array(${row}) ORDER BY "${raw(order)}") FILTER (WHERE ${where})`;
}

/** A pattern that matches nothing: an open bracket. */
const NOTHING = '[';

/**
 * A pattern for `GLOB` that matches what contains `text` literally, in any case, in any script. (SQLite's
 * LIKE folds only ASCII letters, and needs an escape for `%` and `_`.)
 */
export function containsPattern(text: string): string {
  // No value has a NUL, and SQLite would take it for the pattern's end.
  if (text.includes('\0')) return NOTHING;
  return `*${[...text].map(anyCase).join('')}*`;
}

/** A part of a pattern that matches one character in each of its cases. */
function anyCase(char: string): string {
  cases ??= casesByLetter();
  const all = cases.get(char);
  if (all) return `[${all}]`;
  return '[*?'.includes(char) ? `[${char}]` : char;
}

let cases: Map<string, string> | undefined;

const LAST_LETTER_WITH_CASES = 0x1e943;

/** For each letter that has another case, all of them: `k` → `kK` and the Kelvin sign, `σ` → `σΣς`. */
function casesByLetter(): Map<string, string> {
  const single = (changed: string, otherwise: string) => ([...changed].length === 1 ? changed : otherwise);
  const groups = new Map<string, string[]>();
  for (let code = 0; code <= LAST_LETTER_WITH_CASES; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue; // Halves of surrogate pairs.
    const letter = String.fromCodePoint(code);
    const upper = single(letter.toUpperCase(), letter);
    const folded = single(upper.toLowerCase(), letter.toLowerCase() === upper ? upper : letter);
    groups.set(folded, [...(groups.get(folded) ?? []), letter]);
  }
  const several = [...groups.values()].filter((letters) => letters.length > 1);
  return new Map(several.flatMap((letters) => letters.map((letter) => [letter, letters.join('')])));
}
