import { describe, expect, test } from '@jest/globals';
import { form, newWebsite, rest, statRows, WEBSITES } from '../support/rest.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { countOf } from '../support/tables.ts';
import { drops, outcome, RECORDED, sendHit } from '../support/track.ts';

const page = 'https://example.com/';
const BOT = { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' };

async function change(server: TestServer, fields: Record<string, string>): Promise<void> {
  expect((await rest(server, `${WEBSITES}/1`, form('PATCH', fields))).status).toBe(200);
}

describe('a setting changed over REST applies to the next hit', () => {
  test('exclude_bots', async () => {
    await using server = await startTestServer();
    const { tracking_id: website } = await newWebsite(server);
    const hit = async () => outcome(await sendHit(server, { website, page }, BOT));
    expect(await hit()).toEqual([202, 'bot']);
    await change(server, { exclude_bots: '0' });
    expect(await hit()).toEqual(RECORDED);
    await change(server, { exclude_bots: '1' });
    expect(await hit()).toEqual([202, 'bot']);
  });

  test('exclude_ips', async () => {
    await using server = await startTestServer();
    const { tracking_id: website } = await newWebsite(server);
    const hit = async () =>
      outcome(await sendHit(server, { website, page }, { 'x-forwarded-for': '203.0.113.7' }));
    expect(await hit()).toEqual(RECORDED);
    await change(server, { exclude_ips: '203.0.113.0/28' });
    expect(await hit()).toEqual([202, 'excluded_ip']);
    await change(server, { exclude_ips: '' });
    expect(await hit()).toEqual(RECORDED);
  });

  test('exclude_ips with IPv6 and IPv4-mapped ranges', async () => {
    await using server = await startTestServer();
    const { tracking_id: website } = await newWebsite(server);
    const hit = async (address: string) =>
      outcome(await sendHit(server, { website, page }, { 'x-forwarded-for': address }));
    await change(server, { exclude_ips: '2001:DB8:7::/48\n::ffff:198.51.100.0/120\n2001:db8:9::1' });
    const inside = ['2001:db8:7::1', '[2001:DB8:7:FFFF::5]:443', '198.51.100.9', '::ffff:198.51.100.255'];
    for (const address of [...inside, '2001:db8:9:0:0::1'])
      expect(await hit(address)).toEqual([202, 'excluded_ip']);
    const outside = ['2001:db8:8::1', '2001:db8:6:ffff::', '198.51.101.9', '2001:db8:9::2', '::198.51.100.9'];
    for (const address of outside) expect(await hit(address)).toEqual(RECORDED);
  });

  test('url', async () => {
    await using server = await startTestServer();
    const { tracking_id: website } = await newWebsite(server);
    const hit = async (url: string, by: object = { website }) =>
      outcome(await sendHit(server, { ...by, page: url }));
    expect(await hit(page)).toEqual(RECORDED);
    expect(await hit(page, {})).toEqual(RECORDED);
    await change(server, { url: 'new.example' });
    expect(await hit(page)).toEqual([202, 'wrong_host']);
    await hit(page, {});
    expect(await drops(server)).toMatchObject([
      { websiteId: 0, reason: 'unknown_website', count: 1 },
      { websiteId: 1, reason: 'wrong_host', count: 1 },
    ]);
    expect(await hit('https://new.example/')).toEqual(RECORDED);
    expect(await hit('https://new.example/', {})).toEqual(RECORDED);
  });

  test('registration', async () => {
    await using server = await startTestServer();
    await sendHit(server, { page });
    expect(await drops(server)).toMatchObject([{ websiteId: 0, reason: 'unknown_website', count: 1 }]);
    await newWebsite(server);
    expect(outcome(await sendHit(server, { page }))).toEqual(RECORDED);
    expect(await statRows(server, 1, 'page')).toEqual([['/', 1]]);
  });
});

test('during a deletion, each hit is stored before it or counted as unknown; no row remains', async () => {
  await using server = await startTestServer();
  const { id, tracking_id: website } = await newWebsite(server);
  const stays = await newWebsite(server, { url: 'other.example' });
  const hits = (count: number, fields: object) =>
    Array.from({ length: count }, (_, number) =>
      sendHit(server, fields, { 'x-forwarded-for': `203.0.113.${number}` }),
    );
  const other = { website: stays.tracking_id, page: 'https://other.example/' };

  const before = hits(60, { website, page });
  const beside = hits(60, other);
  await Promise.race(before);
  const deleted = rest(server, `${WEBSITES}/${id}`, { method: 'DELETE' });
  const during = hits(120, { website, page });
  expect((await deleted).status).toBe(200);
  const after = hits(20, { website, page });

  const outcomes = (await Promise.all([...before, ...during, ...after])).map(outcome);
  const unknown = outcomes.filter(([, reason]) => reason === 'unknown_website');
  const recorded = outcomes.filter(([, reason]) => reason === null);
  expect(outcomes.every(([status]) => status === 202)).toBe(true);
  expect(unknown.length + recorded.length).toBe(200);
  expect(recorded.length).toBeGreaterThan(0);
  expect((await Promise.all(after)).map(outcome)).toEqual(Array(20).fill([202, 'unknown_website']));
  expect(await drops(server)).toEqual([
    { websiteId: 0, day: 20261121, reason: 'unknown_website', count: unknown.length },
  ]);
  const left = ['Hit', 'Visit', 'DayTotal', 'Drop'].map((table) => countOf(server, table, id));
  expect(await Promise.all(left)).toEqual([0, 0, 0, 0]);

  expect((await Promise.all(beside)).map(outcome)).toEqual(Array(60).fill(RECORDED));
  expect(await statRows(server, stays.id, 'pageviews')).toEqual([['2026-11-21', 60]]);
});

test('a hit that waited for the writer while its website was deleted is counted as unknown', async () => {
  await using server = await startTestServer();
  const { id, tracking_id: website } = await newWebsite(server);
  expect(outcome(await sendHit(server, { website, page }))).toEqual(RECORDED);
  /** Gives the server time to process the earlier requests as far as possible. */
  const settle = async () => {
    for (let turn = 0; turn < 5; turn++) await rest(server, WEBSITES);
  };
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = server.deps.db.write(() => gate);
  await settle();
  const deleted = rest(server, `${WEBSITES}/${id}`, { method: 'DELETE' });
  await settle();
  const waiting = sendHit(server, { website, page });
  await settle();
  release();
  await held;

  expect((await deleted).status).toBe(200);
  expect(outcome(await waiting)).toEqual([202, 'unknown_website']);
  const left = ['Hit', 'Visit', 'DayTotal', 'Drop'].map((table) => countOf(server, table, id));
  expect(await Promise.all(left)).toEqual([0, 0, 0, 0]);
  expect(await drops(server)).toEqual([{ websiteId: 0, day: 20261121, reason: 'unknown_website', count: 1 }]);
});
