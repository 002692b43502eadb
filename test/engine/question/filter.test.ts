import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { checkFilter, parseFilter } from '../../../src/engine/question/filter.ts';
import { FILTER_DIMENSIONS } from '../../../src/engine/registry/dimensions.ts';
import { AppError } from '../../../src/errors.ts';
import { camelCase } from '../../../src/validation/names.ts';
import {
  type FilterInput,
  type FilterRow,
  filterInput,
  filterRow,
  holds,
  renamed,
} from '../../support/engine/filterInputs.ts';
import { wrongFilters } from '../../support/engine/wrongFilters.ts';

const value = (dimension: string, valueTest: object) => ({ kind: 'value', dimension, test: valueTest });
const DE = { country: { in: ['DE'] } };
/** Adds a short title to each case. */
const titled = <T extends readonly unknown[]>(cases: readonly T[]) =>
  cases.map((row): [string, T] => [JSON.stringify(row[0]).slice(0, 80), row]);
const isDE = value('country', { in: ['DE'] });

describe('a wrong filter', () => {
  test.each(titled(wrongFilters))(
    '%s is rejected with every error and its path',
    (_, [input, errors, naming = 'rest']) => {
      expect(checkFilter(input, naming)).toEqual({ data: null, fields: errors });
    },
  );

  test('is an AppError of kind invalid', () => {
    const error = new AppError('invalid', 'The given data was invalid.', {
      fields: { 'filter.day': ['Must not be a dimension of time; use "from" and "to".'] },
    });
    expect(() => parseFilter({ day: DE }, 'rest')).toThrow(error);
  });

  test('is reported at the given path', () => {
    const { fields } = checkFilter({ and: [5] }, 'rest', ['input', 'filter']);
    expect(Object.keys(fields ?? {})).toEqual(['input.filter.and.0']);
  });
});

describe('a filter', () => {
  test.each([
    undefined,
    null,
    {},
    '',
    ' ',
    '{}',
    'null',
    { country: null },
    { and: [{}] },
    { and: [{}, {}] },
  ])('%j selects all hits', (input) => {
    expect(parseFilter(input, 'rest')).toBeNull();
  });

  const operators = ['in', 'notIn', 'contains', 'notContains', 'startsWith', 'endsWith'];
  const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const cases = FILTER_DIMENSIONS.flatMap((dimension) => operators.map((operator) => [dimension, operator]));
  test.each(cases)(
    'on %s with %s is read under its names in REST and in GraphQL',
    (dimension = '', operator = '') => {
      const tested = operator.toLowerCase().endsWith('in') ? ['a', '', 'B'] : 'Ab';
      const filter = value(dimension, { [operator]: tested });
      expect(parseFilter({ [dimension]: { [snakeCase(operator)]: tested } }, 'rest')).toEqual(filter);
      expect(parseFilter({ [camelCase(dimension)]: { [operator]: tested } }, 'graphql')).toEqual(filter);
    },
  );

  test.each(
    titled<[unknown, object]>([
      [JSON.stringify(DE), isDE],
      [{ ...DE, page: null }, isDE],
      [{ country: { in: ['DE'], contains: null } }, isDE],
      [{ country: { in: ['DE'], not_contains: 'x' } }, value('country', { in: ['DE'], notContains: 'x' })],
      [
        { ...DE, os: { in: [''] } },
        { kind: 'all', parts: [isDE, value('os', { in: [''] })] },
      ],
      [{ and: [DE, { and: [DE] }] }, { kind: 'all', parts: [isDE, isDE] }],
      [{ and: [DE] }, isDE],
      [{ or: [DE] }, isDE],
      [{ or: [DE, {}] }, { kind: 'any', parts: [isDE, { kind: 'all', parts: [] }] }],
      [{ not: DE }, { kind: 'not', part: isDE }],
      [{ not: {} }, { kind: 'not', part: { kind: 'all', parts: [] } }],
      [
        { visited: { event: { contains: '' }, not: { page: { in: ['/'] } } } },
        {
          kind: 'visited',
          part: {
            kind: 'all',
            parts: [value('event', { contains: '' }), { kind: 'not', part: value('page', { in: ['/'] }) }],
          },
        },
      ],
      [{ campaign: { in: ['a\u200b\ud800'] } }, value('campaign', { in: ['a\ufffd'] })],
      [{ city: { contains: 'Öre' } }, value('city', { contains: 'Öre' })],
      [
        { page: { contains: 'Öre b', in: ['/%c3%96'] } },
        value('page', { contains: '%C3%96re%20b', in: ['/%C3%96'] }),
      ],
      [{ exit_page: { starts_with: '/é' } }, value('exit_page', { startsWith: '/%C3%A9' })],
    ]),
  )('%s is read', (_, [input, filter]) => {
    expect(parseFilter(input, 'rest')).toEqual(filter);
  });

  test.each([
    ['country', 'in', 'de', 'DE'],
    ['country', 'not_in', 'Fr', 'FR'],
    ['continent', 'in', 'eu', 'EU'],
    ['language', 'in', 'PT', 'pt'],
    ['language', 'in', 'zh-Hant', 'zh-hant'],
    ['device', 'in', 'Mobile', 'mobile'],
    ['device', 'in', 'SMART TV', 'SMART TV'],
    ['device', 'not_in', 'Smart Display', 'smart display'],
    ['resolution', 'in', '1920X1080', '1920x1080'],
    ['channel', 'in', 'organic search', 'Organic Search'],
    ['channel', 'in', 'ai assistants', 'AI Assistants'],
    ['channel', 'in', 'sms', 'SMS'],
    ['device', 'in', '(other)', '(other)'],
    ['country', 'in', '(few)', '(few)'],
    ['utm_source', 'in', 'Mobile', 'Mobile'],
    ['event', 'in', 'de', 'de'],
    ['city', 'in', 'bonn, de', 'bonn, de'],
  ])('on %s with %s reads %s as %s', (dimension, operator, text, stored) => {
    for (const naming of ['rest', 'graphql'] as const) {
      const [name, key] = naming === 'rest' ? [dimension, operator] : [dimension, operator].map(camelCase);
      const tested = value(dimension, { [camelCase(operator)]: [stored] });
      expect(parseFilter({ [name as string]: { [key as string]: [text] } }, naming)).toEqual(tested);
    }
  });

  const nested = (levels: number): object => (levels === 1 ? DE : { and: [nested(levels - 1), DE] });
  test.each([
    ['50 conditions', { or: Array(50).fill(DE) }],
    [
      '50 conditions of which some are in one test',
      { or: Array(48).fill(DE), city: { contains: 'a', ends_with: 'b' } },
    ],
    ['5 levels', nested(5)],
    ['100 values', { city: { in: Array(100).fill('a') } }],
    ['500 characters', { city: { contains: 'x'.repeat(500) } }],
    ['65,536 characters of JSON', JSON.stringify(DE).padEnd(65_536)],
    ['250 filters', { and: [...Array(49).fill({ or: Array(4).fill({}) }), { or: [{}, {}, {}] }] }],
  ])('may have %s', (_, input) => {
    expect(checkFilter(input, 'rest').fields).toBeNull();
  });
});

/** Values of closed lists in the spelling in which they are stored. */
const SPELLED: Record<string, Record<string, string>> = { country: { de: 'DE' }, language: { DE: 'de' } };

/** Whether a filter before validation holds for values by dimension; of a visit with one hit. */
function holdsInput(input: FilterInput, row: FilterRow): boolean {
  return Object.entries(input).every(([field, part]) => {
    const filters = part as FilterInput[];
    if (field === 'and') return filters.every((filter) => holdsInput(filter, row));
    if (field === 'or') return filters.some((filter) => holdsInput(filter, row));
    if (field === 'not') return !holdsInput(part as FilterInput, row);
    if (field === 'visited') return holdsInput(part as FilterInput, row);
    const text = row[field as keyof FilterRow];
    const lower = text.toLowerCase();
    return Object.entries(part as Record<string, string | string[]>).every(([operator, tested]) => {
      if (typeof tested !== 'string') {
        const values = tested.map((one) => SPELLED[field]?.[one] ?? one);
        return values.includes(text) === (operator === 'in');
      }
      const stored = /page$/.test(field) ? encodeURI(tested).toLowerCase() : tested.toLowerCase();
      if (operator === 'starts_with') return lower.startsWith(stored);
      if (operator === 'ends_with') return lower.endsWith(stored);
      return lower.includes(stored) === (operator === 'contains');
    });
  });
}

test('a random valid filter keeps its meaning, in REST, as JSON and in GraphQL', () => {
  let selected = 0;
  fc.assert(
    fc.property(filterInput, filterRow, (input, values) => {
      const filter = parseFilter(input, 'rest');
      expect(parseFilter(JSON.stringify(input), 'rest')).toEqual(filter);
      expect(parseFilter(renamed(input, camelCase), 'graphql')).toEqual(filter);
      const expected = holdsInput(input, values);
      expect(filter === null || holds(filter, values)).toBe(expected);
      if (filter && expected) selected += 1;
    }),
    { numRuns: 500 },
  );
  expect(selected).toBeGreaterThan(10);
});

test('random JSON is read or rejected with an AppError, and changes nothing', () => {
  const fields = ['country', 'page', 'visited', 'and', 'or', 'not', 'in', 'contains', 'day', 'x'];
  const names = fc.constantFrom(...fields);
  const json = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'large', withCrossShrink: true },
      fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.constant(undefined)),
      fc.array(tie('any'), { maxLength: 4 }),
      fc.dictionary(names, tie('any'), { maxKeys: 4 }),
    ),
  })).any;
  fc.assert(
    fc.property(json, fc.constantFrom('rest', 'graphql'), (input, naming) => {
      const before = JSON.stringify(input);
      const { fields } = checkFilter(input, naming);
      expect(JSON.stringify(input)).toBe(before);
      if (fields) expect(() => parseFilter(input, naming)).toThrow(AppError);
      for (const [path, messages] of Object.entries(fields ?? {})) {
        expect(path).toMatch(/^filter(\..*)?$/s);
        for (const message of messages) expect(message).toMatch(/^[A-Z"].*[.?]$/s);
      }
    }),
    { numRuns: 500 },
  );
});

describe('a hostile filter is rejected after a bounded number of steps', () => {
  /** Counts how often a filter, or a list, is looked at. */
  function counted<T extends object>(target: T): { input: T; count: () => number } {
    let count = 0;
    const input = new Proxy(target, {
      get: (object, name) => {
        count += 1;
        return Reflect.get(object, name);
      },
      ownKeys: (object) => {
        count += 1;
        return Reflect.ownKeys(object);
      },
    });
    return { input, count: () => count };
  }

  test('that contains one filter 6 million times', () => {
    const { input, count } = counted({});
    let filter: object = input;
    for (let level = 1; level < 5; level++) filter = { or: Array(50).fill(filter) };
    expect(Object.keys(checkFilter(filter, 'rest').fields ?? {})).toEqual(['filter']);
    expect(count()).toBeLessThanOrEqual(250);
  });

  test('that contains one condition with 100 values 100,000 times', () => {
    const { input, count } = counted({ in: Array(100).fill('x'.repeat(500)) });
    let filter: object = Object.fromEntries(FILTER_DIMENSIONS.map((name) => [name, input]));
    for (let level = 1; level < 4; level++) filter = { and: Array(17).fill(filter) };
    expect(Object.keys(checkFilter(filter, 'rest').fields ?? {})).toEqual(['filter']);
    expect(count()).toBeLessThanOrEqual(150);
  });

  test('that is nested 100,000 levels deep', () => {
    const { input, count } = counted({});
    let filter: object = input;
    for (let level = 0; level < 100_000; level++) filter = level % 2 ? { and: [filter] } : { not: filter };
    expect(checkFilter(filter, 'rest').fields).not.toBeNull();
    expect(count()).toBe(0);
  });

  test.each([
    ['of values', (list: unknown[]) => ({ city: { in: list } })],
    ['of filters', (list: unknown[]) => ({ or: list })],
  ])('that has a list %s of a megabyte', (_, filterOf) => {
    const { input, count } = counted(Array<unknown>(250_000).fill({}));
    expect(checkFilter(filterOf(input), 'rest').fields).not.toBeNull();
    expect(count()).toBeLessThanOrEqual(5);
  });

  test('that has 100,000 unknown fields', () => {
    const filter = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`field${index}`, {}]));
    const { fields } = checkFilter(filter, 'rest');
    expect(Object.keys(fields ?? {})).toHaveLength(21);
    expect(fields?.filter).toEqual(['Has more than 20 errors; the others are not listed.']);
  });

  test('that is JSON of 64 KiB nested as deep as possible', () => {
    expect(checkFilter('['.repeat(32_768) + ']'.repeat(32_768), 'rest').fields?.filter).toEqual([
      'Must be an object, such as {"country": {"in": ["DE"]}}; got a list.',
    ]);
  });
});
