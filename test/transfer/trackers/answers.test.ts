import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from '@jest/globals';
import { COMPATIBLE_NAMES } from '../../../src/tracker/compatible.ts';
import { newWebsite, WEBSITES } from '../../support/rest.ts';
import { startTestServer } from '../../support/server.ts';
import { sharedServer } from '../../support/shared.ts';
import { sendHit } from '../../support/track.ts';
import { type Sent, sendForeign, storedHits } from '../../support/trackers/request.ts';

const ALL = { COMPATIBLE: COMPATIBLE_NAMES.join() };
const ORIGIN = 'https://shop.example.com';
const URL = `${ORIGIN}/a`;
const started = sharedServer({ env: ALL });
let latest = 0;
afterEach(async () => {
  await started().call(`${WEBSITES}/${latest}`, { method: 'DELETE' });
});
const newSite = async (aliases = 'x1') => {
  const website = await newWebsite(started(), { url: 'shop.example.com', aliases });
  latest = website.id;
  return website;
};

const snowplow = (eid: string): Sent => ({
  path: '/com.snowplowanalytics.snowplow/tp2',
  body: { data: [{ e: 'pv', url: URL, aid: 'x1', eid }] },
});
const posthogView = { event: '$pageview', properties: { $current_url: URL, token: 'x1' } };
const mixpanelView = { event: '$mp_web_page_view', properties: { $current_url: URL, token: 'x1' } };
const amplitudeView = {
  event_type: '[Amplitude] Page Viewed',
  event_properties: { '[Amplitude] Page Location': URL },
};
const countlyView = { key: '[CLY]_view', segmentation: { visit: 1, view: '/a', domain: 'shop.example.com' } };
const dropped = (response: Response) => response.headers.get('x-footfall-dropped');

describe('answers to pages of other origins', () => {
  const preflight = (path: string, headers: string) =>
    started().call(path, {
      method: 'OPTIONS',
      key: null,
      headers: {
        origin: ORIGIN,
        'access-control-request-method': 'POST',
        'access-control-request-headers': headers,
      },
    });
  const cors = ({ headers }: Response) =>
    ['origin', 'credentials', 'headers'].map((name) => headers.get(`access-control-allow-${name}`));

  test.each([
    ['/api', 'content-type', [ORIGIN, 'true', 'content-type']],
    ['/api/send', 'content-type,x-umami-cache', [ORIGIN, 'true', 'content-type, x-umami-cache']],
    ['/e', 'token, v-sdk, x-other', [ORIGIN, 'true', 'token, v-sdk']],
    ['/api/s/page', 'content-type,x-write-key', ['*', null, 'content-type, x-write-key']],
    ['/2/httpapi', 'content-type,token', ['*', null, 'content-type']],
    // An own path, which is as it was.
    ['/api/event', 'content-type,token', ['*', null, 'Content-Type']],
  ])('a preflight for %s with %s allows what the script needs', async (path, headers, expected) => {
    const response = await preflight(path, headers);
    expect([response.status, cors(response)]).toEqual([204, expected]);
  });

  test('only an answer to a script that sends credentials names the origin', async () => {
    await newSite();
    const named = await sendForeign(started(), snowplow('e1'));
    expect(cors(named)).toEqual([ORIGIN, 'true', null]);
    expect(named.headers.get('vary')).toBe('Origin');
    const plausible = { path: '/api/event', body: { n: 'pageview', u: URL, d: 'x1' } };
    expect(cors(await sendForeign(started(), plausible))).toEqual(['*', null, null]);
    const own = await sendHit(started(), { page: URL }, { origin: ORIGIN });
    expect(cors(own)).toEqual(['*', null, null]);
  });
});

describe('a hit that cannot be read', () => {
  test.each<[string, Sent, number]>([
    ['plausible', { path: '/api/event', body: { n: 'pageview', u: 'about:blank', d: 'x1' } }, 400],
    [
      'umami',
      { path: '/api/send', body: { type: 'event', payload: { website: 'x1', url: 'about://x' } } },
      400,
    ],
    ['matomo', { method: 'GET', path: '/matomo.php?idsite=x1&rec=1' }, 400],
    // Their scripts would send it again, or fail on the page.
    [
      'openpanel',
      { path: '/track', body: { type: 'track', payload: { name: 'a', properties: { __path: 'x:y' } } } },
      200,
    ],
    [
      'amplitude',
      {
        path: '/2/httpapi',
        body: {
          api_key: 'x1',
          events: [{ event_type: 'a', event_properties: { '[Amplitude] Page Location': 'x' } }],
        },
      },
      200,
    ],
    ['ackee', { path: '/api', body: { query: 'createRecord', variables: {} } }, 200],
  ])('of %s is answered so that nothing sends it again', async (_product, sent, status) => {
    const response = await sendForeign(started(), sent);
    expect([response.status, dropped(response)]).toEqual([status, status === 200 ? 'unreadable' : null]);
  });

  test.each<[string, Sent, RegExp]>([
    [
      'no tracker sends',
      { path: '/track', body: { a: 1 } },
      /none that a tracker of mixpanel, openpanel, rybbit sends/,
    ],
    ['is damaged gzip', { path: '/e/', body: gzipSync('{}').subarray(0, 12) }, /damaged gzip/],
    ['is not UTF-8', { path: '/e/', body: Buffer.from([0xff, 0xfe]) }, /valid UTF-8/],
  ])('a body that %s is a 400 that says so', async (_what, sent, message) => {
    const response = await sendForeign(started(), sent);
    expect(response.status).toBe(400);
    expect(((await response.json()) as { message: string }).message).toMatch(message);
  });

  test('a body that is too long, sent or decompressed, is a 413', async () => {
    const long = await sendForeign(started(), { path: '/e/', body: 'x'.repeat(600_000) });
    const bomb = await sendForeign(started(), { path: '/e/', body: gzipSync(' '.repeat(50_000_000)) });
    expect([long.status, bomb.status]).toEqual([413, 413]);
  });

  test('the other hits of a batch are counted', async () => {
    await newSite();
    const payload = { website: 'x1', hostname: 'shop.example.com', url: '/a', screen: '1920x1080' };
    const good = { type: 'event', payload };
    const umami = await sendForeign(started(), { path: '/api/batch', body: [good, 7, good] });
    expect(await umami.json()).toMatchObject({ size: 3, processed: 2, errors: 1, details: [{ index: 1 }] });
    const requests = [
      '?idsite=x1&rec=1&url=mailto:a',
      '?idsite=x1&rec=1&ping=1',
      `?idsite=x1&rec=1&url=${URL}/b`,
    ];
    const matomo = await sendForeign(started(), { path: '/matomo.php', body: { requests } });
    expect(await matomo.json()).toEqual({ status: 'success', tracked: 2, invalid: 1, invalid_indices: [0] });
    // The second pageview of the first batch is of the page that the visit shows already.
    expect((await storedHits(started())).map(({ path }) => path)).toEqual(['/a', '/a/b']);
  });

  const list = (entry: object) => [7, entry];
  const view = { type: 'page', properties: { url: URL }, writeKey: 'x1' };
  test.each<[string, Sent]>([
    ['pirsch', { path: '/api/v1/hit/batch', body: list({ url: URL }) }],
    ['posthog', { path: '/batch', body: { api_key: 'x1', batch: list(posthogView) } }],
    ['posthog', { path: '/e', body: list(posthogView) }],
    ['mixpanel', { path: '/track', body: list(mixpanelView) }],
    ['amplitude', { path: '/2/httpapi', body: { api_key: 'x1', events: list(amplitudeView) } }],
    ['snowplow', { ...snowplow(''), body: { data: list({ e: 'pv', url: URL, aid: 'x1' }) } }],
    ['segment', { path: '/v1/b', body: { batch: list(view) } }],
    ['countly', { path: '/i', body: { app_key: 'x1', device_id: 'd', events: list(countlyView) } }],
  ])('what is no entry of a batch of %s is named, and the others are counted', async (_product, sent) => {
    await newSite();
    const response = await sendForeign(started(), sent);
    expect([response.status, dropped(response)]).toEqual([200, 'unreadable']);
    expect(await storedHits(started())).toEqual([{ path: '/a' }]);
  });

  test('a batch has a limit', async () => {
    const body = Array.from({ length: 501 }, () => ({ type: 'event', payload: { url: '/' } }));
    const response = await sendForeign(started(), { path: '/api/batch', body });
    expect([response.status, await response.text()]).toEqual([
      413,
      expect.stringContaining('at most 500 hits; got 501'),
    ]);
  });
});

test('each hit of a batch counts for TRACK_LIMIT, and those before it are stored', async () => {
  await using server = await startTestServer({ env: { ...ALL, TRACK_LIMIT: '2' } });
  await newWebsite(server, { url: 'shop.example.com', aliases: 'x1' });
  const requests = ['a', 'b', 'c', 'd'].map((page) => `?idsite=x1&rec=1&url=${ORIGIN}/${page}`);
  const response = await sendForeign(server, { path: '/matomo.php', body: { requests } });
  expect([response.status, response.headers.get('retry-after')]).toEqual([
    429,
    expect.stringMatching(/^\d+$/),
  ]);
  expect((await storedHits(server)).map(({ path }) => path)).toEqual(['/a', '/b']);
});

test('a request without hits counts for TRACK_LIMIT, and an own hit once', async () => {
  await using server = await startTestServer({ env: { ...ALL, TRACK_LIMIT: '3' } });
  const { tracking_id: website } = await newWebsite(server, { url: 'shop.example.com' });
  const statuses = [];
  for (const _ of [1, 2]) statuses.push((await sendHit(server, { website, page: URL })).status);
  const heartbeat = { path: '/log/hb', body: { pid: 'x1' } };
  for (const _ of [1, 2]) statuses.push((await sendForeign(server, heartbeat)).status);
  expect(statuses).toEqual([202, 202, 200, 429]);
});

test('a hit that is sent again counts once if its tracker gives it an id', async () => {
  await newSite();
  await sendForeign(started(), snowplow('e1'));
  const again = [snowplow('e1'), snowplow('e2')].flatMap(({ body }) => (body as { data: object[] }).data);
  const queue = await sendForeign(started(), { ...snowplow(''), body: { data: again } });
  expect([queue.status, dropped(queue)]).toEqual([200, null]);
  expect(await storedHits(started())).toHaveLength(2);
});

test('two requests of a Countly device without a time are not the same', async () => {
  await newSite();
  const events = JSON.stringify([{ key: 'Signup', count: 1 }]);
  const sent = (time: object) => ({ path: '/i', body: { app_key: 'x1', device_id: 'd', events, ...time } });
  for (const _ of [1, 2]) await sendForeign(started(), sent({}));
  expect(await storedHits(started())).toHaveLength(2);
  for (const _ of [1, 2]) await sendForeign(started(), sent({ timestamp: '1795793430241' }));
  expect(await storedHits(started())).toHaveLength(3);
});

test('what has no counterpart is named', async () => {
  await newSite();
  const body = { n: 'Signup', v: 36, u: URL, d: 'x1', w: 1280, i: false, p: { list: [1] } };
  const response = await sendForeign(started(), { path: '/api/event', body });
  expect(response.headers.get('x-footfall-ignored')).toBe('event.properties.list, w, i');
});

test('the drop rules of other hits apply', async () => {
  await newSite();
  const bot = { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' };
  const crawler = await sendForeign(started(), { ...snowplow('e1'), headers: bot });
  expect([crawler.status, dropped(crawler)]).toEqual([200, 'bot']);
  const scripted = { method: 'GET' as const, path: '/count?p=/a&b=153' };
  expect(dropped(await sendForeign(started(), scripted))).toBe('bot');
  expect(await storedHits(started())).toEqual([]);
});

test('addresses that a request states are not believed', async () => {
  await using server = await startTestServer({ env: ALL });
  await newWebsite(server, { url: 'shop.example.com', aliases: 'x1', exclude_ips: '203.0.113.0/24' });
  const excluded = { 'x-forwarded-for': '203.0.113.7' };
  const hit = { url: URL, user_agent: 'Mozilla/5.0 (Macintosh) Firefox/140.0', ip: '198.51.100.1' };
  const sent = await sendForeign(server, { path: '/api/v1/hit', body: hit, headers: excluded });
  expect([dropped(sent), sent.headers.get('x-footfall-ignored')]).toEqual(['excluded_ip', 'ip']);
});

test('a hit that cannot be stored is a 503', async () => {
  await using server = await startTestServer({ env: ALL });
  await newWebsite(server, { url: 'shop.example.com', aliases: 'x1' });
  await server.deps.db.write((tx) => tx.$executeRawUnsafe('DROP TABLE "Hit"'));
  const response = await sendForeign(server, snowplow('e1'));
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, expect.any(String)]);
});
