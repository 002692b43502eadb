import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { chunkJob } from '../src/engine/columns/chunks/job.ts';
import { STAT_NAMES } from '../src/engine/registry/statistics.ts';
import { verifyRollups } from '../src/ingest/store/verify.ts';
import { readStat, sumOf } from './support/books/read.ts';
import { DAYS, type Moment } from './support/books/schedule.ts';
import { type Sent, sendTraffic } from './support/books/sent.ts';
import type { Site } from './support/books/traffic.ts';
import { byCodePoint, type Fact, localTime, NAMES, type Row, rowsOf } from './support/oracle.ts';
import type { TestServer } from './support/server.ts';

let sent: Sent;
let server: TestServer;
let sites: Site[];
let moments: Moment[];
let facts: Fact[];
beforeAll(async () => {
  sent = await sendTraffic();
  ({ server, sites, moments, facts } = sent);
  // The days that are over have chunks, and the months sums; today is answered from its rows.
  await chunkJob(server.deps)();
});
afterAll(() => sent[Symbol.asyncDispose]());

const ranges = [
  ...DAYS.map((day) => [day, day] as const),
  ['2026-10-02', '2026-11-03'], // all traffic, but no whole month
  ['2026-09-30', '2026-12-31'], // three whole months: October to December
  ['2026-10-01', '2026-10-31'],
  ['2026-10-25', '2026-11-30'],
] as const;

const read = new Map<string, Promise<Row[]>>();

/** Reads a statistic of a website over REST, and each only once. */
function readOnce(id: number, query: Record<string, string>): Promise<Row[]> {
  const key = JSON.stringify([id, query]);
  const rows = read.get(key) ?? readStat(server, id, query);
  read.set(key, rows);
  return rows;
}

test('the reference implementation has every statistic', () => {
  expect(NAMES.toSorted()).toEqual(STAT_NAMES.toSorted());
});

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
      const rows = await readOnce(id, { name, from, to, ...paging });
      expect({ from, to, rows }).toEqual({ from, to, rows: rowsOf(counted) });
    }
  });

  test('related statistics have equal totals on every day', async () => {
    const { id } = sites[index] as Site;
    for (const day of DAYS) {
      const of = async (name: string) =>
        [name, sumOf(await readOnce(id, { name, from: day, to: day, per_page: '100' }))] as const;
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
      const of = (name: string) =>
        facts.filter((fact) => fact.websiteId === websiteId && fact.name === name && fact.day === day);
      const expected = (name: string) => of(name).reduce((sum, { amount }) => sum + amount, 0);
      const at = { websiteId, day: Number(day.replaceAll('-', '')) };
      const total = await server.deps.db.read.dayTotal.findUnique({ where: { websiteId_day: at } });
      if (!total) {
        expect([day, of('visits'), of('host')]).toEqual([day, [], []]);
        continue;
      }
      expect([day, Number(total.bounces), Number(total.duration), Number(total.events)]).toEqual([
        ...[day, expected('bounces'), expected('duration'), expected('events')],
      ]);
      expect(total.bounces).toBeLessThanOrEqual(total.visits);
      const hosts = await readHosts(websiteId, day);
      expect({ day, hosts }).toEqual({ day, hosts: rowsOf(of('host')).sort(byValue) });
    }
    const bounces = facts.filter((fact) => fact.websiteId === websiteId && fact.name === 'bounces');
    expect(bounces.length).toBeGreaterThan(20);
  });

  /** The pageviews and events of a day by host, except those whose host is unknown. */
  async function readHosts(websiteId: number, day: string) {
    const query = `{ website(id: ${websiteId}) { period(from: "${day}", to: "${day}") {
      breakdown(by: [HOST], first: 100) { nodes { values { value } pageviews events } } } } }`;
    const response = await server.call(`/graphql?${new URLSearchParams({ query })}`);
    const { data } = (await response.json()) as {
      data: {
        website: {
          period: {
            breakdown: { nodes: { values: { value: string }[]; pageviews: number; events: number }[] };
          };
        };
      };
    };
    return data.website.period.breakdown.nodes
      .map(({ values: [of], pageviews, events }) => ({ value: of?.value ?? '', count: pageviews + events }))
      .filter(({ value }) => value !== '')
      .sort(byValue);
  }

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

describe('verifyRollups', () => {
  const verify = async () => (await verifyRollups(server.deps.db)).differences;

  test('finds no differences in the recorded traffic', async () => {
    const { websites, rows, differences } = await verifyRollups(server.deps.db);
    expect({ websites, differences }).toEqual({ websites: 3, differences: [] });
    const days = new Set(
      facts.filter(({ name }) => name === 'visits').map((fact) => `${fact.websiteId} ${fact.day}`),
    );
    expect(rows).toBe(days.size);
  });

  test('finds only the total that was changed by hand', async () => {
    const websiteId = sites[1]?.id ?? 0;
    const at = { websiteId, day: 20261025 };
    const change = (by: number) =>
      server.deps.db.write(
        (tx) => tx.$executeRaw`
          UPDATE "DayTotal" SET "visitors" = "visitors" + ${by}
          WHERE "websiteId" = ${websiteId} AND "day" = ${at.day}`,
      );
    const { visitors } = await server.deps.db.read.dayTotal.findUniqueOrThrow({
      where: { websiteId_day: at },
    });
    expect(await change(3)).toBe(1);
    const computed = Number(visitors);
    expect(await verify()).toEqual([
      { websiteId, name: 'visitors', period: at.day, value: '', stored: computed + 3, computed },
    ]);
    await change(-3);
    expect(await verify()).toEqual([]);
  });
});
