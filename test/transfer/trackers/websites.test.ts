import { expect, test } from '@jest/globals';
import { changeWebsite, newWebsite, rest, statRows, WEBSITES } from '../../support/rest.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { drops, sendHit } from '../../support/track.ts';
import { sendForeign, storedHits } from '../../support/trackers/request.ts';

const start = (COMPATIBLE = 'plausible,umami,rybbit') => startTestServer({ env: { COMPATIBLE } });
const pageview = (server: TestServer, url: string, website: string, more: object = {}) =>
  sendForeign(server, { path: '/api/event', body: { n: 'pageview', u: url, d: website, r: null, ...more } });

test('without COMPATIBLE, no request of a tracker is understood', async () => {
  await using server = await startTestServer();
  await newWebsite(server, { url: 'shop.example.com', aliases: 'x1' });
  expect((await pageview(server, 'https://shop.example.com/', 'x1')).status).toBe(400);
  for (const path of ['/api/send', '/matomo.php', '/track', '/e', '/api'])
    expect((await sendForeign(server, { path, body: {} })).status).toBe(404);
  const preflight = await server.call('/api/send', { method: 'OPTIONS', key: null });
  expect(preflight.status).toBe(404);
});

test('one product makes no path of another one answer', async () => {
  await using server = await start('umami');
  expect((await sendForeign(server, { path: '/matomo.php', body: { requests: [] } })).status).toBe(404);
  expect((await pageview(server, 'https://shop.example.com/', 'x1')).status).toBe(400);
});

test('own hits are answered as before on a path that a product shares', async () => {
  await using server = await start();
  const { tracking_id: website } = await newWebsite(server, { url: 'shop.example.com' });
  const own = await sendHit(server, { website, page: 'https://shop.example.com/a' });
  expect([own.status, await own.text()]).toEqual([202, '']);
  const wrong = await sendHit(server, { website });
  expect([wrong.status, await wrong.text()]).toEqual([
    400,
    expect.stringContaining('the full address of the page'),
  ]);
  const long = await sendHit(server, { website, page: 'x'.repeat(70_000) });
  expect([long.status, await long.text()]).toEqual([413, expect.stringContaining('at most 64 KiB')]);
});

test('a website is found by alias, tracking id, domain, or the host of the page', async () => {
  await using server = await start();
  const aliased = await newWebsite(server, { url: 'one.example.com', aliases: 'x1' });
  const other = await newWebsite(server, { url: 'two.example.com' });
  await pageview(server, 'https://one.example.com/alias', 'x1');
  await pageview(server, 'https://two.example.com/id', other.tracking_id);
  await pageview(server, 'https://blog.two.example.com/domain', 'two.example.com');
  await pageview(server, 'https://two.example.com/host', 'unknown');
  const pages = async (id: number) => (await statRows(server, id, 'page')).map(([page]) => page).sort();
  expect(await pages(aliased.id)).toEqual(['/alias']);
  expect(await pages(other.id)).toEqual(['/domain', '/host', '/id']);
});

test('of several websites with one alias, the host of the page decides', async () => {
  await using server = await start();
  const one = await newWebsite(server, { url: 'one.example.com', aliases: 'x1' });
  const two = await newWebsite(server, { url: 'two.example.com', aliases: 'other\nx1' });
  await pageview(server, 'https://two.example.com/a', 'x1');
  await pageview(server, 'https://three.example.com/a', 'x1');
  expect(await statRows(server, one.id, 'page')).toEqual([]);
  expect(await statRows(server, two.id, 'page')).toEqual([['/a', 1]]);
  expect(await drops(server)).toMatchObject([{ websiteId: 0, reason: 'unknown_website', count: 1 }]);
});

test('an alias tells nobody which websites are registered', async () => {
  await using server = await start();
  const { id } = await newWebsite(server, { url: 'shop.example.com', aliases: 'x1' });
  const answers = [];
  for (const website of ['x1', 'x2']) {
    const response = await pageview(server, 'https://elsewhere.example/', website);
    answers.push([response.status, response.headers.get('x-footfall-dropped')]);
  }
  expect(answers).toEqual([
    [200, null],
    [200, null],
  ]);
  expect(await drops(server)).toMatchObject([{ websiteId: 0 }, { websiteId: id, reason: 'wrong_host' }]);
});

test('a page without a host is one of the domain of its website', async () => {
  await using server = await start();
  await newWebsite(server, { url: 'shop.example.com', aliases: 'x1' });
  const body = { type: 'event', payload: { website: 'x1', url: '/x', title: 'x' } };
  const node = { 'user-agent': 'Mozilla/5.0 Umami/v20.20.2', origin: '', referer: '' };
  await sendForeign(server, { path: '/api/send', body, headers: node });
  expect(await storedHits(server)).toEqual([{ path: '/x' }]);
});

test('aliases can be changed, and apply to the next hit', async () => {
  await using server = await start();
  const { id } = await newWebsite(server, { url: 'shop.example.com' });
  const hit = () => pageview(server, 'https://blog.shop.example.com/', 'x1');
  await hit();
  expect(await changeWebsite(server, id, { aliases: ' x1 \n\nx1\nx2' })).toMatchObject({ aliases: 'x1\nx2' });
  await hit();
  expect(await changeWebsite(server, id, { aliases: null })).toMatchObject({ aliases: null });
  await hit();
  expect(await storedHits(server)).toHaveLength(1);
  const wrong = await rest(server, `${WEBSITES}/${id}`, {
    method: 'PATCH',
    body: JSON.stringify({ aliases: `a b\n${'x'.repeat(101)}` }),
    headers: { 'content-type': 'application/json' },
  });
  expect(wrong.body.errors?.aliases).toEqual([
    'Line 1, "a b", must be an id without spaces, at most 100 characters long.',
    expect.stringMatching(/^Line 2, "x{100}", must be an id/),
  ]);
});
