import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { storeHits } from '../src/ingest/store/store.ts';
import { readPage, sumOf } from './support/books/read.ts';
import { asInPath, type Known, parityHits, SEARCHES } from './support/books/values.ts';
import { byCodePoint, NAMES, type Row } from './support/oracle.ts';
import { startTestServer, type TestServer } from './support/server.ts';

const FROM = '2026-10-05';
const TO = '2026-12-10';

let server: TestServer;
let websiteId = 0;
let known: Known;

beforeAll(async () => {
  server = await startTestServer({ env: { GEO_DATABASE: '/nowhere.mmdb' } });
  const body = new URLSearchParams({ url: 'https://parity.test' });
  const response = await server.call('/api/v1/websites', { method: 'POST', body });
  websiteId = ((await response.json()) as { data: { id: number } }).data.id;
  let id = 0n;
  const seeded = parityHits(websiteId);
  known = seeded.known;
  await server.deps.db.write((tx) => storeHits(tx, seeded.hits, () => ++id));
});
afterAll(() => server[Symbol.asyncDispose]());

interface Connection {
  nodes: Row[];
  edges: { node: Row }[];
  totalCount: number;
  sum: number;
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

async function ask<Data>(query: string, variables: object): Promise<Data> {
  const response = await server.call('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data: Data; errors?: unknown };
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

const STATS = `stats(
    name: $name, from: "${FROM}", to: "${TO}", search: $search, sort: $sort, first: 10, after: $after
  ) {
  nodes { value count } edges { node { value count } } totalCount sum pageInfo { hasNextPage endCursor } }`;
const QUERY = `query ($id: ID!, $name: StatName!, $search: String, $sort: StatSort, $after: String) {
  website(id: $id) { ${STATS} }
  websites(first: 10) { nodes { ${STATS} } } }`;

interface Answer {
  website: { stats: Connection };
  websites: { nodes: { stats: Connection }[] };
}

/** Reads every row over GraphQL, page by page, through `website` and `websites` in one query. */
async function overGraphql(name: string, search: string | null, sort: string) {
  const rows: Row[] = [];
  const totals = new Set<string>();
  const pages: Row[][] = [];
  for (let after: string | null = null, more = true; more; ) {
    const variables = {
      id: String(websiteId),
      name: name.toUpperCase(),
      search,
      sort: sort.toUpperCase(),
      after,
    };
    const answer: Answer = await ask<Answer>(QUERY, variables);
    const { stats } = answer.website;
    expect(answer.websites.nodes).toEqual([{ stats }]);
    expect(stats.edges.map(({ node }) => node)).toEqual(stats.nodes);
    rows.push(...stats.nodes);
    pages.push(stats.nodes);
    totals.add(`${stats.totalCount} rows, ${stats.sum}`);
    after = stats.pageInfo.endCursor;
    more = stats.pageInfo.hasNextPage;
  }
  return { rows, pages, totals: [...totals] };
}

/** Reads every row over REST, page by page. */
async function overRest(name: string, search: string | null, sort: string) {
  const rows: Row[] = [];
  const totals = new Set<string>();
  const pages: Row[][] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const query = {
      name,
      from: FROM,
      to: TO,
      sort,
      page: String(page),
      ...(search === null ? {} : { search }),
    };
    const { data, meta } = await readPage(server, websiteId, query);
    rows.push(...data);
    pages.push(data);
    totals.add(`${meta.total} rows`);
    last = meta.last_page;
  }
  // REST returns no sum, so it is computed from all rows.
  return { rows, pages, totals: [...totals].map((total) => `${total}, ${sumOf(rows)}`) };
}

function expected(name: string, search: string | null, sort: string): Row[] {
  const rows = [...(known.get(name) ?? new Map<string, number>())].map(([value, count]) => ({
    value,
    count,
  }));
  const direction = sort === 'max' ? -1 : 1;
  const text = (/page$/.test(name) ? asInPath(search ?? '') : (search ?? '')).toLowerCase();
  return rows
    .filter(({ value }) => value.toLowerCase().includes(text))
    .sort((a, b) => direction * (a.count - b.count) || byCodePoint(a.value, b.value));
}

test('the data has several pages of rows for every statistic, with ties', () => {
  for (const name of NAMES) {
    const counts = [...(known.get(name)?.values() ?? [])];
    expect([name, counts.length >= (name.endsWith('_hours') ? 24 : 26)]).toEqual([name, true]);
    expect([name, new Set(counts).size < counts.length]).toEqual([name, true]);
  }
});

/** All rows in both orders, and each search in one, which is the other one for the next name. */
function asked(name: string): { search: string | null; sort: string }[] {
  const turn = NAMES.indexOf(name) % 2;
  return [
    { search: null, sort: 'max' },
    { search: null, sort: 'min' },
    ...SEARCHES.map((search, index) => ({ search, sort: (index + turn) % 2 === 0 ? 'max' : 'min' })),
  ];
}

test.each(NAMES)(
  '%s is correct and the same over GraphQL and REST, for every search and sort order',
  async (name) => {
    for (const { search, sort } of asked(name)) {
      const graphql = await overGraphql(name, search, sort);
      const rest = await overRest(name, search, sort);
      expect({ search, sort, ...graphql }).toEqual({ search, sort, ...rest });
      expect({ search, sort, rows: rest.rows }).toEqual({
        search,
        sort,
        rows: expected(name, search, sort),
      });
    }
  },
);

test('every search except "nothing of the kind" matches a page, so that errors would show', () => {
  const found = SEARCHES.map((search) => [search, expected('page', search, 'max').length > 0]);
  expect(found.filter(([, some]) => !some).map(([search]) => search)).toEqual(['nothing of the kind']);
});

test.each([
  ['0020-12-15', '0021-01-10'],
  ['0001-01-01', '0099-12-31'],
  ['0999-12-15', '1000-01-10'],
  ['2026-10-01', '2026-10-09'],
])('returns no rows from %s to %s, when nothing was counted', async (from, to) => {
  const response = await server.call(
    `/api/v1/stats/${websiteId}?name=page&from=${from}&to=${to}&per_page=10`,
  );
  const { data, status } = (await response.json()) as { data?: Row[]; status: number };
  // The server may also reject days this long ago.
  if (from.startsWith('0') && status === 422) return;
  expect({ status, data }).toEqual({ status: 200, data: [] });
});
