import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Hit } from '../src/ingest/hit.ts';
import { storeHits } from '../src/ingest/store/store.ts';
import { PageDocument } from '../src/web/stats/documents.ts';
import { ChangesDocument } from '../src/web/stats/panels/documents.ts';
import { CITUS } from './support/database.ts';
import { DIMENSIONS } from './support/dimensions.ts';
import { everyStatistic } from './support/everyStatistic.ts';
import { NAMES } from './support/oracle.ts';
import { startTestServer, type TestServer } from './support/server.ts';

/**
 * The number of SQL statements of a request must not depend on its number of websites or statistics.
 *
 * A `websites` query reads the API key, the page of ids, the websites by id, and the statistics. A `nodes`
 * query reads all of these but the page of ids.
 */
/** The last one reads which imports the websites have. */
const STATEMENTS = { websites: 5, nodes: 4 };

const statements: string[] = [];
let server: TestServer;
const accounts: { key: string; ids: string[] }[] = [];

async function newAccount(email: string, websites: number): Promise<{ key: string; ids: string[] }> {
  const { key } = await server.newAccount(email);
  const ids: number[] = [];
  for (let index = 0; index < websites; index += 1) {
    const body = new URLSearchParams({ url: `https://s${index}.test` });
    const response = await server.call('/api/v1/websites', { method: 'POST', body, key });
    ids.push(((await response.json()) as { data: { id: number } }).data.id);
  }
  const hits = ids.flatMap((websiteId): Hit[] => {
    const hit = { websiteId, at: 1, day: 20261121, hour: 9, visitor: 1n, path: '/', event: null };
    const event = { name: 'Sign up', value: null, unit: null };
    return [
      { ...hit, dimensions: DIMENSIONS },
      { ...hit, event, dimensions: DIMENSIONS },
    ];
  });
  let id = BigInt(ids[0] ?? 0) << 20n;
  await server.deps.db.write((tx) => storeHits(tx, hits, () => ++id));
  const query = '{ websites(first: 50) { nodes { id } } }';
  const response = await server.call(`/graphql?${new URLSearchParams({ query })}`, { key });
  const { data } = (await response.json()) as { data: { websites: { nodes: { id: string }[] } } };
  return { key, ids: data.websites.nodes.map((node) => node.id) };
}

beforeAll(async () => {
  server = await startTestServer({
    onQuery: (sql) => statements.push(sql),
    alone: true,
    env: { GEO_DATABASE: '/nowhere.mmdb' },
  });
  accounts.push(await newAccount('one@example.com', 1), await newAccount('fifty@example.com', 50));
});
afterAll(() => server[Symbol.asyncDispose]());

/** Returns GraphQL fields for these statistics. */
function stats(names: readonly string[]): string {
  const args = 'from: "2026-10-20", to: "2026-11-25", first: 10';
  return everyStatistic(names, args, 'totalCount nodes { value label count }');
}

interface Website {
  [name: string]: { totalCount: number; nodes: { count: number }[] };
}

/** Changes all API keys and websites, because they are cached until they change. */
async function changeAll(): Promise<void> {
  await server.deps.db.write(async (tx) => {
    await tx.$executeRaw`UPDATE "ApiKey" SET "name" = "name" || '.'`;
    await tx.$executeRaw`UPDATE "Website" SET "email" = NOT "email"`;
  });
}

/** Sends a query after the caches were invalidated. @returns its websites and number of statements. */
async function cost(
  key: string,
  query: string,
  ids?: string[],
): Promise<[websites: Website[], cost: number]> {
  const ask = () =>
    server.call('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables: { ids } }),
      key,
    });
  await ask(); // The first use of a key in a minute is written to the database.
  await changeAll();
  statements.length = 0;
  const { data, errors } = (await (await ask()).json()) as {
    data: { nodes?: Website[]; websites?: { nodes: Website[] } };
    errors?: unknown;
  };
  expect(errors).toBeUndefined();
  return [data.nodes ?? data.websites?.nodes ?? [], statements.length];
}

const shapes = [
  [1, 'one statistic', NAMES.slice(0, 1)],
  [1, 'all 25 statistics', NAMES],
  [50, 'one statistic', NAMES.slice(0, 1)],
  [50, 'all 25 statistics', NAMES],
] as const;

describe.each(shapes)('%i websites with %s', (number, _, names) => {
  const account = () => accounts[number === 1 ? 0 : 1] ?? { key: '', ids: [] };

  /** Expects every statistic of every website, and this number of statements. */
  function holds([websites, found]: [Website[], number], expected: number): void {
    expect(websites).toHaveLength(number);
    for (const website of websites) {
      for (const name of names) {
        const nodes = [expect.objectContaining({ count: 1 })];
        expect([name, website[name]]).toEqual([name, { totalCount: 1, nodes }]);
      }
    }
    expect(`${found} statements:\n${statements.join('\n')}`).toBe(
      `${expected} statements:\n${statements.join('\n')}`,
    );
  }

  test(`cost ${STATEMENTS.websites} statements in a websites query`, async () => {
    const query = `{ websites(first: 50) { nodes { domain ${stats(names)} } } }`;
    holds(await cost(account().key, query), STATEMENTS.websites);
  });

  test(`cost ${STATEMENTS.nodes} statements in a nodes query`, async () => {
    const query = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Website { domain ${stats(names)} } } }`;
    const { key, ids } = account();
    holds(await cost(key, query, ids), STATEMENTS.nodes);
  });
});

test('statistics with different ranges, searches, orders and sizes cost no more statements', async () => {
  const many = Array.from({ length: 5 }, (_, index) => {
    const search = index % 3 === 0 ? 'null' : `"${index}"`;
    const rest = `search: ${search}, sort: ${index % 2 ? 'MIN' : 'MAX'}, first: ${10 + index}`;
    return `s${index}: stats(
      name: PAGE, from: "20${10 + index}-01-15", to: "2059-02-03", ${rest}) { totalCount }`;
  });
  const query = `{ websites(first: 10) { nodes { ${many.join('\n')} } } }`;
  const [websites, found] = await cost(accounts[1]?.key ?? '', query);
  expect([websites.length, found]).toEqual([10, STATEMENTS.websites]);
});

test('a repeated query takes no statement until a commit, and then two to validate the cache', async () => {
  const { key, ids } = accounts[1] ?? { key: '', ids: [] };
  const query = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Website { domain ${stats(NAMES)} } } }`;
  const body = JSON.stringify({ query, variables: { ids } });
  const headers = { 'content-type': 'application/json' };
  const ask = async () => (await server.call('/graphql', { method: 'POST', headers, body, key })).json();
  const first = await ask();
  statements.length = 0;
  expect(await ask()).toEqual(first);
  // With Citus, commits on other nodes go unnoticed, so the cache is validated each time.
  expect(statements).toHaveLength(CITUS ? 2 : 0);
  await server.deps.db.write((tx) => tx.$executeRaw`INSERT INTO "Setting" VALUES ('other', '')`);
  statements.length = 0;
  expect(await ask()).toEqual(first);
  expect(statements).toHaveLength(2);
});

test('the statistics page costs eight statements', async () => {
  const account = accounts[0] ?? { key: '', ids: [] };
  const { trackingId } = await server.deps.db.read.website.findFirstOrThrow();
  const cost = async (name: string) => {
    statements.length = 0;
    const body = JSON.stringify({ query: PageDocument.toString(), variables: { trackingId, name } });
    const headers = { 'content-type': 'application/json' };
    const answer = await server.call('/graphql', { method: 'POST', headers, body, key: account.key });
    expect(await answer.json()).toMatchObject({ data: { website: { period: { PAGE: { sum: 1 } } } } });
    return statements.length;
  };
  // What other tests have read must be validated again.
  await server.deps.db.write((tx) => tx.$executeRaw`INSERT INTO "Setting" VALUES ('page', '')`);
  await cost('TODAY');
  const costs = [await cost('LAST_30_DAYS'), await cost('LAST_12_MONTHS'), await cost('ALL')];
  // Key, first hit, annotations, goals, funnels, the versions of days, and the imports. All hits are
  // of today, whose columns are cached.
  expect(costs.slice(0, 2)).toEqual([8, 8]);
  // With Citus, commits on other nodes go unnoticed, so nothing is known to be unchanged.
  if (!CITUS) expect(costs[2]).toBe(7);
});

test('compared rows cost one statement, for any number of panels and rows', async () => {
  const { key, ids } = accounts[1] ?? { key: '', ids: [] };
  const days = 'from: "2026-11-21", to: "2026-11-21", compareFrom: "2026-10-21", compareTo: "2026-11-21"';
  const panels = (names: readonly string[], fields: string) =>
    `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Website { recordedSince period(${days}) {
      ${names.map((name) => `${name}: stats(name: ${name.toUpperCase()}) { nodes { ${fields} } }`).join('\n')}
    } } } }`;
  // Statistics by day are not compared.
  const names = NAMES.filter((name) => !['visitors', 'visits', 'pageviews'].includes(name));
  const some = ids.slice(0, 5);
  const [, without] = await cost(key, panels(names, 'count'), some);
  for (const asked of [names, names.slice(0, 1)]) {
    const [websites, found] = await cost(key, panels(asked, 'count previousCount'), some);
    expect(found).toBe(without + 1);
    for (const { period } of websites as unknown as { period: Record<string, { nodes: object[] }> }[])
      for (const name of asked)
        expect([name, period[name]?.nodes[0]]).toEqual([name, { count: 1, previousCount: 1 }]);
  }
});

test('the changes of the cards cost one statement more than their rows', async () => {
  const { key } = accounts[0] ?? { key: '' };
  const { trackingId } = await server.deps.db.read.website.findFirstOrThrow();
  const ask = async (document: { toString(): string }, further: object) => {
    statements.length = 0;
    const variables = { trackingId, name: 'LAST_30_DAYS', ...further };
    const body = JSON.stringify({ query: document.toString(), variables });
    const headers = { 'content-type': 'application/json' };
    const answer = (await (
      await server.call('/graphql', { method: 'POST', headers, body, key })
    ).json()) as object;
    expect(answer).not.toHaveProperty('errors');
    return statements.length;
  };
  await ask(PageDocument, {});
  const cards = { sources: 'SOURCE', content: 'PAGE', places: 'COUNTRY', systems: 'OS', events: 'EVENT' };
  await ask(ChangesDocument, cards);
  // The compared days are before the first hit, so that nothing is read of them.
  const none = await ask(ChangesDocument, cards);
  const own = { ...cards, compareFrom: '2026-11-01', compareTo: '2026-11-30' };
  expect((await ask(ChangesDocument, own)) - none).toBe(1);
});

test('a dashboard costs four statements: API key, website, statistics of two periods, imports', async () => {
  const { key, ids } = accounts[0] ?? { key: '', ids: [] };
  const period = (prefix: string, from: string, to: string) =>
    everyStatistic(
      NAMES,
      `from: "${from}", to: "${to}", first: 10`,
      'sum totalCount nodes { value count }',
      `${prefix}_`,
    );
  const fields = [period('now', '2026-10-23', '2026-11-21'), period('before', '2026-09-23', '2026-10-22')];
  const query = `query ($ids: [ID!]!) {
    nodes(ids: $ids) { ... on Website { domain ${fields.join('\n')} } } }`;
  expect((await cost(key, query, ids))[1]).toBe(4);
});

test('API keys by global id cost two statements, for any number of ids and repetitions', async () => {
  const { key } = accounts[1] ?? { key: '' };
  const row = await server.deps.db.read.apiKey.findFirstOrThrow({ orderBy: { id: 'desc' } });
  const id = Buffer.from(`ApiKey:${row.id}`).toString('base64');
  const other = Buffer.from(`ApiKey:${row.id + 1}`).toString('base64');
  const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on ApiKey { name } } }';
  const costs: number[] = [];
  for (const ids of [[id], Array.from({ length: 100 }, (_, index) => (index % 2 ? id : other))]) {
    const [nodes, found] = await cost(key, query, ids);
    expect(nodes.filter((node) => node !== null)).toHaveLength(Math.ceil(ids.length / 2));
    costs.push(found);
  }
  expect(costs).toEqual([2, 2]);
});

test('the API key, the account and its keys are read once for any number of aliases', async () => {
  const { key } = accounts[1] ?? { key: '' };
  const many = Array.from({ length: 20 }, (_, index) => `a${index}: viewer { email apiKeys { name } }`);
  expect((await cost(key, `{ ${many.join(' ')} }`))[1]).toBe(3);
});
