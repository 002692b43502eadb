import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CITUS } from '../support/database.ts';
import { graphqlData, METRIC_FIELDS } from '../support/engine/asking.ts';
import { randomTraffic, record } from '../support/engine/traffic.ts';
import { newWebsite } from '../support/rest.ts';
import { NOON, startTestServer, type TestServer } from '../support/server.ts';

/** Time zones in which the day of NOON is the day before, the same, and the day after. */
const ZONES = ['Pacific/Honolulu', 'Europe/Berlin', 'Pacific/Kiritimati', 'Europe/Berlin', 'UTC'];
/** Hits up to now: days that are over, and the current one. */
const FIRST_DAY = '2026-09-20';
const DAYS = 63;

const statements: string[] = [];
let server: TestServer;
let other: TestServer;
beforeAll(async () => {
  server = await startTestServer({ onQuery: (sql) => statements.push(sql) });
  for (const [index, timezone] of ZONES.entries()) {
    const { id } = await newWebsite(server, { url: `https://w${index}.test`, timezone });
    const traffic = { websiteId: id, timezone, from: FIRST_DAY, days: DAYS, visitors: 3, seed: index };
    const hits = randomTraffic(traffic);
    await record(
      server,
      hits.filter(({ at }) => at < NOON),
    );
  }
  // Without hits.
  await newWebsite(server, { url: 'https://empty.test' });
  const { key } = await server.newAccount('other@example.com');
  await newWebsite({ ...server, call: (where, init) => server.call(where, { ...init, key }) } as TestServer, {
    url: 'https://other.test',
  });
  other = { ...server, call: (where, init = {}) => server.call(where, { ...init, key }) };
});
afterAll(() => server[Symbol.asyncDispose]());

type Numbers = Record<string, string | number | null>;
const COUNTS = ['visitors', 'visits', 'pageviews', 'events', 'bounces'];

/** The metrics of a period and of its comparison period. */
const fields = (elapsed: boolean) => `${METRIC_FIELDS} previous(elapsed: ${elapsed}) { ${METRIC_FIELDS} }`;

type Compared = Numbers & { previous: never };

/** Adds up the metrics of websites in the most obvious way. */
function addedUp(all: readonly Numbers[]): Numbers {
  const sum = (of: (one: Numbers) => number) => all.reduce((total, one) => total + of(one), 0);
  const visits = sum(({ visits: own }) => Number(own));
  const mean = (name: string) =>
    visits === 0 ? null : sum((one) => Number(one[name] ?? 0) * Number(one.visits)) / visits;
  return {
    ...Object.fromEntries(COUNTS.map((name) => [name, sum((one) => Number(one[name]))])),
    bounceRate: mean('bounceRate'),
    visitDuration: mean('visitDuration'),
    viewsPerVisit: mean('viewsPerVisit'),
  };
}

const rounded = (numbers: Numbers | null) =>
  numbers &&
  Object.fromEntries(
    Object.entries(numbers)
      .filter(([name]) => name !== 'previous')
      .map(([name, value]) => [name, value === null ? null : Number(Number(value).toFixed(6))]),
  );

const FILTER = 'filter: { device: { in: ["mobile"] } }';

describe('the totals over all websites of an account', () => {
  test.each([
    ...[
      'TODAY',
      'YESTERDAY',
      'LAST_7_DAYS',
      'LAST_30_DAYS',
      'THIS_MONTH',
      'LAST_MONTH',
      'LAST_12_MONTHS',
    ].map((name) => `name: ${name}`),
    ...['name: ALL', 'from: "2026-10-11", to: "2026-11-03"', 'from: "2026-09-30", to: "2026-09-30"'],
    ...['name: LAST_7_DAYS, compare: YEAR_AGO', `name: THIS_MONTH, ${FILTER}`, `name: ALL, ${FILTER}`],
  ])('are the sums of its websites: %s', async (args) => {
    for (const elapsed of [false, true]) {
      const { viewer, websites } = await graphqlData<{
        viewer: { period: Compared & { websites: number } };
        websites: { nodes: { period: Compared }[] };
      }>(
        server,
        `{ viewer { period(${args}) { websites ${fields(elapsed)} } }
           websites { nodes { period(${args}) { ${fields(elapsed)} } } } }`,
      );
      const { websites: count, previous, ...totals } = viewer.period;
      const periods = websites.nodes.map(({ period }) => period);
      expect(count).toBe(ZONES.length + 1);
      expect(rounded(totals)).toEqual(rounded(addedUp(periods)));
      const before = periods.flatMap(({ previous: compared }): Numbers[] => compared ?? []);
      expect(rounded(previous)).toEqual(before.length === 0 ? null : rounded(addedUp(before)));
    }
  });

  test('are read in one statement, however many periods and websites there are', async () => {
    const alias = (name: string, index: number) => `a${index}: period(name: ${name}) { ${fields(false)} }`;
    const names = ['TODAY', 'YESTERDAY', 'LAST_7_DAYS', 'LAST_30_DAYS', 'LAST_MONTH', 'LAST_12_MONTHS'];
    const many = `{ viewer { ${names.map(alias).join(' ')} } }`;
    const one = `{ viewer { a: period(name: TODAY) { visits } } }`;
    const counts: number[] = [];
    for (const [from, query] of [
      [other, one],
      [other, many],
      [server, many],
      [server, one],
    ] as const) {
      await graphqlData(from, query);
      statements.length = 0;
      await graphqlData(from, query);
      // Prisma reads the version of the schema and the websites; a transaction has statements of its own.
      counts.push(statements.filter((text) => text.includes('"DayTotal"')).length);
    }
    expect(counts).toEqual([1, 1, 1, 1]);
  });

  test('cost as much as there are websites', async () => {
    const costOf = async (from: TestServer, query: string) => {
      const response = await from.call(`/graphql?query=${encodeURIComponent(query)}`);
      return (await response.json()).extensions.cost.requested as number;
    };
    for (const query of [
      '{ viewer { period(name: LAST_30_DAYS) { visits } } }',
      '{ viewer { period(name: LAST_30_DAYS, filter: { page: { in: ["/"] } }) { visits } } }',
      '{ viewer { a: period(name: ALL) { visits previous(elapsed: true) { visits } } } }',
      '{ websites(first: 10, orderBy: { metric: VISITS, period: LAST_30_DAYS }) { totalCount } }',
    ]) {
      const [own, others] = [await costOf(server, query), await costOf(other, query)];
      expect(own - others).toBeGreaterThan(4 * ZONES.length);
    }
  });

  (CITUS ? test.skip : test)('order websites by their own numbers', async () => {
    for (const period of ['LAST_30_DAYS', 'ALL', 'TODAY']) {
      const { websites } = await graphqlData<{ websites: { nodes: { period: { pageviews: number } }[] } }>(
        server,
        `{ websites(orderBy: { metric: PAGEVIEWS, period: ${period} }) {
          nodes { period(name: ${period}) { pageviews } } } }`,
      );
      const counts = websites.nodes.map((node) => Number(node.period.pageviews));
      expect(counts.length).toBe(ZONES.length + 1);
      expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    }
  });
});
