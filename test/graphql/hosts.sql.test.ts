import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { graphqlData } from '../support/engine/asking.ts';
import { changeWebsite, newWebsite, type WebsiteRecord } from '../support/rest.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { loadPixel, sendHit } from '../support/track.ts';

let server: TestServer;
let website: WebsiteRecord;
const statements: string[] = [];

/** The hosts of the pageviews of one visitor each, in the order of their numbers. */
const VIEWS = { 'b.example.com': 3, 'example.com': 2, 'a.example.com': 1, 'bücher.example.com': 1 };
/** The last of them, as it is stored. */
const BOOKS = 'xn--bcher-kva.example.com';

beforeAll(async () => {
  server = await startTestServer({ onQuery: (sql) => statements.push(sql) });
  website = await newWebsite(server, { url: 'https://example.com' });
  const { tracking_id } = website;
  let visitors = 0;
  for (const [host, views] of Object.entries(VIEWS))
    for (let view = 0; view < views; view += 1) {
      visitors += 1;
      const page = `https://${host}/${view === 0 ? 'first' : 'later'}`;
      await sendHit(
        server,
        { website: tracking_id, page },
        { 'user-agent': `Mozilla/5.0 Firefox/${visitors}` },
      );
    }
  // An event counts, and a hit without a host has none.
  await sendHit(server, { website: tracking_id, page: 'https://a.example.com/', event: 'Buy' });
  await changeWebsite(server, website.id, { hosts: 'file:', privacy: 0 });
  await loadPixel(server, { website: tracking_id, page: 'file:///index.html' });
});
afterAll(() => server[Symbol.asyncDispose]());

const DAYS = 'from: "2026-11-01", to: "2026-11-30"';
const ask = async (fields: string, args = '') =>
  (
    await graphqlData<{ website: { period: Record<string, never> } }>(
      server,
      `{ website(trackingId: "${website.tracking_id}") { period(${DAYS} ${args}) { ${fields} } } }`,
    )
  ).website.period;

describe('the hosts of a period', () => {
  test('are those of its hits, those with the most pageviews first', async () => {
    expect(await ask('hosts')).toEqual({ hosts: ['b.example.com', 'example.com', 'a.example.com', BOOKS] });
    expect(await ask('previous { hosts }')).toEqual({ previous: { hosts: [] } });
  });

  test.each([
    ['{ page: { in: ["/later"] } }', ['b.example.com', 'example.com']],
    ['{ host: { notIn: ["b.example.com"] } }', ['example.com', 'a.example.com', BOOKS]],
    ['{ host: { in: [""] } }', []],
    ['{ event: { in: ["Buy"] } }', ['a.example.com']],
  ])('under the filter %s are those of the selected hits', async (filter, hosts) => {
    expect(await ask('hosts', `, filter: ${filter}`)).toEqual({ hosts });
  });

  test('need no SQL statement beside those of statistics', async () => {
    const countOf = async (fields: string) => {
      await using fresh = await startTestServer({ beside: server, onQuery: (sql) => statements.push(sql) });
      const start = statements.length;
      const { status } = await fresh.call('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          query: `{ website(id: "${website.id}") { period(${DAYS}) { ${fields} } } }`,
        }),
      });
      expect(status).toBe(200);
      return statements.length - start;
    };
    const without = await countOf('stats(name: PAGE) { sum }');
    expect(await countOf('stats(name: PAGE) { sum } hosts')).toBe(without);
  });

  test('are left out for viewers from whom small counts are hidden', async () => {
    await changeWebsite(server, website.id, { hide_below: 3 });
    const query = `{ website(trackingId: "${website.tracking_id}") { period(${DAYS}) { hosts } } }`;
    const response = await server.call(`/graphql?${new URLSearchParams({ query })}`, { key: null });
    expect(await response.json()).toMatchObject({
      data: { website: { period: { hosts: ['b.example.com'] } } },
    });
    await changeWebsite(server, website.id, { hide_below: null });
  });
});

test('a breakdown by host has readable labels, and a row of those that are unknown', async () => {
  const { breakdown } = await ask(
    'breakdown(by: [HOST]) { nodes { values { value label } pageviews events } }',
  );
  const row = (value: string, label: string, pageviews: number, events = 0) => ({
    values: [{ value, label }],
    pageviews,
    events,
  });
  expect((breakdown as unknown as { nodes: object[] }).nodes).toEqual([
    row('b.example.com', 'b.example.com', 3),
    row('example.com', 'example.com', 2),
    row('', 'Unknown', 1),
    row('a.example.com', 'a.example.com', 1, 1),
    row(BOOKS, 'bücher.example.com', 1),
  ]);
});
