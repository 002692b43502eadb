import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { chunkJob } from '../../src/engine/columns/chunks/job.ts';
import { STAT_NAMES, STATISTICS, type StatName } from '../../src/engine/registry/statistics.ts';
import { storeBatch } from '../../src/ingest/store/commit.ts';
import { graphqlData, graphqlFilter, METRIC_FIELDS, metricsOf } from '../support/engine/asking.ts';
import { anyFilter, QUESTIONS } from '../support/engine/questions.ts';
import { type RecordedVisit, readRecorded } from '../support/engine/recorded.ts';
import { type AskedQuestion, NO_METRICS, recount } from '../support/engine/recount.ts';
import { randomTraffic, record } from '../support/engine/traffic.ts';
import { newWebsite } from '../support/rest.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let recorded: RecordedVisit[];
/** The first day of each website with a hit. */
let firstDays: string[];
const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu'];

beforeAll(async () => {
  server = await startTestServer();
  for (const [index, timezone] of ZONES.entries())
    await newWebsite(server, { url: `https://site${index}.test`, timezone });
  const traffic = [
    { websiteId: 1, from: '2026-11-01', days: 21, visitors: 60, seed: 1 },
    { websiteId: 2, from: '2026-09-12', days: 70, visitors: 6, seed: 2 },
    { websiteId: 3, from: '2026-10-30', days: 23, visitors: 15, seed: 3 },
    { websiteId: 3, from: '2025-11-10', days: 12, visitors: 15, seed: 4 },
  ];
  for (const of of traffic)
    await record(server, randomTraffic({ ...of, timezone: ZONES[of.websiteId - 1] as string }));
  await chunkJob(server.deps)();
  // Two hits that come after their day was stored as a chunk.
  const late = randomTraffic({
    websiteId: 2,
    from: '2026-11-14',
    days: 6,
    visitors: 1,
    seed: 5,
    timezone: ZONES[1] as string,
  });
  let id = BigInt(Date.UTC(2026, 10, 22)) << 22n;
  for (const hit of late.slice(0, 2))
    await server.deps.db.write((tx) => storeBatch(tx, [hit], () => ++id, 0));
  recorded = await readRecorded(server);
  firstDays = [1, 2, 3].map(
    (id) =>
      recorded
        .filter(({ websiteId }) => websiteId === id)
        .map(({ day }) => day)
        .sort()[0] as string,
  );
  // The server may close the idle connection of the first requests at the moment of the next one.
  await server.call('/healthz').catch(() => undefined);
});
afterAll(() => server[Symbol.asyncDispose]());

interface Case {
  websiteId: number;
  /** Unix milliseconds. */
  now: number;
  /** The number of days of the period, and the number of them after today. */
  days: number;
  ahead: number;
  comparison: object;
  elapsed: boolean;
  filter: AskedQuestion['filter'];
  name: StatName;
  search: string | null;
}

const OWN = { compareFrom: '2026-10-05', compareTo: '2026-11-16' };

const randomCase: fc.Arbitrary<Case> = fc
  .record({
    websiteId: fc.constantFrom(1, 2, 3),
    now: fc.nat(2 * 24 * 60).map((minutes) => Date.UTC(2026, 10, 20) + minutes * 60_000),
    days: fc.constantFrom(1, 2, 7, 10, 30, 45),
    ahead: fc.constantFrom(0, 0, 0, 1),
    comparison: fc.constantFrom(
      ...[
        { compare: 'PREVIOUS' },
        { compare: 'SAME_WEEKDAYS' },
        { compare: 'YEAR_AGO' },
        { compare: 'NONE' },
      ],
      ...[OWN, { compareFrom: '2020-01-01', compareTo: '2026-11-30' }],
    ),
    elapsed: fc.boolean(),
    filter: fc.option(anyFilter, { freq: 1 }),
    name: fc.constantFrom(...STAT_NAMES),
    search: fc.constantFrom(null, null, 'o'),
  })
  .filter(({ days, ahead }) => ahead < days) as fc.Arbitrary<Case>;

const ONE_DAY: Case = {
  websiteId: 3,
  now: Date.UTC(2026, 10, 21, 12),
  days: 1,
  ahead: 0,
  comparison: { compare: 'PREVIOUS' },
  elapsed: false,
  filter: null,
  name: 'page',
  search: null,
};
/** Whatever the random cases are: the day before, a day without hits, and a day before the first hit. */
const EXAMPLES: [Case][] = [
  [ONE_DAY],
  [{ ...ONE_DAY, comparison: { compareFrom: '2026-03-01', compareTo: '2026-03-01' } }],
  [{ ...ONE_DAY, websiteId: 1, comparison: { compare: 'YEAR_AGO' } }],
];

const QUERY = `query ($id: ID!, $from: Date!, $to: Date!, $filter: FilterInput, $compare: Comparison,
    $compareFrom: Date, $compareTo: Date, $name: StatName!, $elapsed: Boolean!, $search: String) {
  website(id: $id) {
    period(from: $from, to: $to, filter: $filter, compare: $compare, compareFrom: $compareFrom,
      compareTo: $compareTo) {
      previous(elapsed: $elapsed) { from to untilHour }
      stats(name: $name, first: 100, search: $search) { nodes {
        value count previousCount(elapsed: $elapsed) } }
      breakdown(by: [PAGE, BROWSER], first: 100, search: $search) { nodes {
        values { value } previous(elapsed: $elapsed) { ${METRIC_FIELDS} } } }
      byDay: breakdown(by: [OS, DAY], first: 10) { nodes { previous(elapsed: $elapsed) { visits } } }
    } } }`;

type Fields = Record<string, unknown>;
interface Data {
  website: {
    period: {
      previous: { from: string; to: string; untilHour: number | null } | null;
      stats: { nodes: { value: string; count: number; previousCount: number | null }[] };
      breakdown: { nodes: { values: { value: string }[]; previous: Fields | null }[] };
      byDay: { nodes: { previous: Fields | null }[] };
    };
  };
}

test('each row says what a recount of the compared period says of its value, under any filter', async () => {
  const seen = { rows: 0, zeros: 0, nulls: 0 };
  await fc.assert(
    fc.asyncProperty(randomCase, async (one) => {
      const { websiteId, now, days, ahead, comparison, elapsed, filter, name, search } = one;
      server.setTime(now);
      const today = new Date(now).toLocaleString('sv-SE', { timeZone: ZONES[websiteId - 1] as string });
      const moved = (by: number) =>
        new Date(Date.parse(`${today.slice(0, 10)}T00:00Z`) + by * 86_400_000).toISOString().slice(0, 10);
      const variables = {
        id: String(websiteId),
        from: moved(ahead + 1 - days),
        to: moved(ahead),
        search,
        name: name.toUpperCase(),
        filter: graphqlFilter(filter),
        elapsed,
        ...comparison,
      };
      const { period } = (await graphqlData<Data>(server, QUERY, variables)).website;
      const { previous } = period;
      expect(previous === null).toBe('compare' in comparison && comparison.compare === 'NONE');
      expect(period.byDay.nodes.every((row) => row.previous === null)).toBe(true);
      const isKnown = previous !== null && previous.to >= (firstDays[websiteId - 1] as string);
      const before = (by: string[]) =>
        recount(recorded, {
          websiteId,
          filter,
          by,
          order: null,
          search: null,
          ...(previous as NonNullable<typeof previous>),
        }).rows;

      const { unit } = STATISTICS[name];
      const by = name.endsWith('_hours') ? 'hour_of_day' : name;
      const isByDay = ['visitors', 'visits', 'pageviews'].includes(name);
      const counts = new Map(
        isKnown && !isByDay ? before([by]).map(({ values, metrics }) => [values[0], metrics[unit]]) : [],
      );
      for (const { value, previousCount } of period.stats.nodes) {
        const expected = isKnown && !isByDay ? (counts.get(value) ?? 0) : null;
        expect([name, value, previousCount]).toEqual([name, value, expected]);
        seen.rows++;
        if (expected === 0) seen.zeros++;
        if (expected === null) seen.nulls++;
      }

      const metrics = new Map(
        isKnown
          ? before(['page', 'browser']).map((row) => [JSON.stringify(row.values), row.metrics] as const)
          : [],
      );
      for (const row of period.breakdown.nodes) {
        const key = JSON.stringify(row.values.map(({ value }) => value));
        const expected = isKnown ? (metrics.get(key) ?? NO_METRICS) : null;
        expect([key, row.previous && metricsOf(row.previous)]).toEqual([key, expected]);
      }
    }),
    { numRuns: QUESTIONS, examples: EXAMPLES },
  );
  expect(Math.min(seen.rows, seen.zeros, seen.nulls)).toBeGreaterThan(0);
});
