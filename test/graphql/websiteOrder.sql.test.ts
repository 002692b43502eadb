import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createApiKey, operator } from '../../src/auth/keys.ts';
import { storeHits } from '../../src/ingest/store/store.ts';
import { createContext } from '../../src/request/context.ts';
import { graphql } from '../gql/gql.ts';
import type { WebsiteOrder } from '../gql/graphql.ts';
import { ask } from '../support/ask.ts';
import { DIMENSIONS } from '../support/dimensions.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const Ordered = graphql(`
  query OrderedWebsites($orderBy: WebsiteOrder, $search: String, $first: Int, $after: String) {
    websites(orderBy: $orderBy, search: $search, first: $first, after: $after) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      nodes {
        domain
      }
    }
  }
`);

/** The pageviews of each visitor of the websites on 20 and 21 November 2026. */
const VISITS: Record<string, Record<number, number[]>> = {
  'a.example': { 20261121: [1, 1, 1] },
  'b.example': { 20261121: [5, 5], 20261120: [2] },
  'c.example': { 20261120: [3, 1, 1, 1, 1] },
  'd.example': { 20261121: [5, 5] },
  'e.example': {},
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  let id = 0n;
  for (const [url, days] of Object.entries(VISITS)) {
    const body = new URLSearchParams({ url });
    const response = await server.call('/api/v1/websites', { method: 'POST', body });
    const websiteId = ((await response.json()) as { data: { id: number } }).data.id;
    const hits = Object.entries(days).flatMap(([day, visitors]) =>
      visitors.flatMap((views, visitor) =>
        Array.from({ length: views }, () => ({
          websiteId,
          at: 1,
          day: Number(day),
          hour: 9,
          visitor: BigInt(visitor + 1),
          path: '/',
          event: null,
          dimensions: DIMENSIONS,
        })),
      ),
    );
    await server.deps.db.write((tx) => storeHits(tx, hits, () => ++id));
  }
});
afterAll(() => server[Symbol.asyncDispose]());

/** The first letters of the domains that match a search, in order. */
async function letters(orderBy: WebsiteOrder, search = '.example'): Promise<string> {
  const { data, errors } = await ask(server, Ordered, { orderBy, search });
  expect(errors).toBeUndefined();
  return data.websites.nodes.map(({ domain }) => domain[0]).join('');
}

const TWO_DAYS = { from: '2026-11-20', to: '2026-11-21' };

describe('websites are ordered by a metric of a period', () => {
  test.each<[WebsiteOrder, string]>([
    [{ metric: 'VISITORS', ...TWO_DAYS }, 'cabde'],
    [{ metric: 'VISITORS', direction: 'ASC', ...TWO_DAYS }, 'edabc'],
    [{ metric: 'VISITORS', period: 'TODAY' }, 'abdce'],
    [{ metric: 'PAGEVIEWS', period: 'LAST_7_DAYS' }, 'bdcae'],
    [{ metric: 'PAGEVIEWS', period: 'YESTERDAY', direction: 'DESC' }, 'cbade'],
    // Without visits there is no bounce rate, whatever the direction.
    [{ metric: 'BOUNCE_RATE', ...TWO_DAYS }, 'acbde'],
    [{ metric: 'BOUNCE_RATE', direction: 'ASC', ...TWO_DAYS }, 'bdcae'],
  ])('%j gives %s', async (order, expected) => {
    expect(await letters(order)).toBe(expected);
  });

  test('within a search, and page by page', async () => {
    const orderBy = { metric: 'PAGEVIEWS', ...TWO_DAYS } as const;
    expect(await letters(orderBy, 'D.EXAMPLE')).toBe('d');
    const names: string[] = [];
    let after: string | null = null;
    for (let number = 100; number < 112; number += 1)
      await server.call('/api/v1/websites', {
        method: 'POST',
        body: new URLSearchParams({ url: `z${number}.test` }),
      });
    do {
      const { data }: Awaited<ReturnType<typeof askPage>> = await askPage(orderBy, after);
      expect(data.websites.totalCount).toBe(17);
      names.push(...data.websites.nodes.map(({ domain }) => domain));
      after = data.websites.pageInfo.hasNextPage ? data.websites.pageInfo.endCursor : null;
    } while (after);
    const without = ['a.example', 'e.example', ...Array.from({ length: 12 }, (_, i) => `z${100 + i}.test`)];
    expect(names).toEqual(['b.example', 'd.example', 'c.example', ...without]);
  });
});

const askPage = (orderBy: WebsiteOrder, after: string | null) =>
  ask(server, Ordered, { orderBy, after, first: 10 });

test('an order without a period is refused with what it must have', async () => {
  const { errors } = await ask(server, Ordered, { orderBy: { metric: 'VISITS' } });
  expect(errors?.[0]?.extensions).toEqual({
    code: 'BAD_USER_INPUT',
    errors: { orderBy: ['Must have either `period`, or `from` and `to`.'] },
  });
});

test('an order needs the scope to read statistics', async () => {
  const { key } = await createApiKey(
    { name: 'narrow', scopes: ['websites:read'] },
    createContext(server.deps, operator(server.teamId)),
  );
  const orderBy = { metric: 'VISITS', period: 'TODAY' } as const;
  const { errors } = await ask(server, Ordered, { orderBy }, { key });
  expect(errors?.[0]?.message).toBe('The API key lacks the scope stats:read.');
});

test('more websites than can be ordered by a metric are refused, and ordered by address', async () => {
  const { key, teamId } = await server.newAccount('many@example.com');
  const row = await server.deps.db.read.website.findFirstOrThrow();
  const websites = Array.from({ length: 1_001 }, (_, index) => ({
    ...row,
    teamId,
    id: 10_000 + index,
    trackingId: `many${index}`,
    url: `https://m${1_000 + index}.example`,
    domain: `m${1_000 + index}.example`,
  }));
  // Prisma takes long to compile the statement for all of them, and the server ends transactions that wait.
  for (let from = 0; from < websites.length; from += 100)
    await server.deps.db.write((tx) => tx.website.createMany({ data: websites.slice(from, from + 100) }));
  const orderBy = { metric: 'VISITS', period: 'TODAY' } as const;
  const refused = await ask(server, Ordered, { orderBy }, { key });
  expect(refused.errors?.[0]?.extensions).toEqual({
    code: 'BAD_USER_INPUT',
    errors: { orderBy: [expect.stringMatching(/more than 1000 websites.*Narrow the search/)] },
  });
  const { data } = await ask(server, Ordered, {}, { key });
  expect(data.websites).toMatchObject({
    totalCount: 1_001,
    nodes: expect.arrayContaining([{ domain: 'm1000.example' }]),
  });
  const narrowed = await ask(server, Ordered, { orderBy, search: 'm1000' }, { key });
  expect(narrowed.data.websites.totalCount).toBe(1);
});
