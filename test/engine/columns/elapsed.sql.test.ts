import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { chunkJob } from '../../../src/engine/columns/chunks/job.ts';
import type { MetricName } from '../../../src/engine/registry/metrics.ts';
import { graphqlData, graphqlFilter, METRIC_FIELDS, metricsOf } from '../../support/engine/asking.ts';
import { anyFilter, QUESTIONS } from '../../support/engine/questions.ts';
import { type RecordedVisit, readRecorded } from '../../support/engine/recorded.ts';
import { type AskedQuestion, NO_METRICS, recount } from '../../support/engine/recount.ts';
import { randomTraffic, record } from '../../support/engine/traffic.ts';
import { newWebsite } from '../../support/rest.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let recorded: RecordedVisit[];
const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu'];

beforeAll(async () => {
  server = await startTestServer();
  for (const [index, timezone] of ZONES.entries())
    await newWebsite(server, { url: `https://site${index}.test`, timezone });
  const traffic = [
    // Days with a chunk, and small days, which are evaluated together.
    { websiteId: 1, from: '2026-11-08', days: 14, visitors: 70, seed: 1 },
    { websiteId: 2, from: '2026-10-12', days: 40, visitors: 6, seed: 2 },
    { websiteId: 3, from: '2026-10-30', days: 23, visitors: 15, seed: 3 },
    { websiteId: 3, from: '2025-11-15', days: 7, visitors: 15, seed: 4 },
  ];
  for (const of of traffic)
    await record(server, randomTraffic({ ...of, timezone: ZONES[of.websiteId - 1] as string }));
  await chunkJob(server.deps)();
  expect(await server.deps.db.read.chunk.count()).toBeGreaterThan(5);
  recorded = await readRecorded(server);
  // The server may close the idle connection of the first requests at the moment of the next one.
  await server.call('/healthz').catch(() => undefined);
});
afterAll(() => server[Symbol.asyncDispose]());

const DAY = 86_400_000;
const moved = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
const yearAgo = (day: string) => `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;

/** The local day and the minutes since its midnight, as a clock on the wall shows them. */
function wallClock(timeZone: string, now: number): [day: string, minutes: number] {
  const text = new Date(now).toLocaleString('sv-SE', { timeZone });
  return [text.slice(0, 10), 60 * Number(text.slice(11, 13)) + Number(text.slice(14, 16))];
}

interface Case {
  websiteId: number;
  /** Unix milliseconds. */
  now: number;
  /** The number of days of the period, and the number of them after today. */
  days: number;
  ahead: number;
  compare: 'PREVIOUS' | 'SAME_WEEKDAYS' | 'YEAR_AGO' | 'own';
  filter: AskedQuestion['filter'];
  by: 'HOUR_OF_DAY' | 'DAY' | 'WEEK' | 'MONTH';
}

const randomCase: fc.Arbitrary<Case> = fc
  .record({
    websiteId: fc.constantFrom(1, 2, 3),
    now: fc.nat(2 * 24 * 60).map((minutes) => Date.UTC(2026, 10, 20) + minutes * 60_000),
    days: fc.constantFrom(1, 1, 2, 7, 10),
    ahead: fc.constantFrom(0, 0, 0, 1, 3),
    compare: fc.constantFrom('PREVIOUS', 'SAME_WEEKDAYS', 'YEAR_AGO', 'own'),
    filter: fc.option(anyFilter, { freq: 2 }),
    by: fc.constantFrom('HOUR_OF_DAY', 'DAY', 'WEEK', 'MONTH'),
  })
  .filter(({ days, ahead }) => ahead < days) as fc.Arbitrary<Case>;

/** The days of the period and of the whole compared period. */
function daysOf({ websiteId, now, days, ahead, compare }: Case) {
  const [today, minutes] = wallClock(ZONES[websiteId - 1] as string, now);
  const to = moved(today, ahead);
  const from = moved(to, 1 - days);
  const back = compare === 'PREVIOUS' ? days : compare === 'own' ? 9 : 7 * Math.ceil(days / 7);
  const before = compare === 'YEAR_AGO' ? yearAgo : (day: string) => moved(day, -back);
  return { today, minutes, from, to, before: { from: before(from), to: before(to) } };
}

const QUERY = `query ($id: ID!, $from: Date!, $to: Date!, $filter: FilterInput, $compare: Comparison,
    $compareFrom: Date, $compareTo: Date, $by: Interval) {
  website(id: $id) {
    period(from: $from, to: $to, filter: $filter, compare: $compare, compareFrom: $compareFrom,
      compareTo: $compareTo) {
      previous(elapsed: true) {
        from to untilHour ${METRIC_FIELDS}
        series(by: $by) { points { at ${METRIC_FIELDS} } }
        stats(name: COUNTRY, first: 100) { sum nodes { value count } }
        breakdown(by: [PAGE, BROWSER], first: 100) { totalCount nodes { values { value } ${METRIC_FIELDS} } }
      } } } }`;

type Fields = Record<string, unknown>;
interface Data {
  website: {
    period: {
      previous: Fields & {
        series: { points: (Fields & { at: string })[] };
        stats: { nodes: { value: string; count: number }[] };
        breakdown: { totalCount: number; nodes: (Fields & { values: { value: string }[] })[] };
      };
    };
  };
}

test('the elapsed part of a compared period is that of a recount of the rows, under any filter', async () => {
  await fc.assert(
    fc.asyncProperty(randomCase, async (one) => {
      const { websiteId, now, ahead, compare, filter, by } = one;
      const { minutes, from, to, before } = daysOf(one);
      server.setTime(now);
      const hours = Math.max(1, Math.round(minutes / 60));
      const isOver = moved(before.to, -ahead) < moved(to, -ahead);
      const untilHour = hours === 24 || !isOver ? null : hours;
      const last = isOver ? moved(before.to, -ahead) : before.to;
      const own = compare === 'own';
      const data = await graphqlData<Data>(server, QUERY, {
        id: String(websiteId),
        from,
        to,
        by,
        filter: graphqlFilter(filter),
        ...(own ? { compareFrom: before.from, compareTo: before.to } : { compare }),
      });
      const { previous } = data.website.period;
      expect(previous).toMatchObject({ from: before.from, to: last, untilHour });

      const asked = {
        websiteId,
        from: before.from,
        to: last,
        untilHour,
        filter,
        order: null,
        search: null,
      };
      const expected = (names: string[], order: AskedQuestion['order'] = null) =>
        recount(recorded, { ...asked, by: names, order });
      expect(metricsOf(previous)).toEqual(expected(['page']).metrics);

      const intervals = new Map(
        expected([by.toLowerCase()]).rows.map(({ values, metrics }) => [values[0], metrics]),
      );
      expect(previous.series.points.map(({ at }) => at)).toEqual(
        expect.arrayContaining([...intervals.keys()]),
      );
      for (const point of previous.series.points)
        expect([point.at, metricsOf(point)]).toEqual([point.at, intervals.get(point.at) ?? NO_METRICS]);

      const { rows } = expected(['page', 'browser']);
      expect(previous.breakdown.totalCount).toBe(rows.length);
      expect(
        previous.breakdown.nodes.map((row) => ({
          values: row.values.map(({ value }) => value),
          metrics: metricsOf(row),
        })),
      ).toEqual(rows.slice(0, 100));
      const countries = expected(['country'], { metric: 'visitors' as MetricName, direction: 'desc' }).rows;
      expect(previous.stats.nodes).toEqual(
        countries.map(({ values, metrics }) => ({ value: values[0], count: metrics.visitors })),
      );

      const query = new URLSearchParams({
        from,
        to,
        elapsed: '1',
        ...(filter && { filter: JSON.stringify(filter) }),
        ...(own ? { compare_from: before.from, compare_to: before.to } : { compare: compare.toLowerCase() }),
      });
      const response = await server.call(`/api/v1/metrics/${websiteId}?${query}`);
      expect(((await response.json()) as { previous: unknown }).previous).toEqual(expected(['page']).metrics);
    }),
    { numRuns: QUESTIONS / 2 },
  );
});
