import { expect, test } from '@jest/globals';
import { newWebsite, statRows } from '../../support/rest.ts';
import { NOON, startTestServer, type TestServer } from '../../support/server.ts';
import { sendForeign, storedHits, storedVisits } from '../../support/trackers/request.ts';

const start = () => startTestServer({ env: { COMPATIBLE: 'plausible' } });
const pageview = (server: TestServer, url: string, website: string, more: object = {}) =>
  sendForeign(server, { path: '/api/event', body: { n: 'pageview', u: url, d: website, r: null, ...more } });

test('a repeated address, a link within the page and a replaced address are no pageviews', async () => {
  await using server = await start();
  await newWebsite(server, { url: 'shop.example.com', aliases: 'x1' });
  for (const page of ['a', 'a#one', 'a?filter=x', 'b', 'a'])
    await pageview(server, `https://shop.example.com/${page}`, 'x1');
  await sendForeign(server, {
    path: '/api/event',
    body: { n: 'Signup', u: 'https://shop.example.com/a', d: 'x1' },
  });
  await pageview(server, 'https://shop.example.com/a', 'x1');
  const hits = await storedHits(server);
  expect(hits.map(({ path, event }) => event ?? path)).toEqual(['/a', '/b', '/a', 'Signup']);
});

test('a page that is opened again counts where the script repeats nothing, and after the visit', async () => {
  await using server = await start();
  await newWebsite(server, { url: 'shop.example.com', aliases: 'x1' });
  const url = 'https://shop.example.com/a';
  for (const _ of [1, 2]) await pageview(server, url, 'x1', { v: 36 });
  expect(await storedHits(server)).toHaveLength(2);
  server.setTime(NOON + 31 * 60_000);
  await pageview(server, url, 'x1');
  expect(await storedHits(server)).toHaveLength(3);
});

test('pageviews that a server sends are those of its visitors, also of one page', async () => {
  await using server = await startTestServer({ env: { COMPATIBLE: 'umami' } });
  await newWebsite(server, { url: 'shop.example.com', aliases: 'x1' });
  const send = (payload: object) =>
    sendForeign(server, {
      path: '/api/send',
      body: {
        type: 'event',
        payload: { website: 'x1', hostname: 'shop.example.com', url: '/a', ...payload },
      },
      headers: { 'user-agent': 'Mozilla/5.0 Umami/v20.20.2' },
    });
  for (const _ of [1, 2]) await send({});
  expect(await storedHits(server)).toHaveLength(2);
  await send({ screen: '1920x1080' });
  expect(await storedHits(server)).toHaveLength(2);
});

test('the referrer of the arrival, which comes with every pageview, counts once a day', async () => {
  await using server = await start();
  await newWebsite(server, { url: 'shop.example.com', aliases: 'x1' });
  const visit = (page: string, r: string) =>
    pageview(server, `https://shop.example.com/${page}`, 'x1', { r });
  await visit('a', 'https://search.example.net/q');
  await visit('b', 'https://search.example.net/q');
  server.setTime(NOON + 40 * 60_000);
  await visit('c', 'https://search.example.net/q');
  server.setTime(NOON + 80 * 60_000);
  await visit('d', 'https://news.example.net/');
  const visits = await storedVisits(server);
  expect(visits.map(({ referrer }) => referrer)).toEqual(['search.example.net', '', 'news.example.net']);
  expect((await statRows(server, 1, 'channel')).map(([channel]) => channel)).toContain('Direct');
});
