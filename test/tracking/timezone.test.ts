import { describe, expect, test } from '@jest/globals';
import { STAT_NAMES } from '../../src/engine/registry/statistics.ts';
import { verifyRollups } from '../../src/ingest/store/verify.ts';
import { sumOf } from '../support/books/read.ts';
import { graphqlData } from '../support/engine/asking.ts';
import { everyStatistic } from '../support/everyStatistic.ts';
import type { Row } from '../support/oracle.ts';
import { changeWebsite, newWebsite } from '../support/rest.ts';
import { IPHONE, NOON, startTestServer, type TestServer } from '../support/server.ts';
import { outcome, RECORDED, sendHit } from '../support/track.ts';

const HOUR = 3_600_000;

/** Sends traffic of two people: pages, a campaign, a referrer, an event. */
async function visit(server: TestServer, time: number): Promise<void> {
  server.setTime(time);
  const person = { 'x-forwarded-for': '81.2.69.142' };
  const other = { 'x-forwarded-for': '2a01:e0a::1', 'user-agent': IPHONE };
  const page = 'https://example.com/';
  const hits: [object, Record<string, string>][] = [
    [{ page, referrer: 'https://news.example/', screen_resolution: '800x600', language: 'en-GB' }, person],
    [{ page: `${page}b?utm_campaign=spring`, language: 'fr' }, other],
    [{ page, event: { name: 'Order', value: 3 } }, person],
  ];
  for (const [fields, headers] of hits) {
    expect(outcome(await sendHit(server, fields, headers))).toEqual(RECORDED);
  }
}

const FIELDS = everyStatistic(STAT_NAMES, 'first: 100', 'nodes { value count }');
const QUERY = `query ($from: Date!, $to: Date!) { website(id: "1") { period(from: $from, to: $to) {
  ${FIELDS}
} } }`;

/** Reads all statistics of a range of days with one request. */
async function statistics(server: TestServer, from: string, to = from): Promise<Record<string, Row[]>> {
  const { website } = await graphqlData<{ website: { period: Record<string, { nodes: Row[] }> } }>(
    server,
    QUERY,
    { from, to },
  );
  return Object.fromEntries(Object.entries(website.period).map(([name, { nodes }]) => [name, nodes]));
}

async function expectBalance(server: TestServer, from: string, to = from): Promise<void> {
  const all = await statistics(server, from, to);
  const sum = (name: string) => sumOf(all[name] ?? []);
  for (const [first = '', ...others] of [
    ['pageviews', 'page', 'pageviews_hours'],
    ['visitors', 'visitors_hours', 'browser', 'os', 'device', 'language'],
    ['visitors', 'resolution', 'continent', 'country', 'city'],
    ['landing_page', 'referrer'],
  ]) {
    for (const other of others) expect([other, sum(other)]).toEqual([other, sum(first)]);
  }
  expect((await verifyRollups(server.deps.db)).differences).toEqual([]);
}

describe('a website whose time zone changes', () => {
  test.each([
    ['UTC', 'America/New_York'],
    ['America/New_York', 'Asia/Kolkata'],
    ['Pacific/Honolulu', 'Pacific/Kiritimati'],
    ['Pacific/Kiritimati', 'Pacific/Honolulu'],
  ])('from %s to %s keeps all statistics of every day', async (before, after) => {
    await using server = await startTestServer();
    await newWebsite(server, { timezone: before });
    for (let hours = -72; hours <= 0; hours += 9) await visit(server, NOON + hours * HOUR);
    const days = ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'];
    const read = async () => {
      const all = [await statistics(server, '2026-10-01', '2026-12-31')];
      for (const day of days) all.push(await statistics(server, day));
      return all;
    };
    const kept = await read();
    await changeWebsite(server, 1, { timezone: after });
    expect(await read()).toEqual(kept);
    await expectBalance(server, '2026-10-01', '2026-12-31');
  });

  test('to an earlier day counts on that day and leaves the later day unchanged', async () => {
    await using server = await startTestServer();
    await newWebsite(server, { timezone: 'Pacific/Kiritimati' });
    // In Kiritimati it is 02:00 on the 22nd; in Honolulu it is 02:00 on the 21st.
    await visit(server, NOON);
    const left = await statistics(server, '2026-11-22');
    expect(left.visitors).toEqual([{ value: '2026-11-22', count: 2 }]);
    expect(await statistics(server, '2026-11-21')).toMatchObject({ pageviews: [], visitors: [] });

    await changeWebsite(server, 1, { timezone: 'Pacific/Honolulu' });
    await visit(server, NOON + HOUR / 60);
    await visit(server, NOON + HOUR / 30);
    expect(await statistics(server, '2026-11-22')).toEqual(left);
    const back = await statistics(server, '2026-11-21');
    expect(back).toMatchObject({
      visitors: [{ value: '2026-11-21', count: 2 }],
      visitors_hours: [{ value: '02', count: 2 }],
      pageviews: [{ value: '2026-11-21', count: 4 }],
      event: [{ value: 'Order', count: 2 }],
    });
    await expectBalance(server, '2026-11-21');
    await expectBalance(server, '2026-11-22');

    // And forward again: the visitors of the 22nd are recognized and continue their visits.
    await changeWebsite(server, 1, { timezone: 'Pacific/Kiritimati' });
    await visit(server, NOON + HOUR / 20);
    expect(await statistics(server, '2026-11-21')).toEqual(back);
    const forth = await statistics(server, '2026-11-22');
    expect(forth).toMatchObject({ visitors: left.visitors, referrer: left.referrer });
    expect(forth.pageviews).toEqual([{ value: '2026-11-22', count: 4 }]);
    await expectBalance(server, '2026-11-01', '2026-11-30');
  });
});
