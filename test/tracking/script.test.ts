import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { buildTracker } from '../../scripts/build-tracker.ts';
import { fillInAddress, STANDARD_PATHS } from '../../src/tracker/paths.ts';
import { rawRequest } from '../support/raw.ts';
import { sharedServer } from '../support/shared.ts';

const tracker = await buildTracker();

describe('the script', () => {
  const shared = sharedServer({ script: tracker.code, moreScript: tracker.more.code });
  const load = (
    encoding?: string,
    headers: Record<string, string> = {},
    method = 'GET',
    path = '/script.js',
  ) =>
    rawRequest(shared(), path, {
      method,
      headers: { ...(encoding !== undefined && { 'accept-encoding': encoding }), ...headers },
    });

  test('is sent with the strongest compression that the browser accepts', async () => {
    const [brotli, gzip, plain] = [await load('gzip, deflate, br, zstd'), await load('gzip'), await load()];
    expect([brotli, gzip, plain].map(({ headers }) => headers['content-encoding'])).toEqual([
      'br',
      'gzip',
      undefined,
    ]);
    expect([brotli.bytes.length, gzip.bytes.length, plain.text]).toEqual([
      tracker.brotli,
      tracker.gzip,
      tracker.code,
    ]);
    expect(brotliDecompressSync(brotli.bytes).toString()).toBe(tracker.code);
    expect(gunzipSync(gzip.bytes).toString()).toBe(tracker.code);
    for (const { headers, bytes } of [brotli, gzip, plain]) {
      expect(headers).toMatchObject({
        vary: expect.stringContaining('Accept-Encoding'),
        'content-length': String(bytes.length),
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=3600',
      });
    }
  });

  test('is sent like its second script', async () => {
    for (const [encoding, size] of [
      ['br', tracker.more.brotli],
      ['gzip', tracker.more.gzip],
      ['identity', tracker.more.code.length],
    ] as const) {
      const [script, more] = [await load(encoding), await load(encoding, {}, 'GET', '/more.js')];
      expect(more.bytes.length).toBe(size);
      const rest = ({
        headers: { date: _date, etag: _etag, 'content-length': _length, ...others },
      }: typeof more) => others;
      expect(rest(more)).toEqual(rest(script));
      const again = await load(encoding, { 'if-none-match': more.headers.etag ?? '' }, 'GET', '/more.js');
      expect(again.status).toBe(304);
    }
  });

  test.each(['br', 'gzip', 'identity'])(
    'is not sent again to a browser that has it cached (%s)',
    async (encoding) => {
      const { etag = '' } = (await load(encoding)).headers;
      expect(etag).toMatch(/^"[\w-]+"$/);
      const again = await load(encoding, { 'if-none-match': etag });
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag]);
      expect((await load(encoding, { 'if-none-match': '"other"' })).status).toBe(200);
    },
  );

  test('has a different ETag for each encoding, because the bytes differ', async () => {
    const tags = await Promise.all(['br', 'gzip', 'identity'].map((encoding) => load(encoding)));
    expect(new Set(tags.map(({ headers }) => headers.etag)).size).toBe(3);
  });

  test('has the same response to HEAD as to GET, without the body', async () => {
    for (const encoding of ['br', 'identity']) {
      const [get, head] = [await load(encoding), await load(encoding, {}, 'HEAD')];
      const { date: _, ...headers } = get.headers;
      expect(head).toMatchObject({ status: 200, text: '', headers });
    }
  });

  test.each([
    ['stats.example.com', 'https://stats.example.com'],
    ['STATS.example.com:443', 'https://stats.example.com'],
    // Under other names of the server, and behind a proxy of the visited website.
    ['www.visited.example', null],
    ['localhost:3000', null],
  ])('that is requested from %s knows the address %s', async (host, address) => {
    const { status, text } = await load(undefined, { host });
    expect([status, text]).toEqual([200, fillInAddress(tracker.code, STANDARD_PATHS, address)]);
    expect(text.includes('https://')).toBe(address !== null);
  });

  test('is sent uncompressed to a browser that rejects every encoding', async () => {
    const { status, text } = await load('identity;q=0, *;q=0');
    expect([status, text]).toEqual([200, tracker.code]);
  });
});

describe('the script of a server on this machine', () => {
  const BASE_URL = 'http://localhost:3000';
  const shared = sharedServer({ script: tracker.code, env: { BASE_URL } });

  test.each(['localhost:3000', '127.0.0.1:3000', '[::1]:3000'])(
    'knows its address, requested from %s',
    async (host) => {
      const { text } = await rawRequest(shared(), '/script.js', { headers: { host } });
      expect(text).toBe(fillInAddress(tracker.code, STANDARD_PATHS, BASE_URL));
    },
  );
});
