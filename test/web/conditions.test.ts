import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { FILTER_DIMENSIONS } from '../../src/engine/registry/dimensions.ts';
import {
  type Condition,
  type FilterPart,
  OF_HITS,
  OPERATORS,
  type Operator,
  readFilters,
  takesSeveral,
  writeFilters,
} from '../../src/web/stats/filters/conditions.ts';
import { filterOf, partsOf } from '../../src/web/stats/filters/filterInput.ts';
import { oppositeOf } from '../../src/web/stats/filters/readAlternatives.ts';
import { withRow } from '../../src/web/stats/filters/rowFilter.ts';
import { partsInWords } from '../../src/web/stats/filters/words.ts';
import { NO_GOALS } from '../../src/web/stats/goals/goalNames.ts';
import { setEnglish } from '../support/texts.ts';

setEnglish();

const read = (query: string) => readFilters(new URLSearchParams(query));
const is = (dimension: Condition['dimension'], ...values: string[]): Condition => ({
  dimension,
  operator: 'is',
  values,
  visited: false,
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
  minLength: 1,
  maxLength: 20,
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
  expect(String(search)).toBe(
    'country.is=DE&country.is=FR&browser.not=Chrome&visited.page.starts=blog&campaign.is=',
  );
});

describe('a wrong address has no conditions', () => {
  test.each([
    ['an unknown operator', 'country.like=DE'],
    ['too many parts', 'country.not.is=DE'],
    ['a condition of the visit on what else happened in it', 'visited.country=DE'],
    ['an unknown dimension of what else happened', 'visited.colour=red'],
    ['a value that is too long', `page=${'x'.repeat(501)}`],
    ['too many values', Array.from({ length: 51 }, (_, n) => `page.is=${n}`).join('&')],
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
  expect(withRow(before, [['country', 'DE']])).toEqual([...others, is('page', '/a'), is('country', 'DE')]);
});

const saw = (page: string): Condition => ({ ...is('page', page), visited: true });

describe('a row of hits selects visits', () => {
  test('a page is one that they saw, and an event one that they had', () => {
    expect(withRow([], [['page', '/a']])).toEqual([saw('/a')]);
    expect(withRow([], [['event', 'Buy']])).toEqual([{ ...is('event', 'Buy'), visited: true }]);
  });

  test('a second page is one that they saw as well', () => {
    const both = withRow([saw('/a')], [['page', '/b']]);
    expect(filterOf(both)).toEqual({
      visited: { page: { in: ['/b'] } },
      and: [{ visited: { page: { in: ['/a'] } } }],
    });
    expect(partsInWords(both, NO_GOALS)).toEqual(['Saw page is /a', 'Saw page is /b']);
    expect(withRow(both, [['page', '/a']])).toEqual(both);
    expect(withRow(both, [['page', '/b']])).toEqual(both);
  });

  test('a page and an event of one row belong to the same hit', () => {
    const values = [['page', '/a'] as const, ['event', 'Buy'] as const, ['country', 'DE'] as const];
    expect(withRow([], values)).toEqual([
      is('country', 'DE'),
      { filter: { visited: { page: { in: ['/a'] }, event: { in: ['Buy'] } } } },
    ]);
  });
});

test('the opposite of a condition on whole values selects the others', () => {
  const opposite = (part: FilterPart) => oppositeOf(part)?.opposite ?? null;
  expect(opposite(is('country', 'DE'))).toEqual({ ...is('country', 'DE'), operator: 'not' });
  expect(opposite(saw('/a'))).toEqual({ filter: { not: { visited: { page: { in: ['/a'] } } } } });
  for (const part of [is('country', 'DE'), saw('/a')]) expect(opposite(opposite(part) ?? part)).toEqual(part);
  expect(opposite({ ...is('page', '/a'), operator: 'starts' })).toBeNull();
});

describe('names of conditions', () => {
  const tags = 'utm_source=news&utm_medium=email&utm_campaign=a&utm_term=b&utm_content=c&utm_id=1';

  test.each([
    tags,
    'source=pwa&campaign=may',
    'channel=mail&referrer=app',
    'ref=hn&gclid=1&fbclid=2&mc_cid=3',
  ])('no tag is a condition: %s', (query) => expect(read(query)).toEqual([]));

  test('no condition has the name of a tag: each has a dot', () => {
    fc.assert(
      fc.property(distinct, (conditions) => {
        const search = new URLSearchParams();
        writeFilters(search, conditions);
        expect([...search.keys()].filter((name) => !name.includes('.'))).toEqual([]);
      }),
    );
  });

  test('conditions of earlier versions are read unless they can be tags', () => {
    expect(read('country=DE&country=FR&page=/a&city=')).toEqual([
      ...[is('country', 'DE', 'FR'), is('page', '/a'), is('city', '')],
    ]);
    expect(read('utm_source.is=news&utm_source.contains=n')).toHaveLength(2);
    expect(read('country=DE&country.is=FR')).toEqual([is('country', 'DE', 'FR')]);
  });
});

test('conditions read as sentences', () => {
  const words = (query: string) => partsInWords(read(query) ?? [], NO_GOALS);
  expect(words('country.is=DE&country.is=FR&country.is=')).toEqual(['Country is Germany, France or Unknown']);
  expect(words('page.contains=a&referrer.is=')).toEqual(['Page contains “a”', 'Referrer is Direct']);
  expect(words('visited.page.not=/caf%25C3%25A9')).toEqual(['Saw page is not /café']);
  expect(words('host.is=blog.example.com&host.is=')).toEqual(['Hostname is blog.example.com or Unknown']);
  expect(words('visited.host.ends=.example.com')).toEqual(['Visited hostname ends with “.example.com”']);
});

test('the conditions of a saved filter are those that it was built from', () => {
  fc.assert(
    fc.property(distinct, (conditions) => {
      expect(partsOf(filterOf(conditions) ?? {})).toEqual(conditions);
    }),
  );
});
