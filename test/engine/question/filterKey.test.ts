import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseFilter } from '../../../src/engine/question/filter.ts';
import { filterKey } from '../../../src/engine/question/filterKey.ts';
import { filterInput, filterRow, holds } from '../../support/engine/filterInputs.ts';

const keyOf = (input: unknown) => filterKey(parseFilter(input, 'rest'));
const DE = { country: { in: ['DE'] } };
const chrome = { browser: { in: ['Chrome'] } };

test.each<[unknown, unknown]>([
  [null, {}],
  [null, { and: [{}] }],
  [
    { ...DE, ...chrome },
    { ...chrome, ...DE },
  ],
  [{ ...DE, ...chrome }, { and: [chrome, { and: [DE] }] }],
  [DE, { and: [DE] }],
  [DE, { or: [DE, DE] }],
  [DE, { country: { in: ['DE', 'DE'] } }],
  [{ country: { in: ['DE', 'FR'] } }, { country: { in: ['FR', 'DE'] } }],
  [{ or: [DE, chrome] }, { or: [chrome, { or: [DE, chrome] }] }],
  [{ city: { contains: 'a', in: ['b'] } }, { and: [{ city: { in: ['b'] } }, { city: { contains: 'A' } }] }],
  [{ not: { ...DE, ...chrome } }, { not: { and: [chrome, DE] } }],
])('%j and %j have the same key', (first, second) => {
  expect(keyOf(first)).toBe(keyOf(second));
});

test('filters with different meanings have different keys', () => {
  const filters = [
    ...[null, DE, { not: DE }, { not: { not: DE } }, { country: { not_in: ['DE'] } }, { os: { in: ['DE'] } }],
    ...[{ ...DE, ...chrome }, { or: [DE, chrome] }, { not: { or: [DE, chrome] } }, { not: {} }],
    ...[
      { city: { in: ['de'] } },
      { city: { in: ['DE'] } },
      { country: { contains: 'DE' } },
      { country: { in: ['DE', ''] } },
    ],
    ...[{ country: { in: ['DE","FR'] } }, { country: { in: ['DE', 'FR'] } }, { or: [DE, {}] }],
    ...[{ page: { in: ['/'] } }, { visited: { page: { in: ['/'] } } }, { visited: {} }],
    { visited: { page: { in: ['/'] }, event: { in: ['a'] } } },
    { visited: { page: { in: ['/'] } }, event: { in: ['a'] } },
    { and: [{ visited: { page: { in: ['/'] } } }, { visited: { event: { in: ['a'] } } }] },
  ];
  expect(new Set(filters.map(keyOf)).size).toBe(filters.length);
});

/** Reverses the order of all fields and lists. */
function reversed(input: unknown): unknown {
  if (Array.isArray(input)) return input.map(reversed).reverse();
  if (typeof input !== 'object' || input === null) return input;
  const entries = Object.entries(input).reverse();
  return Object.fromEntries(entries.map(([name, part]) => [name, reversed(part)]));
}

test('the key of a random filter does not depend on the order and repetition of its parts', () => {
  fc.assert(
    fc.property(filterInput, (input) => {
      const key = keyOf(input);
      expect(keyOf(reversed(input))).toBe(key);
      const filter = parseFilter(input, 'rest');
      if (!filter) return;
      for (const kind of ['all', 'any'] as const) {
        expect(filterKey({ kind, parts: [filter] })).toBe(key);
        expect(filterKey({ kind, parts: [filter, filter] })).toBe(key);
      }
      expect(filterKey({ kind: 'not', part: filter })).not.toBe(key);
    }),
    { numRuns: 500 },
  );
});

test('random filters with the same key select the same hits', () => {
  const rows = fc.sample(filterRow, { numRuns: 50, seed: 1 });
  const selections = new Map<string, string>();
  let repeated = 0;
  fc.assert(
    fc.property(filterInput, (input) => {
      const filter = parseFilter(input, 'rest');
      const selection = rows.map((row) => (filter === null || holds(filter, row) ? 1 : 0)).join('');
      const key = filterKey(filter);
      if (selections.has(key)) repeated += 1;
      expect(selections.get(key) ?? selection).toBe(selection);
      selections.set(key, selection);
    }),
    { numRuns: 1_000 },
  );
  expect(repeated).toBeGreaterThan(10);
  expect(selections.size).toBeGreaterThan(100);
});
