import { expect, test } from '@jest/globals';
import { filterCost, testsOf } from '../../src/graphql/cost/analysis.ts';
import { newWebsite } from '../support/rest.ts';
import { startTestServer } from '../support/server.ts';

const MONTH = { days: 30 };

test.each<[string, unknown, number]>([
  ['no filter', null, 0],
  ['one text', { page: { contains: '/a' } }, 1],
  [
    'texts at any depth',
    { not: { or: [{ page: { contains: 'a' } }, { visited: { event: { in: ['x'] } } }] } },
    2,
  ],
  ['several operators', { page: { contains: 'a', startsWith: '/', notIn: ['/x'] } }, 3],
])('the tests of a filter are counted: %s', (_, filter, expected) => {
  expect(Math.floor(testsOf(filter))).toBe(expected);
});

test('a filter costs its conditions times their values; the first one is part of the question', () => {
  const contains = (count: number) => ({
    or: Array.from({ length: count }, (_, index) => ({ page: { contains: `${index}` } })),
  });
  const lists = (values: number) => ({ country: { in: Array.from({ length: values }, String) } });
  expect(filterCost(contains(1), MONTH)).toBe(0);
  expect(filterCost(contains(50), MONTH)).toBeGreaterThan(10 * filterCost(contains(4), MONTH));
  expect(filterCost(lists(100), MONTH)).toBeGreaterThan(filterCost(lists(10), MONTH));
  expect(filterCost(contains(50), { days: 366 })).toBeGreaterThan(filterCost(contains(50), MONTH));
});

test('an operation pays for its filter once for each period, however many numbers it selects', async () => {
  await using server = await startTestServer();
  await newWebsite(server);
  const costOf = async (fields: string, conditions: number) => {
    const parts = Array.from({ length: conditions }, (_, index) => `{ page: { contains: "${index}" } }`);
    const period = `period(name: LAST_30_DAYS, filter: { or: [${parts}] })`;
    const query = `{ website(id: "1") { ${period} { ${fields} } } }`;
    const response = await server.call(`/graphql?${new URLSearchParams({ query })}`);
    return (await response.json()).extensions.cost.requested as number;
  };
  const rise = async (fields: string) => (await costOf(fields, 50)) - (await costOf(fields, 1));
  const one = await rise('visits');
  expect(one).toBeGreaterThan(3_000);
  expect(await rise('visits events breakdown(by: [PAGE]) { totalCount }')).toBe(one);
  expect(await rise('visits previous { visits }')).toBe(2 * one);
});
