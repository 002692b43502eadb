import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { addToMonths } from '../src/ingest/months/sum.ts';
import { verifyRollups } from '../src/ingest/store/verify.ts';
import { readStat, sumOf } from './support/books/read.ts';
import { rollupRows } from './support/books/rollup.ts';
import { DAYS, type Moment } from './support/books/schedule.ts';
import { type Sent, sendTraffic } from './support/books/sent.ts';
import type { Site } from './support/books/traffic.ts';
import { byCodePoint, type Fact, localTime, METRIC_NAMES, NAMES, rowsOf } from './support/oracle.ts';
import type { TestServer } from './support/server.ts';

let sent: Sent;
let server: TestServer;
let sites: Site[];
let moments: Moment[];
let facts: Fact[];
beforeAll(async () => {
  sent = await sendTraffic();
  ({ server, sites, moments, facts } = sent);
  // The first website has no months, the second one has those of some days, the third one of all.
  for (const [index, through] of [20261101, 20261130].entries())
    await server.deps.db.write((tx) => addToMonths(tx, sites[index + 1]?.id ?? 0, through));
});
afterAll(() => sent[Symbol.asyncDispose]());

const ranges = [
  ...DAYS.map((day) => [day, day] as const),
  ['2026-10-02', '2026-11-03'], // all traffic, but no whole month
  ['2026-09-30', '2026-12-31'], // three whole months: October to December
  ['2026-10-01', '2026-10-31'],
  ['2026-10-25', '2026-11-30'],
] as const;

test('the traffic has about 2,000 hits, with every drop reason and several values of each statistic', () => {
  const all = moments.flatMap(({ sendings }) => sendings);
  expect(all.length).toBeGreaterThan(1_900);
  expect(all.length).toBeLessThan(2_600);
  const reasons = new Set(all.map(({ dropped }) => dropped?.reason ?? null));
  const expected = [null, 'bot', 'excluded_ip', 'prefetch', 'spam', 'unknown_website', 'wrong_host'];
  expect([...reasons].sort()).toEqual(expected.sort());
  for (const { id } of sites) {
    for (const name of NAMES) {
      const values = new Set(
        facts.filter((fact) => fact.websiteId === id && fact.name === name).map((f) => f.value),
      );
      expect([name, values.size > 1]).toEqual([name, true]);
    }
  }
  expect(sites.map(({ excludesBots }) => excludesBots)).toEqual([true, false, true]);
  const gaps = new Set<number>();
  const last = new Map<string, number>();
  for (const { at, sendings } of moments) {
    for (const { hit } of sendings) {
      if (!hit) continue;
      const key =
        `${hit.website.id} ${localTime(hit.website.timezone, at).day} ` + `${hit.address} ${hit.userAgent}`;
      gaps.add(at - (last.get(key) ?? 0));
      last.set(key, at);
    }
  }
  expect([1_799_999, 1_800_000, 1_800_001].filter((gap) => !gaps.has(gap))).toEqual([]);
});

test('every hit gets a 202, with the reason if it is dropped', () => {
  expect(sent.refusals).toEqual([]);
});

describe.each([
  ['Europe/Berlin', 0],
  ['America/New_York', 1],
  ['Australia/Lord_Howe', 2],
] as const)('the website in %s', (timezone, index) => {
  test.each(NAMES)('%s equals a slow recount for every day and for longer ranges', async (name) => {
    const { id } = sites[index] as Site;
    for (const [from, to] of ranges) {
      const counted = facts.filter(
        (fact) => fact.websiteId === id && fact.name === name && fact.day >= from && fact.day <= to,
      );
      // Pages of 10 rows need many requests. One long range is enough for them.
      const paging = from === '2026-10-25' && to === '2026-11-30' ? {} : { per_page: '100' };
      const rows = await readStat(server, id, { name, from, to, ...paging });
      expect({ from, to, rows }).toEqual({ from, to, rows: rowsOf(counted) });
    }
  });

  test('related statistics have equal totals on every day', async () => {
    const { id } = sites[index] as Site;
    for (const day of DAYS) {
      const of = async (name: string) =>
        [name, sumOf(await readStat(server, id, { name, from: day, to: day, per_page: '100' }))] as const;
      const sums = new Map(await Promise.all(NAMES.map(of)));
      const same = (names: string[]) => new Set(names.map((name) => sums.get(name))).size === 1;
      const { day: shown, sums: found } = { day, sums: Object.fromEntries(sums) };
      expect({
        shown,
        found,
        pageviews: same(['page', 'pageviews', 'pageviews_hours']),
        visitors: same([
          ...['visitors', 'visitors_hours', 'browser', 'os', 'device', 'language'],
          ...['resolution', 'continent', 'country', 'city'],
        ]),
        visits: same([
          ...['visits', 'landing_page', 'exit_page', 'referrer', 'source', 'channel'],
          ...['utm_source', 'utm_medium', 'utm_term', 'utm_content'],
        ]),
      }).toEqual({ shown, found, pageviews: true, visitors: true, visits: true });
    }
  });

  const byValue = (a: { value: string }, b: { value: string }) => byCodePoint(a.value, b.value);

  test('bounces, durations, events and hosts by day equal a slow recount', async () => {
    const { id: websiteId } = sites[index] as Site;
    for (const day of DAYS) {
      const where = { websiteId, period: Number(day.replaceAll('-', '')) };
      const read = async (name: string) => {
        const rows = await rollupRows(server.deps.db.read, { ...where, name });
        return rows.map(({ value, count }) => ({ value, count })).sort(byValue);
      };
      const expected = (name: string) =>
        rowsOf(
          facts.filter((fact) => fact.websiteId === websiteId && fact.name === name && fact.day === day),
        ).sort(byValue);
      for (const name of METRIC_NAMES)
        expect({ day, name, rows: await read(name) }).toEqual({ day, name, rows: expected(name) });
      expect(sumOf(await read('bounces'))).toBeLessThanOrEqual(sumOf(await read('visits')));
      expect(sumOf(await read('events'))).toBe(sumOf(await read('event')));
    }
    const bounces = facts.filter((fact) => fact.websiteId === websiteId && fact.name === 'bounces');
    expect(bounces.length).toBeGreaterThan(20);
  });

  test('each reason for dropping a hit is counted per day', async () => {
    const { id } = sites[index] as Site;
    const counts = new Map<string, number>();
    for (const { at, sendings } of moments) {
      for (const { dropped } of sendings) {
        if (dropped?.websiteId !== id) continue;
        const key = `${localTime(timezone, at).day} ${dropped.reason}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
    const query = `{ website(id: ${id}) {
      dropped(from: "2026-10-01", to: "2026-11-30") { day reason count } } }`;
    const response = await server.call(`/graphql?${new URLSearchParams({ query })}`);
    const { data } = (await response.json()) as {
      data: { website: { dropped: { day: string; reason: string; count: number }[] } };
    };
    const found = data.website.dropped.map(({ day, reason, count }) => [`${day} ${reason}`, count]);
    expect(found).toEqual([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
  });
});

// Each of these tests restores the rows that it changes.
describe('verifyRollups', () => {
  const verify = async () => (await verifyRollups(server.deps.db)).differences;

  test('finds no differences in the recorded traffic', async () => {
    const { websites, rows, differences } = await verifyRollups(server.deps.db);
    expect({ websites, differences }).toEqual({ websites: 3, differences: [] });
    expect(rows).toBeGreaterThan(1_000);
  });

  test.each([
    ['a day', 'country', 20261025, 'GB'],
    ['a day of visits', 'referrer', 20261101, ''],
    ['a day of events', 'event', 20261025, 'Purchase'],
    ['an hour', 'pageviews_hours', 20261025, '02'],
    ['a month', 'landing_page', 202610, '/pricing'],
    ['a month of visitors', 'visitors', 202611, '2026-11-01'],
  ])('finds only the row of %s that was changed by hand', async (_, name, period, value) => {
    const websiteId = sites[1]?.id ?? 0;
    const row = { websiteId, name, period, value };
    const { count } = await server.deps.db.read.stat.findUniqueOrThrow({
      where: { websiteId_name_period_value: row },
    });
    const change = (by: number) =>
      server.deps.db.write(
        (tx) => tx.$executeRaw`
          UPDATE "Stat" SET "count" = "count" + ${by}
          WHERE "websiteId" = ${websiteId} AND "name" = ${name}
            AND "period" = ${period} AND "value" = ${value}`,
      );

    expect(await change(3)).toBe(1);
    expect(await verify()).toEqual([{ ...row, stored: Number(count) + 3, computed: Number(count) }]);
    await change(-3);
    expect(await verify()).toEqual([]);
  });

  test('finds a deleted row and an invented row', async () => {
    const websiteId = sites[0]?.id ?? 0;
    const row = { websiteId, name: 'visitors', period: 20261025 };
    const deleted = await server.deps.db.read.stat.findMany({ where: row });
    await server.deps.db.write(async (tx) => {
      await tx.$executeRaw`
        DELETE FROM "Stat" WHERE "websiteId" = ${websiteId} AND "name" = 'visitors' AND "period" = 20261025`;
      await tx.$executeRaw`INSERT INTO "Stat" VALUES (${websiteId}, 'browser', 202611, 'Netscape', 7)`;
    });
    const visitors = facts.filter(
      (fact) => fact.websiteId === websiteId && fact.name === 'visitors' && fact.day === '2026-10-25',
    ).length;
    expect(await verify()).toEqual([
      { websiteId, name: 'browser', period: 202611, value: 'Netscape', stored: 7, computed: 0 },
      { websiteId, name: 'visitors', period: 20261025, value: '2026-10-25', stored: 0, computed: visitors },
    ]);
    await server.deps.db.write(async (tx) => {
      await tx.stat.createMany({ data: deleted });
      await tx.$executeRaw`DELETE FROM "Stat" WHERE "value" = 'Netscape'`;
    });
    expect(await verify()).toEqual([]);
  });
});
