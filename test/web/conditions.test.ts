import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { FILTER_DIMENSIONS } from '../../src/analysis/dimensions.ts';
import {
  type Condition,
  OF_HITS,
  OPERATORS,
  type Operator,
  readFilters,
  takesSeveral,
  withValue,
  writeFilters,
} from '../../src/web/stats/filters/conditions.ts';
import { filterOf, partsOf } from '../../src/web/stats/filters/filterInput.ts';
import { partInWords } from '../../src/web/stats/filters/words.ts';
import { setEnglish } from '../support/texts.ts';

setEnglish();

const read = (query: string) => readFilters(new URLSearchParams(query));
const is = (dimension: Condition['dimension'], ...values: string[]): Condition => ({
  ...{ dimension, operator: 'is', values, visited: false },
});

const condition: fc.Arbitrary<Condition> = fc
  .record({
    dimension: fc.constantFrom(...FILTER_DIMENSIONS),
    operator: fc.constantFrom(...(Object.keys(OPERATORS) as Operator[])),
    values: fc.uniqueArray(fc.string({ maxLength: 20, unit: 'binary' }), { minLength: 1, maxLength: 4 }),
    visited: fc.boolean(),
  })
  .map(({ values, visited, ...rest }) => ({
    ...rest,
    values: takesSeveral(rest.operator) ? values : values.slice(0, 1),
    visited: visited && OF_HITS.includes(rest.dimension),
  }));

const distinct = fc.uniqueArray(condition, {
  ...{ minLength: 1, maxLength: 20 },
  selector: ({ dimension, operator, visited }) => `${dimension} ${operator} ${visited}`,
});

test('an address holds any conditions, each dimension and operator once', () => {
  fc.assert(
    fc.property(distinct, (conditions) => {
      const search = new URLSearchParams();
      writeFilters(search, conditions);
      expect(read(`?period=today&${search}`)).toEqual(conditions);
    }),
  );
});

test('addresses are short and readable', () => {
  const search = new URLSearchParams();
  writeFilters(search, [
    is('country', 'DE', 'FR'),
    { dimension: 'browser', operator: 'not', values: ['Chrome'], visited: false },
    { dimension: 'page', operator: 'starts', values: ['blog'], visited: true },
    is('campaign', ''),
  ]);
  expect(String(search)).toBe('country=DE&country=FR&browser.not=Chrome&visited.page.starts=blog&campaign=');
});

describe('a wrong address has no conditions', () => {
  test.each([
    ['an unknown operator', 'country.like=DE'],
    ['too many parts', 'country.not.is=DE'],
    ['a condition of the visit on what else happened in it', 'visited.country=DE'],
    ['an unknown dimension of what else happened', 'visited.colour=red'],
    ['a value that is too long', `page=${'x'.repeat(501)}`],
    ['too many values', Array.from({ length: 51 }, (_, n) => `page=${n}`).join('&')],
    ['too many conditions', Array.from({ length: 21 }, (_, n) => `page.contains=${n}`).join('&')],
  ])('%s', (_, query) => expect(read(query)).toBeNull());
});

test('other parameters are no conditions', () => {
  expect(read('?period=today&metric=visitors&places=city&utm=1')).toEqual([]);
});

test('the filter of the API has each condition, with its names', () => {
  expect(filterOf([])).toBeNull();
  expect(
    filterOf([
      is('landing_page', '/a', '/b'),
      { dimension: 'event', operator: 'is', values: ['Buy'], visited: true },
      { dimension: 'utm_source', operator: 'lacks', values: ['x'], visited: false },
    ]),
  ).toEqual({
    and: [
      { landingPage: { in: ['/a', '/b'] } },
      { visited: { event: { in: ['Buy'] } } },
      { utmSource: { notContains: 'x' } },
    ],
  });
});

test('a value of a row replaces the values of its dimension, and no other condition', () => {
  const others: Condition[] = [
    { dimension: 'country', operator: 'not', values: ['US'], visited: false },
    { dimension: 'page', operator: 'is', values: ['/saw'], visited: true },
  ];
  const before = [...others, is('country', 'DE', 'FR'), is('page', '/a')];
  expect(withValue(before, 'country', 'DE')).toEqual([...others, is('page', '/a'), is('country', 'DE')]);
});

test('conditions read as sentences', () => {
  const words = (query: string) => (read(query) ?? []).map(partInWords);
  expect(words('country=DE&country=FR&country=')).toEqual(['Country is Germany, France or Unknown']);
  expect(words('page.contains=a&referrer=')).toEqual(['Page contains “a”', 'Referrer is Direct']);
  expect(words('visited.page.not=/caf%25C3%25A9')).toEqual(['Saw page is not /café']);
});

test('the conditions of a saved filter are those that it was built from', () => {
  fc.assert(
    fc.property(distinct, (conditions) => {
      expect(partsOf(filterOf(conditions) ?? {})).toEqual(conditions);
    }),
  );
});
