import { describe, expect, test } from '@jest/globals';
import { PLAIN_DIMENSIONS } from '../support/dimensions.ts';
import { graphql, graphqlData, METRIC_FIELDS, metricsOf } from '../support/engine/asking.ts';
import { ROWS } from '../support/engine/smallRows.ts';
import { recordSmallSite, SMALL_PERIOD } from '../support/engine/smallSite.ts';
import { sharedServer } from '../support/shared.ts';

const server = sharedServer({}, recordSmallSite);

const QUERY = `query ($by: [Dimension!]!, $filter: FilterInput, $order: BreakdownOrder, $search: String,
    $from: Date!, $to: Date!, $first: Int, $after: String) {
  website(id: "1") { period(from: $from, to: $to, filter: $filter) {
    breakdown(by: $by, orderBy: $order, search: $search, first: $first, after: $after) {
      totalCount pageInfo { hasNextPage hasPreviousPage endCursor } edges { cursor }
      nodes { values { dimension value label } ${METRIC_FIELDS} shareOfVisitors shareOfVisits shareOfPageviews
        shareOfEvents } } } } }`;

interface Node extends Record<string, unknown> {
  values: { dimension: string; value: string; label: string }[];
}

interface Breakdown {
  totalCount: number;
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; endCursor: string };
  edges: { cursor: string }[];
  nodes: Node[];
}

async function breakdown(by: readonly string[], variables: object = {}): Promise<Breakdown> {
  const { website } = await graphqlData<{ website: { period: { breakdown: Breakdown } } }>(server(), QUERY, {
    ...SMALL_PERIOD,
    by: by.map((name) => name.toUpperCase()),
    ...variables,
  });
  return website.period.breakdown;
}

const rowsOf = ({ nodes }: Breakdown) =>
  nodes.map((node) => {
    const { visitors, visits, pageviews, events } = metricsOf(node);
    return [...node.values.map(({ value }) => value), visitors, visits, pageviews, events];
  });
const valuesOf = ({ nodes }: Breakdown) =>
  nodes.map(({ values }) => values.map(({ value }) => value).join(' '));

describe('a breakdown', () => {
  test.each(PLAIN_DIMENSIONS)('by %s', async (name) => {
    const found = await breakdown([name]);
    expect(rowsOf(found)).toEqual(ROWS[name]);
    expect(found.totalCount).toBe(ROWS[name]?.length);
    for (const { values } of found.nodes)
      expect(values).toEqual([expect.objectContaining({ dimension: name.toUpperCase() })]);
  });

  test('by three dimensions has a row for each combination that occurs', async () => {
    const filter = { device: { in: ['desktop'] } };
    expect(rowsOf(await breakdown(['country', 'month', 'page'], { filter }))).toEqual([
      ['DE', '2026-11', '/', 1, 1, 1, 0],
      ['DE', '2026-11', '/blog/a', 1, 1, 1, 0],
      ['DE', '2026-11', '/pricing', 1, 1, 1, 1],
      ['DE', '2026-12', '/Blog/B', 1, 1, 1, 0],
      ['FR', '2026-11', '/pricing', 1, 1, 1, 0],
    ]);
  });

  test('has the mean values of each row, and its shares in everything that the filter selects', async () => {
    const { nodes } = await breakdown(['page'], {
      filter: { visited: { event: { in: ['Buy', 'Sign up'] } } },
    });
    expect(nodes.map(({ values, ...metrics }) => [values[0]?.value, metrics])).toEqual([
      [
        '/',
        {
          visitors: 2,
          visits: 2,
          pageviews: 2,
          events: 0,
          bounces: 0,
          bounceRate: 0,
          visitDuration: (420 + 720) / 2,
          viewsPerVisit: 2,
          shareOfVisitors: 1,
          shareOfVisits: 1,
          shareOfPageviews: 0.5,
          shareOfEvents: 0,
        },
      ],
      ...['/blog/a', '/pricing'].map((page, index) => [
        page,
        {
          visitors: 1,
          visits: 1,
          pageviews: 1,
          events: 1,
          bounces: 0,
          bounceRate: 0,
          visitDuration: index === 0 ? 720 : 420,
          viewsPerVisit: 2,
          shareOfVisitors: 0.5,
          shareOfVisits: 0.5,
          shareOfPageviews: 0.25,
          shareOfEvents: 0.5,
        },
      ]),
    ]);
  });

  test('has no share in events if none are selected', async () => {
    const { nodes } = await breakdown(['page'], { filter: { country: { in: ['FR'] } } });
    expect(nodes.map(({ shareOfEvents }) => shareOfEvents)).toEqual([null]);
  });

  test('has labels for people', async () => {
    const labels = async (by: string[], filter: object) =>
      (await breakdown(by, { filter })).nodes[0]?.values.map(({ label }) => label);
    expect(await labels(['country', 'referrer', 'device'], { country: { in: ['FR'] } })).toEqual([
      ...['France', 'Direct', 'Desktop'],
    ]);
    expect(await labels(['country', 'exit_page'], { country: { in: [''] } })).toEqual(['Unknown', 'None']);
    expect(await labels(['exit_page'], { campaign: { in: ['SPRING'] } })).toEqual(['/docs/é']);
  });
});

describe('the order of the rows', () => {
  test.each([
    ['VISITS', null, ' google.com blog.test'],
    ['VISITS', 'DESC', ' google.com blog.test'],
    ['VISITS', 'ASC', 'blog.test google.com '],
    ['PAGEVIEWS', 'ASC', 'blog.test google.com '],
    // 3 of 4 visits from nowhere are bounces. Equal rows are ordered by their values, in both directions.
    ['BOUNCE_RATE', 'DESC', ' blog.test google.com'],
    ['BOUNCE_RATE', 'ASC', 'blog.test google.com '],
    ['EVENTS', 'DESC', ' blog.test google.com'],
    ['EVENTS', 'ASC', ' blog.test google.com'],
    ['VISIT_DURATION', 'DESC', 'google.com  blog.test'],
  ])('by %s, %s', async (metric, direction, expected) => {
    const order = { metric, ...(direction && { direction }) };
    expect(valuesOf(await breakdown(['referrer'], { order })).join(' ')).toBe(expected);
  });

  test.each(['ASC', 'DESC'])('has rows without visits last by a mean value, %s', async (direction) => {
    const order = { metric: 'BOUNCE_RATE', direction };
    const filter = { page: { in: ['/pricing'] }, utmMedium: { in: [''] } };
    // The hits of the last row are of the visit that began in the hour before.
    expect(valuesOf(await breakdown(['hour', 'page'], { order, filter }))).toEqual([
      ...['2026-11-20T09 /pricing', '2026-11-21T10 /pricing', '2026-11-20T10 /pricing'],
    ]);
  });

  test('is chronological by time alone, unless another is asked for', async () => {
    expect(valuesOf(await breakdown(['month', 'week']))).toEqual([
      ...['2026-11 2026-W46', '2026-11 2026-W47', '2026-12 2026-W49'],
    ]);
    const order = { metric: 'VISITS' };
    expect(valuesOf(await breakdown(['week'], { order }))).toEqual(['2026-W47', '2026-W46', '2026-W49']);
  });
});

describe('a search', () => {
  test.each([
    [['page'], 'BLOG', ['/blog/a', '/Blog/B']],
    [['page'], 'é', ['/docs/%C3%A9']],
    [['page'], '%c3', ['/docs/%C3%A9']],
    [['landing_page', 'exit_page'], 'é', ['/ /docs/%C3%A9']],
    [['city'], 'ÅR', ['Århus, DK']],
    [['campaign'], 'spring', ['SPRING', 'spring']],
    [['country', 'os'], 'i', ['DE Windows', 'DE Android', 'FR Linux', 'US iOS']],
    [['day'], '-20', ['2026-11-20']],
    [['event'], 'sign', ['Sign up', 'sign up']],
    [['event'], 'nothing', []],
  ])('in %s for %s', async (by, search, expected) => {
    const found = await breakdown(by, { search });
    expect(valuesOf(found)).toEqual(expected);
    expect(found.totalCount).toBe(expected.length);
  });

  test('does not change the shares of the rows', async () => {
    const { nodes } = await breakdown(['country'], { search: 'DE' });
    expect(nodes[0]).toMatchObject({ visits: 4, shareOfVisits: 4 / 7, shareOfVisitors: 3 / 6 });
  });
});

test('pages have all rows in one order, whatever their size', async () => {
  const by = ['page', 'hour'];
  const all = await breakdown(by, { first: 100 });
  expect(all.totalCount).toBeGreaterThan(10);
  const first = await breakdown(by, { first: 10 });
  expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
  const second = await breakdown(by, { first: 10, after: first.pageInfo.endCursor });
  expect(second.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
  expect([...first.nodes, ...second.nodes]).toEqual(all.nodes);
  expect([...first.edges, ...second.edges]).toEqual(all.edges);
  expect(await breakdown(by, { first: 10, after: all.pageInfo.endCursor })).toMatchObject({
    nodes: [],
    totalCount: all.totalCount,
  });
});

test.each([
  [{ by: [] }, { by: ['Must have 1 to 3 dimensions; got 0.'] }],
  [{ by: ['PAGE', 'EVENT', 'DAY', 'OS'] }, { by: ['Must have 1 to 3 dimensions; got 4.'] }],
  [{ by: ['PAGE', 'PAGE'] }, { by: ['Must not have a dimension twice.'] }],
  [{ first: 9 }, { first: ['Must be an integer from 10 to 100.'] }],
  [{ first: 101 }, { first: ['Must be an integer from 10 to 100.'] }],
  [{ after: 'x' }, { after: ['Must be a cursor from an earlier response.'] }],
  [{ search: 'x'.repeat(501) }, { search: [expect.stringContaining('at most')] }],
])('wrong arguments are refused by name: %j', async (wrong, errors) => {
  const response = await graphql(server(), QUERY, { ...SMALL_PERIOD, by: ['PAGE'], ...wrong });
  expect(response.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', errors });
});

describe('a series', () => {
  const FIELDS = `interval points { at ${METRIC_FIELDS} }`;
  interface Point extends Record<string, unknown> {
    at: string;
  }
  async function series(by: string | null, from: string, to: string, filter: object | null) {
    const query = `query ($by: Interval, $from: Date!, $to: Date!, $filter: FilterInput) {
      website(id: "1") { period(from: $from, to: $to, filter: $filter) { series(by: $by) { ${FIELDS} } } } }`;
    const { website } = await graphqlData<{
      website: { period: { series: { interval: string; points: Point[] } } };
    }>(server(), query, { by, from, to, filter });
    const { interval, points } = website.period.series;
    const rows = points
      .map((point) => [point.at, point.visitors, point.visits, point.pageviews, point.events])
      .filter(([, ...metrics]) => metrics.some((metric) => metric !== 0));
    return { interval, length: points.length, rows };
  }

  test.each([
    ['HOUR', '2026-11-20', '2026-11-21', 48, ROWS.hour?.slice(1, 5)],
    ['DAY', '2026-11-15', '2026-12-01', 17, ROWS.day],
    ['WEEK', '2026-11-15', '2026-12-01', 4, ROWS.week],
    ['MONTH', '2026-10-31', '2026-12-01', 3, ROWS.month],
    [
      ...(['HOUR_OF_DAY', '2026-11-01', '2026-12-31', 24] as const),
      [
        ['00', 1, 1, 2, 0],
        ['09', 2, 2, 2, 0],
        ['10', 3, 3, 4, 3],
        ['15', 0, 1, 1, 0],
      ],
    ],
  ])('by %s', async (by, from, to, length, rows) => {
    const everything = { not: { country: { in: ['XX'] } } };
    const expected = { interval: by, length, rows };
    expect(await series(by, from, to, null)).toEqual(expected);
    expect(await series(by, from, to, everything)).toEqual(expected);
  });

  test.each([
    ['2026-11-20', '2026-11-20', 'HOUR_OF_DAY'],
    ['2026-11-20', '2026-11-21', 'DAY'],
    ['2026-09-01', '2026-12-01', 'DAY'],
    ['2026-09-01', '2026-12-02', 'MONTH'],
  ])('from %s to %s is by default by %s', async (from, to, interval) => {
    expect(await series(null, from, to, null)).toMatchObject({ interval });
  });

  test('under a filter has the hits that it selects', async () => {
    const filter = { page: { in: ['/pricing'] } };
    expect((await series('DAY', '2026-11-15', '2026-12-01', filter)).rows).toEqual([
      ['2026-11-20', 2, 2, 2, 1],
      ['2026-11-21', 1, 1, 0, 1],
    ]);
  });

  test.each([
    ['HOUR', '2026-11-01', '2026-11-08', /^Must be HOUR_OF_DAY, DAY, WEEK or MONTH for more than 7 days/],
    ['DAY', '2016-11-01', '2026-11-08', /^Must be WEEK or MONTH for more than 1500 days/],
    ['WEEK', '1900-01-01', '2026-11-08', /^Must be MONTH for more than 10500 days/],
  ])('by %s from %s to %s is refused', async (by, from, to, message) => {
    const series = `series(by: ${by}) { interval }`;
    const query = `{ website(id: "1") { period(from: "${from}", to: "${to}") { ${series} } } }`;
    const { errors } = await graphql(server(), query);
    expect(errors?.[0]?.extensions).toMatchObject({ errors: { by: [expect.stringMatching(message)] } });
  });
});

describe('a comparison', () => {
  const period = (args: string) => `{ website(id: "1") { period(${args}) { from to visits
    previous { from to visits pageviews bounceRate series(by: MONTH) { points { at visits } }
      breakdown(by: [COUNTRY]) { nodes { values { value } visits } } previous { from } } } } }`;
  const ask = async (args: string) =>
    (await graphqlData<{ website: { period: Record<string, unknown> } }>(server(), period(args))).website
      .period;

  test('is by default with as many days before, under the same filter', async () => {
    const days = 'from: "2026-11-21", to: "2026-11-21"';
    const previous = { from: '2026-11-20', to: '2026-11-20', visits: 3, pageviews: 4, bounceRate: 2 / 3 };
    expect(await ask(days)).toMatchObject({ visits: 2, previous: { ...previous, previous: null } });
    expect(await ask(`${days}, compare: PREVIOUS, filter: { country: { in: ["DE", "US"] } }`)).toMatchObject({
      visits: 1,
      previous: {
        visits: 2,
        pageviews: 3,
        bounceRate: 0.5,
        series: { points: [{ at: '2026-11', visits: 2 }] },
        breakdown: { nodes: [{ values: [{ value: 'DE' }], visits: 2 }] },
      },
    });
  });

  test('can be with the year before, or left out', async () => {
    const days = 'from: "2026-11-01", to: "2026-11-30"';
    expect(await ask(`${days}, compare: YEAR_AGO`)).toMatchObject({
      previous: { from: '2025-11-01', to: '2025-11-30', visits: 1, pageviews: 1, bounceRate: 1 },
    });
    expect(await ask(`${days}, compare: YEAR_AGO, filter: { country: { in: ["FR"] } }`)).toMatchObject({
      visits: 1,
      previous: { visits: 0, pageviews: 0, bounceRate: null },
    });
    expect(await ask(`${days}, compare: NONE`)).toMatchObject({ visits: 6, previous: null });
  });
});
