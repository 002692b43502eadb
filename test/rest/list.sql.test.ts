import { describe, expect, test } from '@jest/globals';
import { invalidBody, newWebsite, rest, WEBSITES, type WebsiteRecord } from '../support/rest.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared.ts';

const BASE = `https://stats.example.com${WEBSITES}`;

async function urls(server: TestServer, query: string): Promise<string[]> {
  const { status, body } = await rest<WebsiteRecord[]>(server, `${WEBSITES}?${query}`);
  expect(status).toBe(200);
  expect(body.meta.total).toBe(body.data.length);
  return body.data.map(({ url }) => url);
}

async function withWebsites(server: TestServer, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, index) => `site-${index + 10}.example`);
  // Reversed, so that the order of the list is not the order of insertion.
  for (const url of [...names].reverse()) await newWebsite(server, { url });
  return names;
}

describe('the list', () => {
  const shared = sharedServer();

  test('has the exact response shape even if it is empty', async () => {
    await using server = await startTestServer();
    const { status, body } = await rest(server, WEBSITES);
    expect(status).toBe(200);
    expect(body).toEqual({
      data: [],
      links: { first: `${BASE}?page=1`, last: `${BASE}?page=1`, prev: null, next: null },
      meta: { current_page: 1, from: null, last_page: 1, path: BASE, per_page: 20, to: null, total: 0 },
      status: 200,
    });
  });

  test('has 20 records a page, sorted A to Z, and links between the pages', async () => {
    await using server = await startTestServer();
    const names = await withWebsites(server, 45);
    const one = await rest<WebsiteRecord[]>(server, WEBSITES);
    expect(one.body.links).toEqual({
      first: `${BASE}?page=1`,
      last: `${BASE}?page=3`,
      prev: null,
      next: `${BASE}?page=2`,
    });
    expect(one.body.meta).toEqual({
      current_page: 1,
      from: 1,
      last_page: 3,
      path: BASE,
      per_page: 20,
      to: 20,
      total: 45,
    });

    const seen: string[] = [];
    let next: string | null = `${BASE}?page=1`;
    while (next) {
      const where = next.replace('https://stats.example.com', '');
      const page: Awaited<ReturnType<typeof rest<WebsiteRecord[]>>> = await rest(server, where);
      seen.push(...page.body.data.map(({ domain }) => domain));
      next = page.body.links.next;
    }
    expect(seen).toEqual(names);
    const three = await rest<WebsiteRecord[]>(server, `${WEBSITES}?page=3`);
    expect(three.body.data).toHaveLength(5);
    expect(three.body.meta).toMatchObject({ current_page: 3, from: 41, to: 45, last_page: 3 });
    expect(three.body.links).toMatchObject({ prev: `${BASE}?page=2`, next: null });
    expect(one.body.data[0]).toEqual((await rest(server, `${WEBSITES}/45`)).body.data);
  });

  test('keeps the other query parameters in its links', async () => {
    await using server = await startTestServer();
    await withWebsites(server, 21);
    const query = 'search=SITE-&sort=desc&per_page=10&page=2&color=a%26b+c';
    const { body } = await rest<WebsiteRecord[]>(server, `${WEBSITES}?${query}`);
    expect(body.data.map(({ domain }) => domain)[0]).toBe('site-20.example');
    const { first, last, prev, next } = body.links;
    for (const [link, page] of [
      [first, '1'],
      [last, '3'],
      [prev, '1'],
      [next, '3'],
    ]) {
      const url = new URL(String(link));
      expect(url.origin + url.pathname).toBe(BASE);
      expect(Object.fromEntries(url.searchParams)).toEqual({
        search: 'SITE-',
        sort: 'desc',
        per_page: '10',
        page,
        color: 'a&b c',
      });
    }
    expect(body.meta).toMatchObject({ current_page: 2, from: 11, to: 20, per_page: 10, total: 21 });
  });

  test('is empty past its end, with the total in meta', async () => {
    await using server = await startTestServer();
    await newWebsite(server);
    const { status, body } = await rest(server, `${WEBSITES}?page=9`);
    expect([status, body.data]).toEqual([200, []]);
    expect(body.meta).toMatchObject({ current_page: 9, from: null, to: null, last_page: 1, total: 1 });
    expect(body.links).toMatchObject({ last: `${BASE}?page=1`, next: null });
  });

  test.each(['10', '100'])('accepts %s per page', async (size) => {
    expect((await rest(shared(), `${WEBSITES}?per_page=${size}`)).body.meta.per_page).toBe(Number(size));
  });

  test.each(['9', '101', '0', '-10', '10.5', '1e1', 'all', '0x10', '99999999999999999999'])(
    'rejects %s per page without clamping',
    async (size) => {
      const { status, body } = await rest(shared(), `${WEBSITES}?per_page=${size}`);
      const errors = { per_page: ['Must be an integer from 10 to 100.'] };
      expect([status, body]).toEqual([422, invalidBody(errors)]);
    },
  );

  test('is sorted A to Z by default and with asc, Z to A with desc', async () => {
    await using server = await startTestServer();
    for (const url of ['b.example', 'a.example', 'c.example']) await newWebsite(server, { url });
    const ascending = ['https://a.example', 'https://b.example', 'https://c.example'];
    expect(await urls(server, '')).toEqual(ascending);
    expect(await urls(server, 'sort=asc')).toEqual(ascending);
    expect(await urls(server, 'sort=desc')).toEqual([...ascending].reverse());
  });

  test('contains only the websites of the team', async () => {
    await using server = await startTestServer();
    const other = await server.newAccount('other@example.com');
    await newWebsite(server, { url: 'theirs.example', privacy: '0' }, other.key);
    await newWebsite(server, { url: 'mine.example' });
    expect(await urls(server, '')).toEqual(['https://mine.example']);
  });
});
