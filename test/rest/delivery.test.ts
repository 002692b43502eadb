import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Hit } from '../../src/ingest/hit.ts';
import { storeHits } from '../../src/ingest/store/store.ts';
import { DIMENSIONS } from '../support/dimensions.ts';
import { rawRequest } from '../support/raw.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let id = 0n;

/** Stores a pageview of each path, all of one visitor. */
async function view(...paths: string[]): Promise<void> {
  const moment = { websiteId: 1, at: 1, day: 20261121, hour: 9, visitor: 1n, event: null };
  const hits = paths.map((path): Hit => ({ ...moment, path, dimensions: DIMENSIONS }));
  await server.deps.db.write((tx) => storeHits(tx, hits, () => ++id));
}

const PAGES = '/api/v1/stats/1?name=page&from=2026-11-01&to=2026-11-30&per_page=100';
const BROWSERS = PAGES.replace('page&', 'browser&');

function get(where: string, headers: Record<string, string> = {}, method = 'GET') {
  return rawRequest(server, where, {
    method,
    headers: { authorization: `Bearer ${server.key}`, ...headers },
  });
}

beforeAll(async () => {
  server = await startTestServer();
  await server.call('/api/v1/websites', { method: 'POST', body: new URLSearchParams({ url: 'a.test' }) });
  await view(...Array.from({ length: 60 }, (_, index) => `/products/${index}`));
});
afterAll(() => server[Symbol.asyncDispose]());

test.each([PAGES, `${PAGES}&format=csv`])('browsers must not store a response: %s', async (where) => {
  const { status, headers } = await get(where, { 'sec-fetch-site': 'none' });
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
});

describe('an ETag', () => {
  test.each([PAGES, '/api/v1/websites', '/api/v1/websites/1', '/api/v1/openapi.json'])(
    'lets a client get a 304 without a body: %s',
    async (where) => {
      const first = await get(where);
      const { etag = '' } = first.headers;
      expect(first.status).toBe(200);
      expect(first.headers).toMatchObject({
        etag: expect.stringMatching(/^W\/"/),
        'cache-control': 'private, no-cache',
      });
      for (const tag of [etag, `"other", ${etag}`, etag.replace('W/', ''), '*']) {
        const again = await get(where, { 'if-none-match': tag });
        expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag]);
      }
      const dated = await get(where, {
        'if-none-match': etag,
        'if-modified-since': new Date(0).toUTCString(),
      });
      expect(dated.status).toBe(304);
      const other = await get(where, { 'if-none-match': 'W/"other"' });
      expect([other.status, other.text]).toEqual([200, first.text]);
    },
  );

  test('changes only for the statistics that a hit affects', async () => {
    const tags = async () => [(await get(PAGES)).headers.etag, (await get(BROWSERS)).headers.etag];
    const [page, browser] = await tags();
    await view('/another');
    const [pageAfter, browserAfter] = await tags();
    expect(pageAfter).not.toBe(page);
    // The visitor was counted before, so the browsers did not change.
    expect(browserAfter).toBe(browser);
    expect((await get(PAGES, { 'if-none-match': page ?? '' })).status).toBe(200);
    expect((await get(BROWSERS, { 'if-none-match': browser ?? '' })).status).toBe(304);
  });

  test('is the same in the response to HEAD', async () => {
    const [full, head] = [await get(PAGES), await get(PAGES, {}, 'HEAD')];
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers).toMatchObject({
      etag: full.headers.etag,
      'content-length': String(full.bytes.length),
      'content-type': full.headers['content-type'],
    });
    // The compressed length is unknown, because nothing is compressed for HEAD.
    const packed = await get(PAGES, { 'accept-encoding': 'br' }, 'HEAD');
    expect([packed.status, packed.headers['content-length']]).toEqual([200, undefined]);
    expect(packed.headers).toMatchObject({
      etag: full.headers.etag,
      'content-type': full.headers['content-type'],
    });
  });

  test('is not sent with errors and responses to writes', async () => {
    const wrong = await get(`${PAGES}&sort=x`, { 'if-none-match': '*' });
    expect([wrong.status, wrong.headers.etag]).toEqual([422, undefined]);
    const missing = await get('/api/v1/websites/99', { 'if-none-match': '*' });
    expect([missing.status, missing.headers.etag]).toEqual([404, undefined]);
    const written = await get('/api/v1/websites/1', { 'if-none-match': '*' }, 'PATCH');
    expect([written.status, written.headers.etag]).toEqual([200, undefined]);
  });
});

describe('compression', () => {
  const ENCODINGS = [
    ['br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['deflate', 'deflate', inflateSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['br;q=0.1, gzip;q=0.9', 'gzip', gunzipSync],
    ['*', 'gzip', gunzipSync],
  ] as const;

  test.each(ENCODINGS)('follows Accept-Encoding "%s"', async (accepted, encoding, decode) => {
    const plain = await get(PAGES);
    const packed = await get(PAGES, { 'accept-encoding': accepted });
    expect(packed.headers).toMatchObject({
      'content-encoding': encoding,
      vary: expect.stringMatching(/Accept-Encoding/i),
    });
    expect(decode(packed.bytes).toString()).toBe(plain.text);
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 3);
    // The tag identifies the content, not the encoded bytes.
    expect(packed.headers.etag).toBe(plain.headers.etag);
  });

  test.each(['', 'identity', 'br;q=0', 'unheard-of', '*;q=0', 'identity;q=0', 'zstd, *;q=0', 'zstd'])(
    'is not applied with Accept-Encoding "%s"',
    async (accepted) => {
      const { headers, text } = await get(PAGES, { 'accept-encoding': accepted });
      expect(headers['content-encoding']).toBeUndefined();
      expect(headers.vary).toMatch(/Accept-Encoding/i);
      expect(headers.etag).toBeDefined();
      expect(JSON.parse(text)).toMatchObject({ status: 200 });
    },
  );

  test('is not applied to a short response', async () => {
    const { headers } = await get('/api/v1/websites/1', { 'accept-encoding': 'br' });
    expect(headers['content-encoding']).toBeUndefined();
  });

  test('is also applied to GraphQL', async () => {
    const query = '{ __schema { types { name description } } }';
    const headers = { 'content-type': 'application/json', 'accept-encoding': 'br' };
    const init = { method: 'POST', body: JSON.stringify({ query }) };
    const [packed, plain] = [
      await rawRequest(server, '/graphql', { ...init, headers }),
      await rawRequest(server, '/graphql', { ...init, headers: { ...headers, 'accept-encoding': '' } }),
    ];
    expect(packed.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(packed.bytes).toString()).toBe(plain.text);
  });
});
