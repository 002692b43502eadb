import { describe, expect, test } from '@jest/globals';
import { newWebsite, rest, WEBSITES, type WebsiteRecord } from '../support/rest.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared.ts';

async function urls(server: TestServer, query: string): Promise<string[]> {
  const { status, body } = await rest<WebsiteRecord[]>(server, `${WEBSITES}?${query}`);
  expect(status).toBe(200);
  expect(body.meta.total).toBe(body.data.length);
  return body.data.map(({ url }) => url);
}

describe('search', () => {
  const shared = sharedServer({}, async (server) => {
    for (const url of paths) await newWebsite(server, { url });
  });
  const paths = ['https://a.example/100%25', 'https://b.example/a_b', 'https://c.example/[x]*?q'];

  test.each([
    ['A.EXAMPLE', ['https://a.example/100%25']],
    ['exam', paths],
    ['%', ['https://a.example/100%25']],
    ['_', ['https://b.example/a_b']],
    ['a_', ['https://b.example/a_b']],
    ['a.b', []],
    ['*', ['https://c.example/[x]*?q']],
    ['?', ['https://c.example/[x]*?q']],
    ['[X]', ['https://c.example/[x]*?q']],
    ['[a-z]', []],
    ["' OR 1=1 --", []],
    ['\\', []],
    ['', paths],
  ])('for "%s" matches the url literally and case-insensitively', async (search, found) => {
    expect(await urls(shared(), new URLSearchParams({ search }).toString())).toEqual(found);
  });

  test('ignores the case of the path, too', async () => {
    await using server = await startTestServer();
    await newWebsite(server, { url: 'https://a.example/Blog' });
    for (const search of ['blog', 'BLOG', 'Blog', 'https://A.']) {
      expect(await urls(server, `search=${search}`)).toEqual(['https://a.example/Blog']);
    }
  });
});
