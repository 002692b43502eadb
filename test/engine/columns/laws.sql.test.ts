import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { chunkJob } from '../../../src/engine/columns/chunks/job.ts';
import {
  ANALYSIS_DIMENSIONS,
  FILTER_DIMENSIONS,
  VISIT_DIMENSIONS,
} from '../../../src/engine/registry/dimensions.ts';
import { METRIC_NAMES, type MetricName } from '../../../src/engine/registry/metrics.ts';
import { STAT_NAMES, STATISTICS } from '../../../src/engine/registry/statistics.ts';
import { camelCase } from '../../../src/validation/names.ts';
import {
  askGraphql,
  askRest,
  graphqlData,
  graphqlFilter,
  METRIC_FIELDS,
  metricsOf,
} from '../../support/engine/asking.ts';
import { countConditions, type FilterInput, MAX_CONDITIONS } from '../../support/engine/filterInputs.ts';
import {
  type AskedWebsite,
  anyFilter,
  QUESTIONS,
  randomQuestion,
  visitFilter,
} from '../../support/engine/questions.ts';
import { type RecordedVisit, readRecorded } from '../../support/engine/recorded.ts';
import { type AskedQuestion, type MetricValues, recount } from '../../support/engine/recount.ts';
import { randomTraffic, record } from '../../support/engine/traffic.ts';
import { newWebsite } from '../../support/rest.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

/** Selects all hits, so that a question is answered from the hits. */
const EVERYTHING: FilterInput = { not: { country: { in: ['nowhere'] } } };
/** The metrics that add up over visits. */
const ADDITIVE = ['visits', 'pageviews', 'events', 'bounces'] as const;
const FEWER = QUESTIONS / 4;

let server: TestServer;
let recorded: RecordedVisit[];
/** With a chunk for each day, with none, and with hits that arrived after their days were sealed. */
const websites: (AskedWebsite & { name: string })[] = [
  { name: 'a', websiteId: 1, days: ['2026-10-23', '2026-10-25', '2026-10-26', '2026-10-27'] },
  { name: 'b', websiteId: 2, days: ['2026-10-30', '2026-11-01', '2026-11-02', '2026-12-31'] },
  { name: 'c', websiteId: 3, days: ['1999-01-01', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'] },
];

beforeAll(async () => {
  server = await startTestServer();
  // Summer time ends in the first two on a day with hits.
  const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu'];
  for (const [index, timezone] of zones.entries())
    await newWebsite(server, { url: `https://${websites[index]?.name}.test`, timezone });
  const traffic = [
    { websiteId: 1, from: '2026-10-23', days: 5, visitors: 90, seed: 1 },
    { websiteId: 2, from: '2026-10-30', days: 6, visitors: 12, seed: 2 },
    { websiteId: 3, from: '2026-11-17', days: 4, visitors: 80, seed: 3 },
    { websiteId: 3, from: '2026-11-19', days: 2, visitors: 10, seed: 4 },
  ].map((of) => randomTraffic({ ...of, timezone: zones[of.websiteId - 1] as string }));
  for (const hits of traffic.slice(0, 3)) await record(server, hits);
  await chunkJob(server.deps)();
  expect(await server.deps.db.read.chunk.count()).toBeGreaterThan(5);
  await record(server, traffic[3] ?? []);
  recorded = await readRecorded(server);
});
afterAll(() => server[Symbol.asyncDispose]());

const question = (websiteId: number, filter: FilterInput | null = null): AskedQuestion => ({
  websiteId,
  from: '2026-10-01',
  to: '2026-11-30',
  filter,
  by: [],
  order: null,
  search: null,
});

/** Reads the metrics under filters, each a period of one operation. */
async function metricsUnder(
  websiteId: number,
  filters: readonly (FilterInput | null)[],
): Promise<MetricValues[]> {
  const names = filters.map((_, index) => `f${index}`);
  const periods = names.map(
    (name) =>
      `${name}: period(from: "2026-10-01", to: "2026-11-30", filter: $${name}, compare: NONE) ` +
      `{ ${METRIC_FIELDS} }`,
  );
  const query = `query ($id: ID!, ${names.map((name) => `$${name}: FilterInput`).join(', ')}) {
    website(id: $id) { ${periods.join('\n')} } }`;
  const variables = Object.fromEntries(
    names.map((name, index) => [name, graphqlFilter(filters[index] ?? null)]),
  );
  const { website } = await graphqlData<{ website: Record<string, Record<string, unknown>> }>(server, query, {
    id: String(websiteId),
    ...variables,
  });
  return names.map((name) => metricsOf(website[name] ?? {}));
}

test(`${QUESTIONS} random questions have one answer over GraphQL, over REST and by a recount`, async () => {
  await fc.assert(
    fc.asyncProperty(randomQuestion(websites), async ([asked, page]) => {
      const { metrics, rows } = recount(recorded, asked);
      const { offset, limit } = page;
      const expected = { metrics, rows: rows.slice(offset, offset + limit), total: rows.length };
      expect(await askGraphql(server, asked, page)).toEqual(expected);
      expect(await askRest(server, asked, page)).toEqual(expected);
    }),
    { numRuns: QUESTIONS },
  );
});

describe('without a filter', () => {
  test.each([1, 2, 3])('every metric of website %i is that of its hits', async (websiteId) => {
    const [ofRollup, ofHits] = await metricsUnder(websiteId, [null, EVERYTHING]);
    expect(ofRollup).toEqual(recount(recorded, question(websiteId)).metrics);
    expect(ofHits).toEqual(ofRollup);
  });

  test.each(STAT_NAMES)('the statistic %s has the rows of its hits', async (name) => {
    const fields = (filter: string) => `period(from: "2026-10-01", to: "2026-11-30" ${filter}) {
      stats(name: ${name.toUpperCase()}, first: 100) { totalCount sum nodes { value label count } } }`;
    const query = `query ($all: FilterInput!) { websites(first: 10) { nodes {
      rollup: ${fields('')} hits: ${fields(', filter: $all')} } } }`;
    const data = await graphqlData<{
      websites: {
        nodes: Record<string, { stats: { sum: number; nodes: { value: string; count: number }[] } }>[];
      };
    }>(server, query, { all: EVERYTHING });
    expect(data.websites.nodes).toHaveLength(3);
    for (const [index, { rollup, hits }] of data.websites.nodes.entries()) {
      expect(hits).toEqual(rollup);
      const { unit } = STATISTICS[name];
      const by = [name.endsWith('_hours') ? 'hour_of_day' : name in ANALYSIS_DIMENSIONS ? name : 'day'];
      const order = { metric: unit, direction: 'desc' } as const;
      const { rows } = recount(recorded, { ...question(index + 1), by, order });
      const counted = rows
        .map(({ values, metrics }) => ({ value: values[0], count: metrics[unit] ?? 0 }))
        .filter(({ value, count }) => count > 0 && (name !== 'campaign' || value !== ''));
      expect(rollup?.stats.nodes.map(({ value, count }) => ({ value, count }))).toEqual(
        counted.slice(0, 100),
      );
    }
  });

  test.each(['HOUR_OF_DAY', 'DAY', 'WEEK', 'MONTH'])(
    'a series by %s has the metrics of its hits',
    async (by) => {
      const fields = (filter: string) =>
        `period(from: "2026-10-14", to: "2026-11-25" ${filter}) ` +
        `{ series(by: ${by}) { points { at ${METRIC_FIELDS} } } }`;
      const query = `query ($all: FilterInput!) { websites(first: 10) { nodes {
      rollup: ${fields('')} hits: ${fields(', filter: $all')} } } }`;
      const data = await graphqlData<{
        websites: { nodes: Record<string, { series: { points: Record<string, unknown>[] } }>[] };
      }>(server, query, { all: EVERYTHING });
      for (const [index, { rollup, hits }] of data.websites.nodes.entries()) {
        expect(hits).toEqual(rollup);
        const asked = {
          ...question(index + 1),
          by: [by.toLowerCase()],
          from: '2026-10-14',
          to: '2026-11-25',
        };
        const rows = new Map(
          recount(recorded, asked).rows.map(({ values, metrics }) => [values[0], metrics]),
        );
        const points = rollup?.series.points ?? [];
        expect(points.map(({ at }) => at)).toEqual(expect.arrayContaining([...rows.keys()]));
        for (const point of points) {
          const none = recount([], asked).metrics;
          expect([point.at, metricsOf(point)]).toEqual([point.at, rows.get(point.at as string) ?? none]);
        }
      }
    },
  );
});

test('the row of a value has the metrics under the filter for that value', async () => {
  for (const { websiteId } of websites) {
    for (const name of FILTER_DIMENSIONS) {
      const asked = { ...question(websiteId), by: [name] };
      const { rows } = await askGraphql(server, asked, { offset: 0, limit: 100 });
      expect(rows.length).toBeGreaterThan(0);
      const filters = rows.slice(0, 12).map(({ values }) => ({ [name]: { in: values } }));
      const under = await metricsUnder(websiteId, filters);
      expect(under).toEqual(rows.slice(0, 12).map(({ metrics }) => metrics));
    }
  }
});

test('the rows of a dimension of visitors and visits, of pages and of events add up', async () => {
  const sum = (rows: { metrics: MetricValues }[], name: MetricName) =>
    rows.reduce((total, { metrics }) => total + (metrics[name] ?? 0), 0);
  const filter = { visited: { page: { starts_with: '/p' } } };
  for (const by of [...VISIT_DIMENSIONS, 'page', 'event'] as const) {
    const { metrics, rows } = await askRest(
      server,
      { ...question(1, filter), by: [by] },
      { offset: 0, limit: 100 },
    );
    const level = ANALYSIS_DIMENSIONS[by].level;
    const names: MetricName[] = ['events'];
    if (by !== 'event') names.push('pageviews');
    if (level !== 'hit') names.push('visits', 'bounces');
    if (level === 'visitor') names.push('visitors');
    for (const name of names) expect([by, name, sum(rows, name)]).toEqual([by, name, metrics[name]]);
  }
});

test('another condition never raises visitors, visits, pageviews or events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(1, 2, 3), anyFilter, anyFilter, async (id, filter, condition) => {
      const [before, after] = await metricsUnder(id, [filter, { and: [filter, condition] }]);
      for (const name of ['visitors', 'visits', 'pageviews', 'events'] as const)
        expect(after?.[name]).toBeLessThanOrEqual(before?.[name] as number);
    }),
    { numRuns: FEWER },
  );
});

test('a condition on visits and its negation divide visits, pageviews, events and bounces', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(1, 2, 3), anyFilter, visitFilter, async (id, filter, condition) => {
      const filters = [filter, { and: [filter, condition] }, { and: [filter, { not: condition }] }];
      const [whole, selected, others] = await metricsUnder(id, filters);
      for (const name of ADDITIVE)
        expect((selected?.[name] ?? 0) + (others?.[name] ?? 0)).toBe(whole?.[name]);
    }),
    { numRuns: FEWER },
  );
});

test('the order of conditions does not matter', async () => {
  const filters = fc
    .array(anyFilter, { minLength: 2, maxLength: 4 })
    .filter((parts) => countConditions(parts) <= MAX_CONDITIONS);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(1, 2, 3), filters, async (id, parts) => {
      const reversed = parts.toReversed();
      const [and, dna, or, ro] = await metricsUnder(id, [
        { and: parts },
        { and: reversed },
        { or: parts },
        { or: reversed },
      ]);
      expect(dna).toEqual(and);
      expect(ro).toEqual(or);
    }),
    { numRuns: FEWER },
  );
});

test.each(METRIC_NAMES)('%s is the same alone as with all others', async (name) => {
  for (const filter of [null, EVERYTHING, { visited: { event: { contains: 'sign' } } }]) {
    const [all] = await metricsUnder(1, [filter]);
    const query = `query ($filter: FilterInput) { website(id: "1") {
      period(from: "2026-10-01", to: "2026-11-30", filter: $filter) {
        ${camelCase(name)} series(by: WEEK) { points { ${camelCase(name)} } }
        breakdown(by: [COUNTRY]) { nodes { ${camelCase(name)} } } } } }`;
    const { website } = await graphqlData<{
      website: { period: Record<string, unknown> & { breakdown: { nodes: Record<string, unknown>[] } } };
    }>(server, query, { filter: graphqlFilter(filter) });
    expect(website.period[camelCase(name)]).toBe(all?.[name]);
    const rows = recount(recorded, { ...question(1, filter), by: ['country'] }).rows;
    expect(website.period.breakdown.nodes.map((row) => row[camelCase(name)])).toEqual(
      rows.map(({ metrics }) => metrics[name]),
    );
  }
});
