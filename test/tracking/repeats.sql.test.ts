import { describe, expect, test } from '@jest/globals';
import { verifyRollups } from '../../src/ingest/store/verify.ts';
import { newWebsite, statRows } from '../support/rest.ts';
import { NOON, startTestServer, type TestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared.ts';
import { rows } from '../support/tables.ts';
import { drops, outcome, RECORDED, sendHit } from '../support/track.ts';

const DAY = 24 * 3_600_000;
const page = 'https://example.com/';

const hits = async (server: TestServer) => (await rows(server, 'SELECT 1 FROM "Hit"')).length;

describe('a hit that is sent again with its id', () => {
  test('counts once, and gets the same answer', async () => {
    await using server = await startTestServer();
    const { id, tracking_id: website } = await newWebsite(server);
    for (const _time of ['first', 'again', 'and again'])
      expect(outcome(await sendHit(server, { website, page, id: 'a' }))).toEqual(RECORDED);
    expect(await statRows(server, id, 'pageviews')).toEqual([['2026-11-21', 1]]);
    expect(await drops(server)).toEqual([]);
    expect((await verifyRollups(server.deps.db)).differences).toEqual([]);
  });

  test('counts once if both are in one batch', async () => {
    await using server = await startTestServer();
    const { tracking_id: website } = await newWebsite(server);
    const ids = Array.from({ length: 60 }, (_, index) => `id ${index % 3}`);
    const answers = await Promise.all(ids.map((id) => sendHit(server, { website, page, id })));
    expect(new Set(answers.map((answer) => String(outcome(answer))))).toEqual(new Set([String(RECORDED)]));
    expect(await hits(server)).toBe(3);
  });

  test('counts once as an event', async () => {
    await using server = await startTestServer();
    const { id, tracking_id: website } = await newWebsite(server);
    for (const _time of ['first', 'again'])
      await sendHit(server, { website, page, id: 'a', event: { name: 'Order', value: 7 } });
    expect(await statRows(server, id, 'event')).toEqual([['Order', 1]]);
  });

  test('counts once across midnight, and no longer after two days', async () => {
    await using server = await startTestServer();
    const { tracking_id: website } = await newWebsite(server);
    for (const [days, stored] of [
      [0, 1],
      [1, 1],
      [2, 2],
    ] as const) {
      server.setTime(NOON + days * DAY);
      await sendHit(server, { website, page, id: 'a' });
      expect([days, await hits(server)]).toEqual([days, stored]);
    }
  });

  test('counts once at two instances at once', async () => {
    await using one = await startTestServer();
    await using other = await startTestServer({ beside: one });
    const { tracking_id: website } = await newWebsite(one);
    const ids = Array.from({ length: 100 }, (_, index) => `id ${index % 50}`);
    const answers = await Promise.all(
      ids.map((id, index) => sendHit(index < 50 ? one : other, { website, page, id })),
    );
    expect(answers.map(outcome)).toEqual(ids.map(() => RECORDED));
    expect(await hits(one)).toBe(50);
    expect((await verifyRollups(one.deps.db)).differences).toEqual([]);
  });

  test('does not use up the daily limit', async () => {
    await using server = await startTestServer({ env: { DAILY_HIT_LIMIT: '2' } });
    const { tracking_id: website } = await newWebsite(server);
    for (const id of ['a', 'a', 'a', 'b']) await sendHit(server, { website, page, id });
    expect(await hits(server)).toBe(2);
    expect(outcome(await sendHit(server, { website, page, id: 'c' }))).toEqual([202, 'quota']);
  });
});

test('hits of different websites, with different ids or with none all count', async () => {
  await using server = await startTestServer();
  const { tracking_id: website } = await newWebsite(server);
  const { tracking_id: other } = await newWebsite(server, { url: 'https://example.org' });
  await sendHit(server, { website, page, id: 'a' });
  await sendHit(server, { website: other, page: 'https://example.org/', id: 'a' });
  await sendHit(server, { website, page, id: 'A' });
  for (const id of [undefined, undefined, null, '']) await sendHit(server, { website, page, id });
  expect(await hits(server)).toBe(7);
});

test('the ids of a day are deleted when two more days are over, and with their website', async () => {
  await using server = await startTestServer();
  const { id, tracking_id: website } = await newWebsite(server);
  const days = async () =>
    (await rows<{ day: number }>(server, 'SELECT "day" FROM "HitId" ORDER BY "day"')).map(({ day }) => day);
  for (const day of [0, 1, 2, 3]) {
    server.setTime(NOON + day * DAY);
    await sendHit(server, { website, page, id: `id ${day}` });
  }
  await server.runJobs();
  expect(await days()).toEqual([20261122, 20261123, 20261124]);
  await server.call(`/api/v1/websites/${id}`, { method: 'DELETE' });
  expect(await days()).toEqual([]);
});

describe('the id of a hit', () => {
  const server = sharedServer();

  test.each([
    ['a UUID of version 4', '3c4b8f2e-98d1-4b6f-9f51-0f5a3c1f7a10', 0],
    ['a UUID of version 7', '019a3f5c-7c00-7b6f-9f51-0f5a3c1f7a10', 0x19a3f5c7c00],
    ['an id of the tracker', '17637264001230.8345193160935959', 1763726400123],
    ['other text', 'order 17', 0],
  ])('%s is stored with the time with which it begins', async (_, id, at) => {
    const url = `https://${id.replace(/\W/g, '')}.example/`;
    const { id: websiteId, tracking_id: website } = await newWebsite(server(), { url });
    for (const _time of ['first', 'again']) await sendHit(server(), { website, page: url, id });
    const stored = await rows(server(), `SELECT "at" FROM "HitId" WHERE "websiteId" = ${websiteId}`);
    expect(stored).toEqual([{ at }]);
    expect(await rows(server(), `SELECT 1 FROM "Hit" WHERE "websiteId" = ${websiteId}`)).toHaveLength(1);
  });
});
