import { describe, expect, test } from '@jest/globals';
import { FILTER_DIMENSIONS } from '../../src/engine/registry/dimensions.ts';
import { graphql, graphqlData, graphqlFilter, METRIC_FIELDS, metricsOf } from '../support/engine/asking.ts';
import { knownFilters } from '../support/engine/knownFilters.ts';
import { recordSmallSite, SMALL_PERIOD } from '../support/engine/smallSite.ts';
import { wrongFilters } from '../support/engine/wrongFilters.ts';
import { sharedServer } from '../support/shared.ts';

const server = sharedServer({}, recordSmallSite);

const QUERY = `query ($filter: FilterInput, $from: Date!, $to: Date!) {
  website(id: "1") { period(from: $from, to: $to, filter: $filter) { ${METRIC_FIELDS} } } }`;

interface Data {
  website: { period: Record<string, unknown> };
}

describe('a filter', () => {
  test.each(knownFilters.map(([filter, known]) => [JSON.stringify(filter), filter, known] as const))(
    '%s',
    async (_, filter, known) => {
      const variables = { ...SMALL_PERIOD, filter: graphqlFilter(filter) };
      const { website } = await graphqlData<Data>(server(), QUERY, variables);
      const { visitors, visits, pageviews, events, bounces } = metricsOf(website.period);
      expect([visitors, visits, pageviews, events, bounces]).toEqual(known);
    },
  );

  test('has all dimensions and operators in the table above', () => {
    const text = JSON.stringify(knownFilters.map(([filter]) => filter));
    const operators = ['in', 'not_in', 'contains', 'not_contains', 'starts_with', 'ends_with'];
    for (const name of [...FILTER_DIMENSIONS, ...operators, 'visited', 'and', 'or', 'not'])
      expect(text).toContain(`"${name}":`);
  });

  test('may be null, as an argument and in its fields', async () => {
    const filters = [null, { country: null }, { country: { in: ['DE'], notIn: null }, or: null }];
    const visits = filters.map(async (filter) => {
      const { website } = await graphqlData<Data>(server(), QUERY, { ...SMALL_PERIOD, filter });
      return website.period.visits;
    });
    expect(await Promise.all(visits)).toEqual([7, 7, 4]);
  });
});

test('the mean values describe the selected visits as wholes', async () => {
  const filter = { page: { in: ['/blog/a'] } };
  const { website } = await graphqlData<Data>(server(), QUERY, { ...SMALL_PERIOD, filter });
  // A bounce, and 12 minutes with two pageviews and an event.
  expect(metricsOf(website.period)).toEqual({
    visitors: 2,
    visits: 2,
    pageviews: 2,
    events: 1,
    bounces: 1,
    bounce_rate: 0.5,
    visit_duration: 360,
    views_per_visit: 1.5,
  });
});

test('nothing selected has zeros, and no mean values', async () => {
  const filter = { country: { in: ['XX'] } };
  const { website } = await graphqlData<Data>(server(), QUERY, { ...SMALL_PERIOD, filter });
  expect(metricsOf(website.period)).toEqual({
    visitors: 0,
    visits: 0,
    pageviews: 0,
    events: 0,
    bounces: 0,
    bounce_rate: null,
    visit_duration: null,
    views_per_visit: null,
  });
});

/** Wrong filters with the names of GraphQL. The schema itself refuses some of them. */
const wrong = wrongFilters.filter(([, , naming]) => naming === 'graphql');

test.each(wrong.map(([filter, errors]) => [JSON.stringify(filter), filter, errors] as const))(
  'a wrong filter is refused, by the schema or with the path to the wrong part: %s',
  async (_, filter, errors) => {
    const response = await graphql(server(), QUERY, { ...SMALL_PERIOD, filter });
    const [error] = response.errors ?? [];
    const isOfSchema = error?.extensions.errors === undefined;
    if (isOfSchema) expect(error?.message).toMatch(/^Variable "\$filter" got invalid value/);
    else expect(error?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', errors });
  },
);

test('a filter that the schema allows is refused with the path to each wrong part', async () => {
  const long = 'x'.repeat(501);
  const filter = {
    country: { in: [] },
    city: {},
    page: { contains: long },
    or: [{ not: { and: [] } }],
    not: { not: { not: { not: { not: {} } } } },
  };
  const response = await graphql(server(), QUERY, { ...SMALL_PERIOD, filter });
  expect(response.errors?.[0]?.extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    errors: {
      'filter.country.in': ['Must have at least one value.'],
      'filter.city': [expect.stringContaining('Must have one or more operators')],
      'filter.page.contains': ['Must be at most 500 characters long; got 501.'],
      'filter.or.0.not.and': ['Must have at least one filter.'],
      'filter.not.not.not.not.not': ['Must be at most 5 levels deep, including the outermost filter.'],
    },
  });
});
