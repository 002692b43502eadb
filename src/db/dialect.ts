import { Prisma } from '../generated/prisma/client.ts';

/** SQL type of a column that travels to the database inside a JSON parameter. */
type ColumnType = 'TEXT' | 'INTEGER' | 'BIGINT' | 'REAL';

/**
 * Many rows as one parameter: a subquery with the named columns over an array of arrays. One statement, of
 * one text, writes or looks up any number of rows. 64-bit integers travel as strings: JSON numbers are doubles.
 */
export function fromJson(rows: unknown[][], columns: Record<string, ColumnType>): Prisma.Sql {
  const list = Object.entries(columns).map(
    ([name, type], index) => `CAST("j"."value" ->> ${index} AS ${type}) AS "${name}"`,
  );
  return Prisma.sql`(SELECT ${Prisma.raw(list.join(', '))} FROM json_each(${JSON.stringify(rows)}) AS "j")`;
}

const isSpecial = /[[\]*?]/;

/**
 * A pattern for `GLOB` that matches what contains `text` literally, in any case, in any script. (SQLite's
 * LIKE folds only ASCII letters, and needs an escape for `%` and `_`.)
 */
export function containsPattern(text: string): string {
  const parts = [...text.normalize('NFC')].map((char) => {
    if (isSpecial.test(char)) return char === ']' ? char : `[${char}]`;
    const cases = new Set([char, char.toLowerCase(), char.toUpperCase()].filter((c) => [...c].length === 1));
    return cases.size === 1 ? char : `[${[...cases].join('')}]`;
  });
  return `*${parts.join('')}*`;
}
