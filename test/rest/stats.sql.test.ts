import { describe, expect, test } from '@jest/globals';
import { newWebsite, rest, WEBSITES } from '../support/rest.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { sendHit } from '../support/track.ts';

interface Row {
  value: string;
  count: number;
}

const PATH = '/api/v1/stats/1';
const DAY = 'from=2026-11-21&to=2026-11-21';

/** Records views of 25 pages: three pages twice, one three times. */
async function withPages(server: TestServer): Promise<void> {
  const { tracking_id: website } = await newWebsite(server);
  const numbers = Array.from({ length: 25 }, (_, index) => index + 10);
  const seen = [...numbers].reverse().concat(12, 20, 34, 30, 30);
  await Promise.all(
    seen.map((number) => sendHit(server, { website, page: `https://example.com/p${number}` })),
  );
}

const pages = (server: TestServer, query: string) => rest<Row[]>(server, `${PATH}?name=page&${DAY}&${query}`);
const pairs = ({ body }: { body: { data: Row[] } }) => body.data.map(({ value, count }) => [value, count]);

describe('a statistic', () => {
  test('has the exact response shape even without rows', async () => {
    await using server = await startTestServer();
    await newWebsite(server);
    const { status, body } = await rest<Row[]>(server, `${PATH}?name=visitors&${DAY}`);
    const base = `https://stats.example.com${PATH}`;
    const link = `${base}?name=visitors&${DAY}&page=1`;
    expect([status, body]).toEqual([
      200,
      {
        data: [],
        links: { first: link, last: link, prev: null, next: null },
        meta: { current_page: 1, from: null, last_page: 1, path: base, per_page: 20, to: null, total: 0 },
        status: 200,
      },
    ]);
  });

  test('is sorted by count descending, then by value, and its pages never overlap', async () => {
    await using server = await startTestServer();
    await withPages(server);
    const one = await pages(server, 'per_page=10');
    expect(pairs(one).slice(0, 6)).toEqual([
      ['/p30', 3],
      ['/p12', 2],
      ['/p20', 2],
      ['/p34', 2],
      ['/p10', 1],
      ['/p11', 1],
    ]);
    expect(one.body.meta).toMatchObject({ total: 25, last_page: 3, from: 1, to: 10 });
    const rest = [await pages(server, 'per_page=10&page=2'), await pages(server, 'per_page=10&page=3')];
    const values = [one, ...rest].flatMap(({ body }) => body.data.map(({ value }) => value));
    expect(values).toHaveLength(25);
    expect(new Set(values).size).toBe(25);
    expect(pairs(await pages(server, 'per_page=10&sort=max'))).toEqual(pairs(one));
  });

  test('with sort=min is sorted by count ascending, then by value ascending', async () => {
    await using server = await startTestServer();
    await withPages(server);
    const found = pairs(await pages(server, 'per_page=100&sort=min'));
    expect(found.slice(0, 2)).toEqual([
      ['/p10', 1],
      ['/p11', 1],
    ]);
    expect(found.slice(-4)).toEqual([
      ['/p12', 2],
      ['/p20', 2],
      ['/p34', 2],
      ['/p30', 3],
    ]);
  });

  test('is searched literally and case-insensitively', async () => {
    await using server = await startTestServer();
    const { tracking_id: website } = await newWebsite(server);
    for (const path of ['/Blog', '/a_b', '/a-b', '/100%25']) {
      await sendHit(server, { website, page: `https://example.com${path}` });
    }
    expect(pairs(await pages(server, 'search=bLOG'))).toEqual([['/Blog', 1]]);
    expect(pairs(await pages(server, 'search=a_b'))).toEqual([['/a_b', 1]]);
    expect(pairs(await pages(server, 'search=%25'))).toEqual([['/100%25', 1]]);
    expect(pairs(await pages(server, 'search=nothing'))).toEqual([]);
  });

  test('has only the hours and days with traffic', async () => {
    await using server = await startTestServer();
    await withPages(server);
    const range = 'from=2026-01-01&to=2026-12-31';
    const read = async (name: string) => pairs(await rest<Row[]>(server, `${PATH}?name=${name}&${range}`));
    expect(await read('pageviews')).toEqual([['2026-11-21', 30]]);
    expect(await read('pageviews_hours')).toEqual([['12', 30]]);
    expect(await read('visitors_hours')).toEqual([['12', 1]]);
  });
});

test('the statistics of a new website are found under the id that the client got', async () => {
  await using server = await startTestServer();
  const { id } = await newWebsite(server);
  expect((await rest(server, `${WEBSITES}/${id}`)).status).toBe(200);
  expect((await rest(server, `/api/v1/stats/${id}?name=os&${DAY}`)).status).toBe(200);
});
