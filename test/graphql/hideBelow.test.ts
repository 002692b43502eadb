import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { STAT_NAMES } from '../../src/engine/registry/statistics.ts';
import { PLAIN_DIMENSIONS } from '../support/dimensions.ts';
import { graphql, graphqlData } from '../support/engine/asking.ts';
import { recordSmallSite, SMALL_PERIOD } from '../support/engine/smallSite.ts';
import { everyField, SHOWN_BEHAVIOUR } from '../support/everyField.ts';
import { changeWebsite, newKey, rest } from '../support/rest.ts';
import type { TestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared.ts';

const server = sharedServer({}, async (started) => {
  await recordSmallSite(started);
  await changeWebsite(started, 1, { privacy: 0 });
});

/** The server as a viewer with another key, or with none, sees it. */
function as(key: string | null): TestServer {
  const one = server();
  return { ...one, call: (where, init = {}) => one.call(where, { ...init, key }) };
}

const hide = (hideBelow: number | null) => changeWebsite(server(), 1, { hide_below: hideBelow });

const DAYS = `from: "${SMALL_PERIOD.from}", to: "${SMALL_PERIOD.to}"`;
const TIMES = ['hour', 'day', 'week', 'month'];
const OVER_TIME = ['visitors', 'visits', 'pageviews', 'visitors_hours', 'pageviews_hours'];

interface Counted {
  value: string;
  label: string;
  count: number;
}

interface Page {
  totalCount: number;
  sum: number;
  nodes: Counted[];
  pageInfo: { endCursor: string | null; hasNextPage: boolean };
}

const PAGE = 'totalCount sum nodes { value label count } pageInfo { endCursor hasNextPage }';

/** Reads a statistic, of the website or of a period of it. */
async function stats(viewer: TestServer, args: string, path: 'stats' | 'period' = 'stats'): Promise<Page> {
  const field = path === 'stats' ? `stats(${DAYS}, ${args})` : `period(${DAYS}) { stats(${args})`;
  const query = `{ website(id: "1") { ${field} { ${PAGE} } ${path === 'stats' ? '' : '}'} } }`;
  const { website } = await graphqlData<{ website: { stats: Page; period: { stats: Page } } }>(viewer, query);
  return path === 'stats' ? website.stats : website.period.stats;
}

type Row = { values: { value: string; label: string }[] } & Record<string, number>;

async function breakdown(viewer: TestServer, args: string): Promise<{ totalCount: number; nodes: Row[] }> {
  const { website } = await graphqlData<{
    website: { period: { breakdown: { totalCount: number; nodes: Row[] } } };
  }>(
    viewer,
    `{ website(id: "1") { period(${DAYS}) { breakdown(first: 100, ${args}) {
      totalCount nodes { values { value label } visitors visits pageviews events } } } } }`,
  );
  return website.period.breakdown;
}

const countsOf = ({ visitors, visits, pageviews, events }: Row) => [visitors, visits, pageviews, events];
const addUp = (rows: readonly Row[]) =>
  [0, 1, 2, 3].map((index) => rows.reduce((sum, row) => sum + (countsOf(row)[index] as number), 0));

describe.each([2, 3])('with hideBelow %i, viewers of a public page see', (least) => {
  test.each(STAT_NAMES)('%s', async (name) => {
    await hide(least);
    const args = `name: ${name.toUpperCase()}, first: 100`;
    const all = await stats(server(), args);
    const isOverTime = OVER_TIME.includes(name);
    const shown = all.nodes.filter(({ count }) => isOverTime || count >= least);
    const few = all.sum - shown.reduce((sum, { count }) => sum + count, 0);
    const last = few > 0 ? [{ value: '(few)', label: 'Small counts', count: few }] : [];
    for (const path of ['stats', 'period'] as const) {
      const seen = await stats(as(null), args, path);
      expect(seen.nodes).toEqual([...shown, ...last]);
      expect([seen.totalCount, seen.sum]).toEqual([seen.nodes.length, all.sum]);
    }
    const turned = await stats(as(null), `${args}, sort: MIN`);
    expect(turned.nodes.slice(shown.length)).toEqual(last);
  });

  test.each(PLAIN_DIMENSIONS.map((name) => [name]))('the breakdown by %s', async (name) => {
    await hide(least);
    for (const by of [name.toUpperCase(), `${name.toUpperCase()}, ${name === 'os' ? 'PAGE' : 'OS'}`]) {
      const all = await breakdown(server(), `by: [${by}]`);
      const seen = await breakdown(as(null), `by: [${by}]`);
      const isOverTime = TIMES.includes(name) && !by.includes(',');
      const isShown = ({ visitors = 0 }: Row) => isOverTime || visitors >= least;
      const shown = all.nodes.filter(isShown);
      const hidden = all.nodes.filter((row) => !isShown(row));
      expect(seen.nodes.slice(0, shown.length)).toEqual(shown);
      const rest = seen.nodes.slice(shown.length);
      expect([seen.totalCount, rest.length]).toEqual([seen.nodes.length, hidden.length > 0 ? 1 : 0]);
      for (const row of rest) {
        expect(row.values.map(({ value, label }) => [value, label])).toEqual(
          by.split(',').map(() => ['(few)', 'Small counts']),
        );
        expect(countsOf(row)).toEqual(addUp(hidden));
      }
    }
  });
});

const METRICS = '{ visitors visits pageviews events bounces series { points { at visitors visits } } }';

const ARGUMENTS = {
  ...SHOWN_BEHAVIOUR,
  // These would cost more than viewers without a key may ask for; test/stats/behaviour asks for menus.
  'Period.series': 'by: MONTH',
  ...{ 'Website.events': null, 'Website.pageProperties': null },
  'Website.period': DAYS,
  'Website.stats': `name: COUNTRY, ${DAYS}`,
  'Website.dropped': DAYS,
  'Website.spamDomains': DAYS,
  'Website.annotations': DAYS,
  'Website.shownFunnels': 'first: 1',
  'Period.stats': 'name: COUNTRY',
  'Period.panel': 'name: COUNTRY',
  'Period.breakdown': 'by: [COUNTRY]',
};

/** All `value` fields in a response. */
const valuesIn = (answer: unknown): unknown[] =>
  Object.entries(answer ?? {}).flatMap(([name, item]) =>
    typeof item === 'object' ? valuesIn(item) : name === 'value' ? [item] : [],
  );

describe('a website that hides small counts', () => {
  test('shows others no value with a small count, in any field', async () => {
    await hide(1_000);
    // Imports have no values, and viewers without an account could not ask for all fields together.
    const fields = everyField('Website', ARGUMENTS, ['Account', 'ImportConnection']);
    const query = `{ website(id: "1") { ${fields} } }`;
    const own = new Set(valuesIn((await graphql(server(), query)).data));
    // The page is that of a present visitor.
    expect(own).toEqual(new Set(['DE', '', 'FR', 'US', '/Blog/B']));
    const seen = valuesIn((await graphql(as(null), query)).data);
    expect([seen.length >= 6, new Set(seen)]).toEqual([true, new Set(['(few)'])]);
  });

  test('shows the same totals and series to everyone', async () => {
    await hide(1_000);
    const query = `{ website(id: "1") { hideBelow period(${DAYS}) ${METRICS} } }`;
    const all = await graphqlData<{ website: { hideBelow: number } }>(server(), query);
    expect(await graphqlData(as(null), query)).toEqual(all);
    expect(all.website.hideBelow).toBe(1_000);
  });

  test('shows all of its rows to its account, and to every key of it that may read statistics', async () => {
    await hide(1_000);
    const { key: bound } = await newKey(server(), { website_id: 1, scopes: ['stats:read'] });
    const { createSegment } = await graphqlData<{ createSegment: { segment: { databaseId: number } } }>(
      server(),
      `mutation { createSegment(input: { websiteId: "1", name: "All", filter: { os: { notIn: ["none"] } } }) {
        ... on CreateSegmentSuccess { segment { databaseId } } } }`,
    );
    const segment = { website_id: 1, segment_id: createSegment.segment.databaseId };
    const { key: limited } = await newKey(server(), segment);
    const expected = await stats(server(), 'name: COUNTRY');
    expect(expected.nodes.map(({ count }) => count)).toEqual([3, 1, 1, 1]);
    for (const key of [bound, limited]) {
      expect(await stats(as(key), 'name: COUNTRY')).toEqual(expected);
      expect((await breakdown(as(key), 'by: [COUNTRY]')).totalCount).toBe(4);
      for (const path of ['stats/1?name=country', 'breakdown/1?by=country']) {
        const where = `/api/v1/${path}&${new URLSearchParams(SMALL_PERIOD)}`;
        const { body } = await rest<unknown[]>(as(key), where);
        expect(body.data).toHaveLength(4);
      }
    }
  });

  test('hides them from a key of the account that may not read statistics', async () => {
    await hide(1_000);
    const { key } = await newKey(server(), { scopes: ['websites:read'] });
    expect((await stats(as(key), 'name: COUNTRY')).nodes.map(({ value }) => value)).toEqual(['(few)']);
  });

  test('shows all rows again when the setting is 0 or null', async () => {
    for (const off of [0, null]) {
      await hide(2);
      expect((await stats(as(null), 'name: COUNTRY')).totalCount).toBe(2);
      await hide(off);
      expect((await stats(as(null), 'name: COUNTRY')).totalCount).toBe(4);
      const query = '{ website(id: "1") { hideBelow } }';
      expect(await graphqlData(server(), query)).toEqual({ website: { hideBelow: null } });
    }
  });

  test('neither finds hidden values in a search nor counts them', async () => {
    await hide(2);
    const found = await stats(as(null), 'name: LANDING_PAGE, search: "/blog"');
    expect(found).toMatchObject({ totalCount: 0, sum: 0, nodes: [] });
    const part = await stats(as(null), 'name: COUNTRY, search: "E"');
    expect(part).toMatchObject({ totalCount: 1, sum: 3, nodes: [{ value: 'DE', count: 3 }] });
    const rows = await breakdown(as(null), 'by: [COUNTRY], search: "u"');
    expect([rows.totalCount, rows.nodes]).toEqual([0, []]);
    const some = await breakdown(as(null), 'by: [COUNTRY], search: "e"');
    expect([some.totalCount, some.nodes.map(({ visitors }) => visitors)]).toEqual([1, [3]]);
  });

  test.each(['filter: { country: { in: ["US"] } }', 'filter: {}', 'segment: "1"'])(
    'refuses %s to viewers of its public page',
    async (argument) => {
      await hide(2);
      const query = `{ website(id: "1") { period(${DAYS}, ${argument}) { visitors } } }`;
      const { errors } = await graphql(as(null), query);
      expect(errors).toHaveLength(1);
      expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
      expect(errors?.[0]?.message).toBe(
        'This website hides small counts, so only its team can use `filter` and `segment`. ' +
          'Leave them out, or use an API key of the team with the scope stats:read.',
      );
    },
  );
});

describe('a part of a day', () => {
  // The website is in Berlin.
  const day = SMALL_PERIOD.to;
  let before = 0;
  beforeEach(() => {
    before = server().deps.now();
    server().setTime(Date.parse(`${day}T12:00:00Z`));
  });
  // For the other tests there is a present visitor.
  afterEach(() => server().setTime(before));

  const elapsed = (selection: string) => `{ website(id: "1") {
    period(from: "${day}", to: "${day}", compareFrom: "2026-11-16", compareTo: "2026-11-16") {
      previous(elapsed: true) { untilHour ${selection} } } } }`;

  test('has the totals and series of everyone, which the series by hour tells anyway', async () => {
    await hide(1_000);
    const query = elapsed('visitors visits pageviews bounces series { points { at visitors } }');
    const all = await graphqlData<{ website: { period: { previous: object } } }>(server(), query);
    expect(all.website.period.previous).toMatchObject({ untilHour: 13 });
    expect(await graphqlData(as(null), query)).toEqual(all);
  });

  test.each(['stats(name: COUNTRY) { sum }', 'breakdown(by: [COUNTRY]) { totalCount }'])(
    'has no rows for viewers of its public page: %s',
    async (rows) => {
      await hide(1_000);
      await graphqlData(server(), elapsed(rows));
      const { errors } = await graphql(as(null), elapsed(rows));
      expect(errors).toHaveLength(1);
      expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
      expect(errors?.[0]?.message).toMatch(/^This website hides small counts, .* rows of a part of a day\./);
    },
  );
});

describe('the setting', () => {
  test.each([1, -1, 1_001, 2.5, 'many'])('rejects %s', async (wrong) => {
    const { status, body } = await rest(server(), '/api/v1/websites/1', {
      method: 'PATCH',
      body: JSON.stringify({ hide_below: wrong }),
      headers: { 'content-type': 'application/json' },
    });
    expect([status, body.errors]).toEqual([
      422,
      { hide_below: ['Must be 0 (off) or an integer from 2 to 1000.'] },
    ]);
  });

  test('can be changed over GraphQL', async () => {
    const change = async (hideBelow: number | null) =>
      graphqlData(
        server(),
        `mutation ($hideBelow: Int) { updateWebsite(input: { id: "1", hideBelow: $hideBelow }) {
          ... on UpdateWebsiteSuccess { website { hideBelow } } } }`,
        { hideBelow },
      );
    for (const [sent, stored] of [
      [5, 5],
      [0, null],
      [7, 7],
      [null, null],
    ] as const)
      expect(await change(sent)).toEqual({ updateWebsite: { website: { hideBelow: stored } } });
  });
});
