import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sql } from '../../../src/db/sql/sql.ts';
import { openTestDatabase, type TestDatabase } from '../../support/books/database.ts';
import { runs } from '../../support/properties.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

/** Asks the database for each pair whether the search matches the value. */
async function found(pairs: readonly (readonly [value: string, search: string])[]): Promise<boolean[]> {
  const { dialect } = database.db;
  const asked = JSON.stringify(
    pairs.map(([value, search], index) => [value, dialect.containsPattern(search), index]),
  );
  const value = sql`("pair"."value" ->> 0)`;
  const pattern = sql`("pair"."value" ->> 1)`;
  const rows = await database.db.select<{ found: unknown }>(sql`
    SELECT CASE WHEN ${dialect.matches(value, pattern)} THEN 1 ELSE 0 END AS "found"
    FROM ${dialect.elements(sql`${asked}`)} AS "pair" ORDER BY CAST("pair"."value" ->> 2 AS INTEGER)`);
  return rows.map((row) => Number(row.found) === 1);
}

const includes = (value: string, search: string) => value.toLowerCase().includes(search.toLowerCase());

/** Letters with simple case pairs in several scripts, characters with a meaning in patterns, and others. */
const alphabet = [
  ...['a', 'A', 'b', 'B', 'z', 'å', 'Å', 'é', 'É', 'ø', 'Ø', 'д', 'Д', 'ω', 'Ω', 'ა', 'ⴰ', '日', '😀', '～'],
  ...['%', '_', '*', '?', '[', ']', '^', '-', '!', '\\', '/', '.', '(', ')', '"', "'", ' ', '0', '9', '#'],
];
const word = (maxLength: number) => fc.string({ unit: fc.constantFrom(...alphabet), maxLength });

describe('a search', () => {
  test('matches like a case-insensitive String.includes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(word(8), word(2)), { minLength: 1, maxLength: 50, size: 'max' }),
        async (pairs) => {
          expect(await found(pairs)).toEqual(pairs.map(([value, search]) => includes(value, search)));
        },
      ),
      { numRuns: runs(100) },
    );
  });

  test('finds any part of a value, in any case', async () => {
    const part = fc
      .tuple(word(12), fc.nat(12), fc.nat(12), fc.constantFrom('toUpperCase', 'toLowerCase', 'toString'))
      .map(([value, from, length, change]): [string, string] => [
        value,
        [...value]
          .slice(from, from + length)
          .join('')
          [change as 'toUpperCase'](),
      ]);
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 50, size: 'max' }), async (pairs) => {
        expect(await found(pairs)).toEqual(pairs.map(() => true));
      }),
      { numRuns: runs(100) },
    );
  });

  /** Returns every character allowed in a value: no control characters and no lone surrogates. */
  function characters(): string[] {
    const all: string[] = [];
    for (let code = 0x20; code <= 0x10ffff; code += 1) {
      const char = code >= 0xd800 && code <= 0xdfff ? '' : String.fromCodePoint(code);
      if (/^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]$/u.test(char)) all.push(char);
    }
    return all;
  }

  /** Returns the number of pairs that should match but do not, and the first few of them. */
  async function missing(pairs: [string, string][]): Promise<{ number: number; some: string[] }> {
    const right = pairs.filter(([value, search]) => includes(value, search));
    const results = await found(right);
    const lost = right.filter((_, index) => !results[index]);
    return { number: lost.length, some: lost.slice(0, 5).map(([value, search]) => `${search} in ${value}`) };
  }

  test('finds every character by itself', async () => {
    expect(await missing(characters().map((char) => [char, char]))).toEqual({ number: 0, some: [] });
  });

  test('finds every letter by its other case', async () => {
    const pairs = characters().flatMap((char): [string, string][] => [
      [char, char.toLowerCase()],
      [char, char.toUpperCase()],
      [char.toLowerCase(), char],
      [char.toUpperCase(), char],
    ]);
    const others = pairs.filter(
      ([value, search]) => value !== search && [...value].length === 1 && [...search].length === 1,
    );
    expect(others.length).toBeGreaterThan(5_000);
    expect(await missing(others)).toEqual({ number: 0, some: [] });
  });

  test.each([
    ['a name in decomposed Unicode, as macOS writes it', 'A\u030Arhus', 'A\u030Arhus'],
    ['Greek in the other case, with a different final sigma', 'οδος', 'ΟΔΟΣ'],
    ['a sharp s in capitals', 'STRAẞE', 'straße'],
  ])('finds %s', async (_, value, search) => {
    expect(includes(value, search)).toBe(true);
    expect(await found([[value, search]])).toEqual([true]);
  });

  test.each([
    ['only a NUL', '\0'],
    ['a NUL and a text', 'c\0x'],
  ])('for %s finds no value without a NUL', async (_, search) => {
    expect(await found([['abc', search]])).toEqual([false]);
  });
});
