import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  addDays,
  addMonths,
  dayCount,
  dayNumber,
  daysBetween,
  endOfMonth,
  monthsBetween,
} from '../../src/calendar/days.ts';
import type { Hit } from '../../src/ingest/hit.ts';
import { storeHits } from '../../src/ingest/store/store.ts';
import { graphql } from '../gql/gql.ts';
import { ask } from '../support/ask.ts';
import { DIMENSIONS } from '../support/dimensions.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const Named = graphql(`
  query Named($id: ID!, $name: PeriodName!) {
    website(id: $id) { today hour recordedSince period(name: $name) { from to previous { from to } } }
  }
`);
const Counted = graphql(`
  query Counted($id: ID!, $from: Date!, $to: Date!, $by: Interval) {
    website(id: $id) {
      pages: stats(name: PAGE, from: $from, to: $to) { sum nodes { value count } }
      visitors: stats(name: VISITORS, from: $from, to: $to, first: 100) { sum nodes { value count } }
      period(from: $from, to: $to) {
        from to visitors pageviews visits events
        series(by: $by) { interval points { at visitors pageviews } }
        stats(name: PAGE) { sum nodes { value count } }
        previous { from to visitors previous { from } }
      }
    }
  }
`);

let server: TestServer;
let id = '';
let empty = '';
let moved = '';
beforeAll(async () => {
  server = await startTestServer();
  const create = async (fields: Record<string, string>) => {
    const response = await server.call('/api/v1/websites', {
      method: 'POST',
      body: new URLSearchParams(fields),
    });
    return String(((await response.json()) as { data: { id: number } }).data.id);
  };
  id = await create({ url: 'one.test', timezone: 'Pacific/Auckland' });
  empty = await create({ url: 'two.test' });
  moved = await create({ url: 'three.test', timezone: 'Pacific/Auckland' });
  const hit = (day: number, visitor: number, hour: number, event = false): Hit => ({
    websiteId: Number(id),
    at: 1,
    day,
    hour,
    visitor: BigInt(visitor),
    path: `/${visitor}`,
    event: event ? { name: 'Buy', value: null, unit: null } : null,
    dimensions: DIMENSIONS,
  });
  const hits = [
    hit(20260930, 1, 3),
    ...[1, 2, 3].map((visitor) => hit(20261015, visitor, 9)),
    ...[1, 1, 2].map((visitor) => hit(20261121, visitor, 23)),
    hit(20261121, 4, 5, true),
    // An event in an hour that Auckland does not have: the website was in another time zone then.
    ...[hit(20260927, 1, 1), hit(20260927, 1, 2, true)].map((one) => ({ ...one, websiteId: Number(moved) })),
  ];
  let next = 0n;
  await server.deps.db.write((tx) => storeHits(tx, hits, () => ++next));
});
afterAll(() => server[Symbol.asyncDispose]());

describe('periods by name, on 22 November 2026 at 01:00 in Auckland', () => {
  test.each([
    ['TODAY', ['2026-11-22', '2026-11-22'], ['2026-11-21', '2026-11-21']],
    ['YESTERDAY', ['2026-11-21', '2026-11-21'], ['2026-11-20', '2026-11-20']],
    ['LAST_7_DAYS', ['2026-11-16', '2026-11-22'], ['2026-11-09', '2026-11-15']],
    ['LAST_30_DAYS', ['2026-10-24', '2026-11-22'], ['2026-09-24', '2026-10-23']],
    ['THIS_MONTH', ['2026-11-01', '2026-11-22'], ['2026-10-01', '2026-10-22']],
    ['LAST_MONTH', ['2026-10-01', '2026-10-31'], ['2026-09-01', '2026-09-30']],
    ['LAST_12_MONTHS', ['2025-12-01', '2026-11-22'], ['2024-12-01', '2025-11-22']],
    ['ALL', ['2026-09-30', '2026-11-22'], null],
  ] as const)('%s is %j, compared with %j', async (name, days, before) => {
    const { data } = await ask(server, Named, { id, name });
    const { today, hour, recordedSince, period } = data.website ?? {};
    expect([today, hour, recordedSince]).toEqual(['2026-11-22', 1, '2026-09-30']);
    expect([period?.from, period?.to]).toEqual(days);
    expect(period?.previous ? [period.previous.from, period.previous.to] : null).toEqual(before);
  });

  test('for a website without hits, ALL is today', async () => {
    const { data } = await ask(server, Named, { id: empty, name: 'ALL' });
    expect(data.website).toEqual({
      today: '2026-11-21',
      hour: 12,
      recordedSince: null,
      period: { from: '2026-11-21', to: '2026-11-21', previous: null },
    });
  });
});

describe('a period by dates', () => {
  const count = async (from: string, to: string, by?: 'HOUR' | 'DAY' | 'MONTH') => {
    const { data, errors } = await ask(server, Counted, { id, from, to, by: by ?? null });
    return { website: data?.website, period: data?.website?.period, errors };
  };

  test('has the rows and the sums of the statistics of these days', async () => {
    const { website, period } = await count('2026-10-01', '2026-11-21');
    expect(period?.stats).toEqual(website?.pages);
    expect(period).toMatchObject({
      visitors: website?.visitors.sum,
      pageviews: website?.pages.sum,
      visits: 6,
      events: 1,
    });
    expect(period).toMatchObject({ visitors: 6, pageviews: 6 });
    expect(period?.previous).toEqual({ from: '2026-08-10', to: '2026-09-30', visitors: 1, previous: null });
  });

  test('has every day in its series, even without traffic, and the points add up', async () => {
    const { website, period } = await count('2026-10-14', '2026-11-21');
    const { interval, points } = period?.series ?? { interval: null, points: [] };
    expect([interval, points.length, points[0]?.at, points.at(-1)?.at]).toEqual([
      'DAY',
      39,
      '2026-10-14',
      '2026-11-21',
    ]);
    const counted = new Map(website?.visitors.nodes.map(({ value, count: visitors }) => [value, visitors]));
    for (const { at, visitors } of points) expect([at, visitors]).toEqual([at, counted.get(at) ?? 0]);
    expect(points.reduce((sum, { pageviews }) => sum + pageviews, 0)).toBe(period?.pageviews);
  });

  test('of one day has a series by hour of the day', async () => {
    const { period } = await count('2026-11-21', '2026-11-21');
    const points = period?.series.points ?? [];
    expect([period?.series.interval, points.length]).toEqual(['HOUR_OF_DAY', 24]);
    expect(points.filter(({ visitors, pageviews }) => visitors + pageviews > 0)).toEqual([
      { at: '05', visitors: 1, pageviews: 0 },
      { at: '23', visitors: 2, pageviews: 3 },
    ]);
  });

  // In Auckland, the clocks go forward from 02:00 to 03:00 on 27 September 2026.
  test.each([
    ['2026-09-27', '2026-09-27', null, 23, '02'],
    ['2026-09-27', '2026-09-27', 'HOUR', 23, '2026-09-27T02'],
    ['2026-09-26', '2026-09-28', 'HOUR', 71, '2026-09-27T02'],
    ['2026-09-26', '2026-09-26', null, 24, null],
    ['2026-04-05', '2026-04-05', 'HOUR', 24, null],
  ] as const)('from %s to %s by %s has no point for an hour that does not exist', async (...input) => {
    const [from, to, by, length, missing] = input;
    const { period } = await count(from, to, by ?? undefined);
    const places = period?.series.points.map(({ at }) => at) ?? [];
    expect(places).toHaveLength(length);
    if (missing) expect(places).not.toContain(missing);
  });

  test.each([null, 'HOUR'] as const)(
    'by %s has every hour with hits, also if it does not exist',
    async (by) => {
      const days = { from: '2026-09-27', to: '2026-09-27' };
      const { data } = await ask(server, Counted, { id: moved, ...days, by });
      const points = data.website?.period.series.points ?? [];
      expect(points).toHaveLength(24);
      expect(points[2]?.at.slice(-2)).toBe('02');
    },
  );

  test('of several days has all hours of the day', async () => {
    const { data } = await ask(server, Counted, {
      id,
      from: '2026-09-27',
      to: '2026-09-28',
      by: 'HOUR_OF_DAY',
    });
    expect(data.website?.period.series.points).toHaveLength(24);
  });

  test('of more than 92 days has a series by month, whose first and last months may be partial', async () => {
    expect((await count('2026-08-22', '2026-11-21')).period?.series.interval).toBe('DAY');
    const { period } = await count('2026-08-21', '2026-11-20');
    expect(period?.series.interval).toBe('DAY');
    const longer = await count('2026-08-20', '2026-11-20');
    expect(longer.period?.series).toEqual({
      interval: 'MONTH',
      points: [
        { at: '2026-08', visitors: 0, pageviews: 0 },
        { at: '2026-09', visitors: 1, pageviews: 1 },
        { at: '2026-10', visitors: 3, pageviews: 3 },
        { at: '2026-11', visitors: 0, pageviews: 0 },
      ],
    });
  });

  test('rejects too many points, and dates in the wrong order', async () => {
    const { errors } = await count('2020-01-01', '2026-11-21', 'DAY');
    expect(errors?.[0]?.extensions).toEqual({
      code: 'BAD_USER_INPUT',
      errors: { by: ['Must be WEEK or MONTH for more than 1500 days; got 2517 days.'] },
    });
    const ages = await count('1000-01-01', '9999-12-31');
    expect(ages.errors?.[0]?.extensions).toMatchObject({
      errors: { to: ['Must be within 1500 months of from; got 108000 months.'] },
    });
    const early = await count('1000-01-02', '1000-01-03');
    expect([early.errors, early.period?.previous]).toEqual([undefined, null]);
    const late = await count('9999-11-01', '9999-12-31', 'MONTH');
    expect(late.period?.series.points.map(({ at }) => at)).toEqual(['9999-11', '9999-12']);
    const wrong = await count('2026-11-22', '2026-11-21');
    expect(wrong.errors?.[0]?.extensions).toMatchObject({
      errors: { to: ['Must be the same day as `from`, or later.'] },
    });
  });
});

describe('days', () => {
  const day = fc
    .date({ min: new Date('1000-01-01'), max: new Date('9990-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));

  test('addDays and dayCount agree', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 3_000 }), (from, count) => {
        const to = addDays(from, count);
        expect(dayCount(from, to)).toBe(count + 1);
        expect(addDays(to, -count)).toBe(from);
      }),
    );
  });

  test('from one date to another are complete and in order, and so are their months', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 100 }), (from, count) => {
        const days = daysBetween(from, addDays(from, count));
        expect(days).toHaveLength(count + 1);
        expect([...days].sort()).toEqual(days);
        expect(monthsBetween(from, days.at(-1) ?? '')).toEqual([
          ...new Set(days.map((each) => each.slice(0, 7))),
        ]);
      }),
      { numRuns: 30 },
    );
  });

  test('keep their number in another month, or become its last day', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -50, max: 50 }), (from, months) => {
        const to = addMonths(from, months);
        expect(monthIndex(to) - monthIndex(from)).toBe(months);
        expect(to.slice(8) === from.slice(8) || (to === endOfMonth(to) && to.slice(8) < from.slice(8))).toBe(
          true,
        );
      }),
    );
  });

  const monthIndex = (text: string) =>
    Math.floor(dayNumber(text) / 10_000) * 12 + (Math.floor(dayNumber(text) / 100) % 100);
});
