import { describe, expect, test } from '@jest/globals';
import { newWebsite, rest, statRows, WEBSITES } from '../support/rest.ts';
import { CHROME, IPHONE, NOON, startTestServer } from '../support/server.ts';
import { rows } from '../support/tables.ts';
import { drops, loadPixel, outcome, RECORDED, sendHit } from '../support/track.ts';

const PAGE = 'https://example.com/shop?utm_campaign=Spring#top';

describe('a recorded hit', () => {
  test('is committed with its visit and all rollups when its 202 arrives', async () => {
    await using server = await startTestServer();
    const { id, tracking_id: website } = await newWebsite(server);
    const referrer = 'https://www.news.example/today';
    const fields = { website, page: PAGE, referrer, screen_resolution: '1920x1080', language: 'en-GB' };
    const response = await sendHit(server, fields);
    expect(outcome(response)).toEqual(RECORDED);
    expect(await response.text()).toBe('');

    expect(await rows(server, 'SELECT "websiteId", "day", "at", "hour", "path", "event" FROM "Hit"')).toEqual(
      [{ websiteId: id, day: 20261121, at: NOON, hour: 12, path: '/shop', event: null }],
    );
    expect(await rows(server, 'SELECT "number", "startedAt", "lastAt" FROM "Visit"')).toEqual([
      { number: 1, startedAt: NOON, lastAt: NOON },
    ]);
    const expected: [string, string][] = [
      ['pageviews', '2026-11-21'],
      ['pageviews_hours', '12'],
      ['visitors', '2026-11-21'],
      ['visitors_hours', '12'],
      ['page', '/shop'],
      ['landing_page', '/shop'],
      ['referrer', 'news.example'],
      ['campaign', 'Spring'],
      ['browser', 'Chrome'],
      ['os', 'Windows'],
      ['device', 'desktop'],
      ['language', 'en'],
      ['resolution', '1920x1080'],
    ];
    for (const [name, value] of expected) {
      expect([name, await statRows(server, id, name)]).toEqual([name, [[value, 1]]]);
    }
  });

  test.each([
    'text/plain',
    'text/plain;charset=UTF-8',
    'application/json',
    'application/json; charset=utf-8',
  ])('may have the content type %s', async (type) => {
    await using server = await startTestServer();
    const { id, tracking_id: website } = await newWebsite(server);
    expect(outcome(await sendHit(server, { website, page: PAGE }, { 'content-type': type }))).toEqual(
      RECORDED,
    );
    expect(await statRows(server, id, 'page')).toEqual([['/shop', 1]]);
  });

  test('needs only its page; null and empty fields count as omitted', async () => {
    await using server = await startTestServer();
    const { id } = await newWebsite(server);
    expect(outcome(await sendHit(server, { page: 'https://www.example.com/' }))).toEqual(RECORDED);
    const empty = { website: null, referrer: null, screen_resolution: '', language: null, event: null };
    expect(outcome(await sendHit(server, { ...empty, page: 'https://example.com/' }))).toEqual(RECORDED);
    expect(await statRows(server, id, 'page')).toEqual([['/', 2]]);
    expect(await statRows(server, id, 'referrer')).toEqual([['', 1]]);
    expect(await statRows(server, id, 'resolution')).toEqual([['', 1]]);
  });

  test('is neither lost nor counted twice among many concurrent ones', async () => {
    await using server = await startTestServer();
    const { id, tracking_id: website } = await newWebsite(server);
    const sent = Array.from({ length: 200 }, (_, number) => {
      const headers = { 'x-forwarded-for': `203.0.113.${number % 50}` };
      return sendHit(server, { website, page: `https://example.com/${number % 4}` }, headers);
    });
    const outcomes = (await Promise.all(sent)).map(outcome);
    expect(new Set(outcomes.map(String))).toEqual(new Set([String(RECORDED)]));
    expect(await statRows(server, id, 'page')).toEqual([
      ['/0', 50],
      ['/1', 50],
      ['/2', 50],
      ['/3', 50],
    ]);
    expect(await statRows(server, id, 'visitors')).toEqual([['2026-11-21', 50]]);
  });
});

test('the pixel records a pageview of the given page or the Referer, and is never cached', async () => {
  await using server = await startTestServer();
  const { id, tracking_id: website } = await newWebsite(server);
  const query = { website, page: 'https://example.com/a', referrer: 'https://news.example/' };
  const response = await loadPixel(server, query, { 'user-agent': IPHONE, 'accept-language': 'de' });
  expect(outcome(response)).toEqual(RECORDED);
  expect(response.headers.get('content-type')).toBe('image/gif');
  expect(response.headers.get('cache-control')).toMatch(/no-store/);
  expect(
    Buffer.from(await response.arrayBuffer())
      .subarray(0, 6)
      .toString(),
  ).toMatch(/^GIF8[79]a$/);
  expect(await statRows(server, id, 'page')).toEqual([['/a', 1]]);
  expect(await statRows(server, id, 'referrer')).toEqual([['news.example', 1]]);
  expect(await statRows(server, id, 'device')).toEqual([['mobile', 1]]);
  expect(await statRows(server, id, 'language')).toEqual([['de', 1]]);

  const fromPage = await loadPixel(server, { website }, { referer: 'https://example.com/b' });
  expect(outcome(fromPage)).toEqual(RECORDED);
  const dropped = await loadPixel(server, { website, page: 'https://other.example/' });
  expect([...outcome(dropped), dropped.headers.get('content-type')]).toEqual([
    202,
    'wrong_host',
    'image/gif',
  ]);
  expect(await statRows(server, id, 'page')).toEqual([
    ['/a', 1],
    ['/b', 1],
  ]);
});

describe('an event', () => {
  test('is not a pageview, but counts for its visitor and visit', async () => {
    await using server = await startTestServer();
    const { id, tracking_id: website } = await newWebsite(server);
    const event = { name: 'Order', value: 19.9, unit: 'EUR' };
    expect(outcome(await sendHit(server, { website, page: PAGE, event }))).toEqual(RECORDED);
    expect(outcome(await sendHit(server, { website, page: PAGE, event: { name: 'Order' } }))).toEqual(
      RECORDED,
    );
    for (const name of ['pageviews', 'pageviews_hours', 'page']) {
      expect([name, await statRows(server, id, name)]).toEqual([name, []]);
    }
    expect(await statRows(server, id, 'event')).toEqual([['Order', 2]]);
    expect(await statRows(server, id, 'visitors')).toEqual([['2026-11-21', 1]]);
    expect(await statRows(server, id, 'landing_page')).toEqual([['/shop', 1]]);
    expect(await rows(server, 'SELECT "event", "value", "unit" FROM "Hit" ORDER BY "id"')).toEqual([
      { event: 'Order', value: 19.9, unit: 'EUR' },
      { event: 'Order', value: null, unit: null },
    ]);
  });

  test('does not change the pageviews of the same visitor', async () => {
    await using server = await startTestServer();
    const { id, tracking_id: website } = await newWebsite(server);
    await sendHit(server, { website, page: PAGE });
    await sendHit(server, { website, page: PAGE, event: { name: 'Signup' } });
    expect(await statRows(server, id, 'pageviews')).toEqual([['2026-11-21', 1]]);
    expect(await statRows(server, id, 'visitors')).toEqual([['2026-11-21', 1]]);
  });
});

test.each([
  [undefined, 'fr-CH, fr;q=0.9, en;q=0.8', 'fr'],
  [undefined, 'en;q=0.5, pt-BR', 'pt'],
  ['de-AT', 'fr', 'de'],
  ['', 'fr', 'fr'],
  [undefined, '*', ''],
])('language %s with Accept-Language "%s" counts as "%s"', async (language, header, counted) => {
  await using server = await startTestServer();
  const { id, tracking_id: website } = await newWebsite(server);
  await sendHit(server, { website, page: PAGE, language }, { 'accept-language': header });
  expect(await statRows(server, id, 'language')).toEqual([[counted, 1]]);
});

describe('without a tracking id', () => {
  const page = 'https://www.EXAMPLE.com./a';

  test('the website is found by the host of the page', async () => {
    await using server = await startTestServer();
    const { id } = await newWebsite(server);
    await newWebsite(server, { url: 'other.example' });
    expect(outcome(await sendHit(server, { page }))).toEqual(RECORDED);
    expect(outcome(await loadPixel(server, { page }))).toEqual(RECORDED);
    expect(await statRows(server, id, 'page')).toEqual([['/a', 2]]);
    expect(await statRows(server, 2, 'page')).toEqual([]);
  });

  test('no website is found if two have the domain; with its id, a website gets its hits', async () => {
    await using server = await startTestServer();
    const { id, tracking_id: website } = await newWebsite(server);
    expect(outcome(await sendHit(server, { page }))).toEqual(RECORDED);
    const other = await server.newAccount('other@example.com');
    const second = await newWebsite(server, {}, other.key);
    await sendHit(server, { page });
    expect(await drops(server)).toMatchObject([{ websiteId: 0, reason: 'unknown_website', count: 1 }]);
    expect(outcome(await sendHit(server, { page, website }))).toEqual(RECORDED);
    await rest(server, `${WEBSITES}/${second.id}`, { method: 'DELETE', key: other.key });
    expect(outcome(await sendHit(server, { page }, { 'user-agent': CHROME }))).toEqual(RECORDED);
    expect(await statRows(server, id, 'page')).toEqual([['/a', 3]]);
  });
});
