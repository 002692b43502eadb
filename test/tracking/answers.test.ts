import { describe, expect, test } from '@jest/globals';
import { newWebsite, rest, statRows, WEBSITES } from '../support/rest.ts';
import { CHROME, startTestServer, type TestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared.ts';
import { countOf, dump } from '../support/tables.ts';
import { drops, loadPixel, outcome, RECORDED, sendHit } from '../support/track.ts';

const page = 'https://example.com/';
const ORIGIN = { origin: 'https://example.com' };

describe('another origin', () => {
  const shared = sharedServer({}, newWebsite);

  test('may send hits and read why one was dropped', async () => {
    const responses = [
      await sendHit(shared(), { page }, ORIGIN),
      await sendHit(shared(), { page: 'https://nobody.example/' }, ORIGIN),
      await sendHit(shared(), {}, ORIGIN),
      await sendHit(shared(), { page, language: 'x'.repeat(70_000) }, ORIGIN),
      await loadPixel(shared(), { page }, ORIGIN),
      await shared().call('/script.js', { key: null, headers: ORIGIN }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([202, 202, 400, 413, 202, 200]);
    for (const { headers } of responses) {
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-expose-headers')).toMatch(/X-Footfall-Dropped, X-Footfall-Ignored/i);
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      expect(headers.get('set-cookie')).toBeNull();
    }
  });

  test('gets a cacheable response to its preflight request for JSON', async () => {
    const { status, headers } = await shared().call('/api/event', {
      method: 'OPTIONS',
      key: null,
      headers: {
        ...ORIGIN,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    });
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-methods')).toMatch(/\bPOST\b/);
    expect(headers.get('access-control-allow-headers')).toMatch(/\bcontent-type\b/i);
    expect(Number(headers.get('access-control-max-age'))).toBeGreaterThanOrEqual(600);
  });
});

describe('an invalid hit is rejected', () => {
  const shared = sharedServer({}, newWebsite);
  const text = ['Must be a string.'];

  test.each<[string, object, Record<string, unknown[]>]>([
    ['a missing page', {}, { page: ['Is required: the full address of the page.'] }],
    ['a page of a wrong type', { page: 7 }, { page: ['Is required: the full address of the page.'] }],
    ['a page that is not an address', { page: '/a' }, { page: [expect.stringContaining('http or https')] }],
    [
      'a page of another scheme',
      { page: 'ftp://example.com/' },
      { page: [expect.stringContaining('http or https')] },
    ],
    ['a website of a wrong type', { page, website: 7 }, { website: text }],
    [
      'all wrong fields at once',
      { website: 7, referrer: 7, event: { name: 7 } },
      { website: text, page: ['Is required: the full address of the page.'] },
    ],
  ])('with a 400 that names %s', async (_, fields, errors) => {
    const before = await dump(shared());
    const response = await sendHit(shared(), fields);
    expect([response.status, await response.json()]).toEqual([
      400,
      { message: 'The hit cannot be read.', errors, status: 400 },
    ]);
    expect(await dump(shared())).toEqual(before);
  });

  test('with a 413 if it is longer than 64 KiB', async () => {
    const sent = (length: number) => {
      const fields = { page, more: '' };
      return { ...fields, more: 'x'.repeat(length - JSON.stringify(fields).length) };
    };
    const refused = await sendHit(shared(), sent(64 * 1024 + 1));
    expect([refused.status, await refused.json()]).toEqual([
      413,
      { message: 'The hit must be at most 64 KiB long.', status: 413 },
    ]);
    expect(outcome(await sendHit(shared(), sent(64 * 1024)))).toEqual(RECORDED);
  });
});

describe('a hit that could not be stored', () => {
  const rename = (server: TestServer, from: string, to: string) =>
    server.deps.db.write((tx) => tx.$executeRawUnsafe(`ALTER TABLE "${from}" RENAME TO "${to}"`));

  test('gets a 503 with Retry-After, and nothing of it is stored', async () => {
    await using server = await startTestServer();
    const { id, tracking_id: website } = await newWebsite(server);
    await rename(server, 'DayTotal', 'Elsewhere');
    const responses = [
      await sendHit(server, { website, page }),
      await loadPixel(server, { website, page }, { 'user-agent': CHROME }),
    ];
    for (const response of responses) {
      expect(outcome(response)).toEqual([503, null]);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(await response.json()).toEqual({
        message: 'The hit could not be stored. Try again.',
        status: 503,
      });
    }
    await rename(server, 'Elsewhere', 'DayTotal');
    for (const table of ['Hit', 'Visit', 'DayTotal']) expect(await countOf(server, table, id)).toBe(0);
    expect(await drops(server)).toEqual([]);
    expect(outcome(await sendHit(server, { website, page }))).toEqual(RECORDED);
    expect(await statRows(server, id, 'page')).toEqual([['/', 1]]);
    expect((await rest(server, WEBSITES)).status).toBe(200);
  });
});

test('HEAD of the pixel counts nothing', async () => {
  await using server = await startTestServer();
  const { tracking_id: website } = await newWebsite(server);
  const response = await server.call(`/pixel.gif?${new URLSearchParams({ website, page })}`, {
    method: 'HEAD',
    key: null,
    headers: { 'user-agent': CHROME },
  });
  expect(response.ok).toBe(true);
  expect(await statRows(server, 1, 'page')).toEqual([]);
});
