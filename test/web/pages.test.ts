import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { root } from '../../src/root.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; " +
  "manifest-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; " +
  "require-trusted-types-for 'script'; frame-ancestors ";

let server: TestServer;
const trackingIds: Record<string, string> = {};
beforeAll(async () => {
  server = await startTestServer();
  for (const [name, privacy] of Object.entries({ public: '0', private: '1', guarded: '2' })) {
    const body = new URLSearchParams({ url: `${name}.test`, privacy, password: 'open sesame' });
    const response = await server.call('/api/v1/websites', { method: 'POST', body });
    trackingIds[name] = ((await response.json()) as { data: { tracking_id: string } }).data.tracking_id;
  }
});
afterAll(() => server[Symbol.asyncDispose]());

const get = (where: string, init?: RequestInit) => server.call(where, { key: null, ...init });
const policyOf = async (where: string) => (await get(where)).headers.get('content-security-policy');

test.each([
  '/',
  '/login',
  '/websites',
  '/websites/new',
  '/websites/V2Vic2l0ZTox',
  '/websites/V2Vic2l0ZTox/general',
  '/websites/V2Vic2l0ZTox/import',
  '/websites/V2Vic2l0ZTox/danger',
  '/account',
  '/account/keys',
])('%s is a page that cannot be framed and loads nothing from other origins', async (where) => {
  const response = await get(where);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(response.headers.get('content-security-policy')).toBe(`${POLICY}'none'`);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  const page = await response.text();
  expect(page).not.toMatch(/<script(?![^>]* src="\/assets\/)|<style|\son\w+=|https?:\/\//);
});

test('an unknown address returns a page to browsers and a JSON error to programs', async () => {
  const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const page = await get('/nowhere', { headers: html });
  expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect(page.headers.get('content-security-policy')).toBe(`${POLICY}'none'`);
  for (const [where, headers] of [
    ['/nowhere', {}],
    ['/api/v1/nowhere', html],
    ['/api/nowhere', html],
  ] as const) {
    const refused = await get(where, { headers });
    expect([where, refused.status, refused.headers.get('content-type')]).toEqual([
      where,
      404,
      'application/json; charset=utf-8',
    ]);
  }
  const posted = await get('/nowhere', { method: 'POST', headers: html });
  expect([posted.status, await posted.json()]).toEqual([
    404,
    { message: 'Resource not found.', status: 404 },
  ]);
});

describe('a statistics page', () => {
  test('may be framed only if it is public and embedding is requested', async () => {
    expect(await policyOf(`/s/${trackingIds.public}?embed=1`)).toBe(`${POLICY}*`);
    for (const where of [
      `/s/${trackingIds.public}`,
      `/s/${trackingIds.public}?embed=0`,
      `/s/${trackingIds.private}?embed=1`,
      `/s/${trackingIds.guarded}?embed=1`,
      '/s/nothing?embed=1',
    ])
      expect([where, await policyOf(where)]).toEqual([where, `${POLICY}'none'`]);
  });

  test('is 404 for private and unknown websites', async () => {
    const statuses = ['public', 'guarded', 'private'].map(
      async (name) => (await get(`/s/${trackingIds[name]}`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 200, 404]);
    expect((await get('/s/nothing')).status).toBe(404);
  });
});

test('assets are compressed, immutable and named after their content', async () => {
  const page = await (await get('/login')).text();
  const names = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(1);
  for (const name of names) {
    const response = await get(name, { headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } });
    expect([name, response.status]).toEqual([name, 200]);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-encoding')).toBe('br');
  }
});

test('flags and brand icons are served, but nothing outside their folders', async () => {
  for (const where of ['/flags/FR.svg', '/brands/safari.svg']) {
    const picture = await get(where);
    expect([where, picture.status, picture.headers.get('content-type')]).toEqual([
      where,
      200,
      'image/svg+xml',
    ]);
  }
  for (const where of [
    '/flags/XX.svg',
    '/flags/fr.svg',
    '/assets/nothing.js',
    '/assets/..%2fmanifest.json',
    '/flags/..%2f..%2fmain.js',
    '/brands/nothing.svg',
  ])
    expect([where, (await get(where)).status]).toEqual([where, 404]);
});

interface Chunk {
  file: string;
  imports?: string[];
}

test('the first view of a statistics page loads at most 120 KB of JavaScript and texts', async () => {
  const folder = path.join(root, 'dist/web');
  const manifest = JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >;
  const loaded = new Set<string>();
  const load = (name: string) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no ${name}.`);
    if (loaded.has(chunk.file)) return;
    loaded.add(chunk.file);
    for (const other of chunk.imports ?? []) load(other);
  };
  load('stats.html');
  // Of the texts, a page loads one language.
  const texts = (await readdir(path.join(folder, 'assets'))).filter((name) =>
    /^texts-stats-.*\.json\.br$/.test(name),
  );
  const sizeOf = async (file: string) => (await stat(path.join(folder, file))).size;
  const sizes = await Promise.all([...loaded].map((file) => sizeOf(`${file}.br`)));
  const longest = Math.max(...(await Promise.all(texts.map((name) => sizeOf(`assets/${name}`)))));
  const bytes = sizes.reduce((sum, size) => sum + size, longest);
  expect(texts.length).toBeGreaterThan(1);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThan(120_000);
});

test('pages can be installed: their manifest has the icons that browsers ask for', async () => {
  const page = await (await get('/login')).text();
  const [, address = ''] = /<link rel="manifest" href="([^"]+)"/.exec(page) ?? [];
  const response = await get(address);
  expect(response.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8');
  const { icons, ...manifest } = (await response.json()) as {
    icons: { src: string; sizes: string; purpose?: string }[];
  };
  // Without a start address, the page from which it was installed opens: the statistics of a website.
  expect(manifest).toMatchObject({ name: 'Footfall', scope: '/', display: 'standalone' });
  expect(manifest).not.toHaveProperty('start_url');
  expect(icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
    ['192x192', undefined],
    ['512x512', undefined],
    ['512x512', 'maskable'],
  ]);
  const [, apple = ''] = /<link rel="apple-touch-icon" href="([^"]+)"/.exec(page) ?? [];
  for (const { src, sizes } of [...icons, { src: apple, sizes: '180x180' }]) {
    const icon = await get(new URL(src, `http://footfall.test${address}`).pathname);
    expect(icon.headers.get('content-type')).toBe('image/png');
    const header = new DataView(await icon.arrayBuffer());
    // The width and the height of a PNG are at bytes 16 and 20.
    expect(`${header.getUint32(16)}x${header.getUint32(20)}`).toBe(sizes);
  }
});
