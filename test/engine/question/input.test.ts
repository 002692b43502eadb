import { describe, expect, test } from '@jest/globals';
import type { Naming } from '../../../src/engine/question/filterNames.ts';
import {
  breakdownRules,
  defaultOrder,
  parseBreakdown,
  parseMetrics,
} from '../../../src/engine/question/input.ts';
import { DIMENSION_NAMES } from '../../../src/engine/registry/dimensions.ts';
import { METRIC_NAMES } from '../../../src/engine/registry/metrics.ts';
import { AppError, type FieldErrors } from '../../../src/errors.ts';
import { jsonSchemaOf } from '../../../src/validation/jsonSchema.ts';
import { encodeCursor } from '../../../src/validation/paging.ts';

const DAYS = { from: '2026-11-01', to: '2026-11-30' };
const QUESTION = {
  from: 20261101,
  to: 20261130,
  filter: null,
  by: ['country'],
  order: { metric: 'visitors', direction: 'desc' },
  search: null,
  positive: null,
  untilHour: null,
  hideBelow: 0,
  offset: 0,
  limit: 20,
};
const isDE = { kind: 'value', dimension: 'country', test: { in: ['DE'] } };
const METRIC_LIST = METRIC_NAMES.join(', ');
const DIMENSION_LIST = DIMENSION_NAMES.join(', ');

/** Returns the error messages by field; null without an error. */
function errorsOf(parse: () => unknown): FieldErrors | null {
  try {
    parse();
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.details.fields ?? null;
  }
}

describe('the arguments of a breakdown in REST', () => {
  test.each<[Record<string, unknown>, object]>([
    [{}, {}],
    [{ by: 'country, browser' }, { by: ['country', 'browser'] }],
    [
      { by: 'day,page,country' },
      { by: ['day', 'page', 'country'], order: { metric: 'pageviews', direction: 'desc' } },
    ],
    [{ sort: '-bounce_rate' }, { order: { metric: 'bounce_rate', direction: 'desc' } }],
    [{ sort: 'visits' }, { order: { metric: 'visits', direction: 'asc' } }],
    [
      { by: 'day', sort: '-visits' },
      { by: ['day'], order: { metric: 'visits', direction: 'desc' } },
    ],
    [{ sort: '', search: '', filter: '', per_page: '', page: '' }, {}],
    [{ filter: '{"country": {"in": ["DE"]}}' }, { filter: isDE }],
    [{ search: 'Öre\u200b b' }, { search: ['Öre b'] }],
    [
      { by: 'city,page', search: 'Ö b' },
      {
        by: ['city', 'page'],
        search: ['Ö b', '%C3%96%20b'],
        order: { metric: 'pageviews', direction: 'desc' },
      },
    ],
    [
      { by: 'exit_page,day', search: 'Ö b' },
      {
        by: ['exit_page', 'day'],
        search: ['%C3%96%20b', 'Ö b'],
        order: { metric: 'visits', direction: 'desc' },
      },
    ],
    [
      { per_page: '10', page: '3' },
      { offset: 20, limit: 10 },
    ],
    [{ per_page: '100' }, { limit: 100 }],
    [{ other: 'x' }, {}],
  ])('%j are read', (args, expected) => {
    expect(parseBreakdown({ by: 'country', ...DAYS, ...args }, 'rest')).toEqual({ ...QUESTION, ...expected });
  });

  test.each<[Record<string, unknown>, FieldErrors]>([
    [{ by: undefined }, { by: ['Is required.'] }],
    [{ by: '' }, { by: ['Is required.'] }],
    [{ by: ['country', 'browser'] }, { by: ['Must be a single string.'] }],
    [{ by: 'contry' }, { by: ['"contry" is not a dimension. Did you mean "country"?'] }],
    [
      { by: 'landingPage,size' },
      {
        by: [
          '"landingPage" is not a dimension. Did you mean "landing_page"?',
          `"size" is not a dimension. Must be one of: ${DIMENSION_LIST}.`,
        ],
      },
    ],
    [{ by: 'country,' }, { by: [`"" is not a dimension. Must be one of: ${DIMENSION_LIST}.`] }],
    [{ by: 'constructor' }, { by: [`"constructor" is not a dimension. Must be one of: ${DIMENSION_LIST}.`] }],
    [{ by: 'country,os,device,city' }, { by: ['Must have 1 to 3 dimensions; got 4.'] }],
    [{ by: 'country,os,country' }, { by: ['Must not have a dimension twice.'] }],
    [{ by: 'x'.repeat(201) }, { by: ['Must be at most 200 characters long.'] }],
    [{ sort: '-vistors' }, { sort: ['"vistors" is not a metric. Did you mean "visitors"?'] }],
    [{ sort: '--visitors' }, { sort: ['"-visitors" is not a metric. Did you mean "visitors"?'] }],
    [{ sort: 'max' }, { sort: [`"max" is not a metric. Must be one of: ${METRIC_LIST}.`] }],
    [{ sort: ['visitors'] }, { sort: ['Must be a single string.'] }],
    [{ search: 'x'.repeat(256) }, { search: ['Must be at most 255 characters long.'] }],
    [{ per_page: '9' }, { per_page: ['Must be an integer from 10 to 100.'] }],
    [{ page: '0' }, { page: ['Must be an integer from 1 to 1000000.'] }],
    [{ from: '2026-11-31' }, { from: ['Must be a valid date, for example 2026-11-21.'] }],
    [{ to: '2026-10-31' }, { to: ['Must be the same day as `from`, or later.'] }],
    [
      { filter: ['{}', '{}'] },
      { filter: ['Must be an object, such as {"country": {"in": ["DE"]}}; got a list.'] },
    ],
    [
      { by: 'x', from: undefined, filter: '{"day": {}}', sort: 'y', per_page: 5 },
      {
        by: [`"x" is not a dimension. Must be one of: ${DIMENSION_LIST}.`],
        from: ['Is required.'],
        'filter.day': ['Must not be a dimension of time; use "from" and "to".'],
        sort: [`"y" is not a metric. Must be one of: ${METRIC_LIST}.`],
        per_page: ['Must be an integer from 10 to 100.'],
      },
    ],
  ])('%j are rejected with every error', (args, errors) => {
    expect(errorsOf(() => parseBreakdown({ by: 'country', ...DAYS, ...args }, 'rest'))).toEqual(errors);
  });
});

describe('the arguments of a breakdown in GraphQL', () => {
  test.each<[Record<string, unknown>, object]>([
    [{ orderBy: null, search: null, filter: null, per_page: null, after: null }, {}],
    [
      { orderBy: { metric: 'views_per_visit', direction: 'asc' } },
      { order: { metric: 'views_per_visit', direction: 'asc' } },
    ],
    [{ orderBy: { metric: 'visits' } }, { order: { metric: 'visits', direction: 'desc' } }],
    [
      { filter: { not: { landingPage: { startsWith: '/b' } } } },
      {
        filter: {
          kind: 'not',
          part: { kind: 'value', dimension: 'landing_page', test: { startsWith: '/b' } },
        },
      },
    ],
    [
      { after: encodeCursor(40), per_page: 50 },
      { offset: 40, limit: 50 },
    ],
  ])('%j are read', (args, expected) => {
    expect(parseBreakdown({ by: ['country'], ...DAYS, ...args }, 'graphql')).toEqual({
      ...QUESTION,
      ...expected,
    });
  });

  test.each<[Record<string, unknown>, FieldErrors]>([
    [{ by: [] }, { by: ['Must have 1 to 3 dimensions; got 0.'] }],
    [{ by: ['country', 'os', 'city', 'page'] }, { by: ['Must have 1 to 3 dimensions; got 4.'] }],
    [{ by: ['os', 'os'] }, { by: ['Must not have a dimension twice.'] }],
    [{ filter: '{}' }, { filter: ['Must be an object, such as {"country": {"in": ["DE"]}}; got "{}".'] }],
    [
      { per_page: 101, after: 'x', filter: { utmTerm: {} } },
      {
        per_page: ['Must be an integer from 10 to 100.'],
        after: ['Must be a cursor from an earlier response.'],
        'filter.utmTerm': [
          'Must have one or more operators: in, notIn, contains, notContains, startsWith, endsWith.',
        ],
      },
    ],
  ])('%j are rejected with every error', (args, errors) => {
    expect(errorsOf(() => parseBreakdown({ by: ['country'], ...DAYS, ...args }, 'graphql'))).toEqual(errors);
  });
});

describe('the default order', () => {
  test.each([
    [['country'], 'visitors'],
    [['browser', 'day'], 'visitors'],
    [['channel'], 'visits'],
    [['country', 'referrer'], 'visits'],
    [['page'], 'pageviews'],
    [['page', 'landing_page', 'country'], 'pageviews'],
    [['event'], 'events'],
    [['page', 'event'], 'events'],
  ] as const)('of %j is by %s, the largest first', (by, metric) => {
    expect(defaultOrder(by)).toEqual({ metric, direction: 'desc' });
  });

  test('of dimensions of time is chronological', () => {
    expect(defaultOrder(['month', 'day'])).toBeNull();
  });
});

describe('the arguments of metrics', () => {
  test.each<[Record<string, unknown>, Naming, object]>([
    [{}, 'rest', {}],
    [{ compare: '', filter: '{"country":{"in":["DE"]}}' }, 'rest', { filter: isDE }],
    [{ compare: 'year_ago' }, 'rest', { compare: 'year_ago' }],
    [{ elapsed: '1' }, 'rest', { elapsed: true }],
    [
      { compare_from: '2026-10-01', compare_to: '2026-10-02' },
      'rest',
      { compare: { from: '2026-10-01', to: '2026-10-02' } },
    ],
    [{ compare: 'none', filter: { country: { in: ['DE'] } } }, 'graphql', { compare: 'none', filter: isDE }],
  ])('%j in %s are read', (args, naming, expected) => {
    const read = { ...DAYS, filter: null, compare: 'previous', elapsed: false, ...expected };
    expect(parseMetrics({ ...DAYS, ...args }, naming)).toEqual(read);
  });

  test('are rejected with every error', () => {
    expect(errorsOf(() => parseMetrics({ from: '1', compare: 'x', filter: 'x' }, 'rest'))).toEqual({
      from: ['Must be a valid date, for example 2026-11-21.'],
      to: ['Is required.'],
      compare: ['Must be one of: previous, same_weekdays, year_ago, none.'],
      filter: ['Must be JSON, such as {"country": {"in": ["DE"]}}.'],
    });
  });
});

test('the rules of REST describe their input as strings', () => {
  expect(jsonSchemaOf(breakdownRules.by)).toEqual({ type: 'string', maxLength: 200 });
  expect(jsonSchemaOf(breakdownRules.sort)).toMatchObject({
    type: 'string',
    enum: expect.arrayContaining(['-visits']),
  });
});
