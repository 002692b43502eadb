import { expect, test } from '@jest/globals';
import { searchIn } from '../../src/web/stats/searchIn.ts';

const valuesOf = (dimension: string, text: string) => {
  const { filter } = searchIn([dimension], text, null);
  return (filter?.and?.[0] as Record<string, { in: string[] }> | undefined)?.[dimension]?.in;
};

test.each([
  ['country', 'germany', ['DE']],
  ['country', 'Côte d’I', ['CI']],
  ['country', 'cote d’i', ['CI']],
  ['language', 'German', expect.arrayContaining(['de'])],
  ['device', 'mob', ['mobile']],
  ['channel', 'social', ['Organic Social', 'Paid Social']],
])('%s is found by name: %s', (dimension, text, expected) => {
  expect(valuesOf(dimension, text)).toEqual(expected);
});

test('names that begin with the text come first, and no more than a filter takes', () => {
  const found = valuesOf('country', 'a') ?? [];
  expect(found).toHaveLength(100);
  expect(found.slice(0, 3)).toEqual(['AC', 'AD', 'AF']);
});

test('a code is found as it is stored', () => {
  expect(valuesOf('country', 'de')).toContain('DE');
});

test('what no name contains is searched among the stored values, under the given filter', () => {
  const given = { browser: { in: ['Firefox'] } };
  expect(searchIn(['country'], ' xyz ', given)).toEqual({ search: 'xyz', filter: given, byName: false });
  expect(searchIn(['page'], 'germany', given)).toEqual({ search: 'germany', filter: given, byName: false });
  expect(searchIn(['country'], ' ', null)).toEqual({ search: null, filter: null, byName: false });
});

test('of several dimensions, each is searched by its names or values, besides the given filter', () => {
  const given = { and: [{ browser: { in: ['Firefox'] } }], page: { in: ['/'] } };
  expect(searchIn(['country', 'utm_source', 'week', 'device'], 'germany', given).filter).toEqual({
    page: { in: ['/'] },
    and: [
      { browser: { in: ['Firefox'] } },
      {
        or: [
          { country: { in: ['DE'] } },
          { utmSource: { contains: 'germany' } },
          { device: { contains: 'germany' } },
        ],
      },
    ],
  });
});
