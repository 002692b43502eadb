import { describe, expect, test } from '@jest/globals';
import { graphql, graphqlData } from '../support/engine/asking.ts';
import { LINK_DAYS, linkSite, NONE, OPEN } from '../support/linkSite.ts';
import { asHolder, newLink } from '../support/links.ts';
import { newWebsite } from '../support/rest.ts';
import { NOON, startTestServer, type TestServer } from '../support/server.ts';

const { server, trackingId, look, statusOf } = linkSite();
const HOUR_MS = 3_600_000;
const PASSWORD = 'tall green kettle';

describe('the holder of a shared link', () => {
  test('sees the statistics of a private website, and no other website, public ones included', async () => {
    const link = await newLink(server());
    const holder = asHolder(server(), link);
    expect(await look(holder)).toMatchObject({ ...OPEN, sharedView: { segment: null, panels: null } });
    expect(await statusOf(link.token)).toBe(200);
    for (const index of [1, 2]) {
      expect(await look(holder, index)).toMatchObject({ statisticsAccess: 'NONE', website: null });
      expect(await statusOf(link.token, index)).toBe(404);
    }
    const id = (text: string) => Buffer.from(text).toString('base64');
    const query = `{ viewer { email } node(id: "${id('Website:2')}") { id }
      mine: node(id: "${id('Website:1')}") { ... on Website { domain segments { name } sharedLinks { url }
        dropped(${LINK_DAYS}) { count } excludeIps } }
      link: node(id: "${link.id}") { id } needsOwner }`;
    expect(await graphqlData(holder, query)).toEqual({
      viewer: null,
      node: null,
      link: null,
      needsOwner: false,
      mine: { domain: 'small.test', segments: null, sharedLinks: null, dropped: null, excludeIps: null },
    });
    const { errors } = await graphql(holder, '{ websites { totalCount } }');
    expect(errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
  });

  test('cannot use the link for REST or changes, nor together with an API key', async () => {
    const link = await newLink(server());
    const holder = asHolder(server(), link);
    for (const path of ['websites', 'websites/1', `stats/1?name=page&from=2026-11-01&to=2026-11-02`])
      expect([path, (await holder.call(`/api/v1/${path}`)).status]).toEqual([path, 401]);
    const input = `input: { id: "1", privacy: PUBLIC }`;
    const { errors } = await graphql(holder, `mutation { updateWebsite(${input}) { __typename } }`);
    expect(errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
    const both = await server().call('/graphql?query={__typename}', {
      headers: { 'footfall-link': link.token },
    });
    const message = 'A request must have either Authorization or the shared link; got both.';
    expect([both.status, await both.json()]).toEqual([
      400,
      { errors: [{ message, extensions: { code: 'BAD_REQUEST' } }] },
    ]);
  });

  test('sees nothing once it has expired, as with a link that never existed', async () => {
    const link = await newLink(server(), { expiresAt: '2026-11-21T13:00:00Z' });
    server().setTime(NOON + HOUR_MS - 1);
    expect(await look(asHolder(server(), link))).toMatchObject(OPEN);
    server().setTime(NOON + HOUR_MS);
    for (const token of [link.token, 'x', 'A'.repeat(32), link.token.slice(1)]) {
      expect(await look(asHolder(server(), { token }))).toEqual(NONE);
      // Of a public website, too: the page of a link does not turn into another page.
      expect(await look(asHolder(server(), { token }), 1)).toEqual(NONE);
      expect(await statusOf(token)).toBe(404);
    }
    server().setTime(NOON);
  });

  test('sees nothing as soon as it is deleted', async () => {
    const link = await newLink(server());
    const holder = asHolder(server(), link);
    expect(await look(holder)).toMatchObject(OPEN);
    await graphqlData(server(), `mutation { deleteSharedLink(input: { id: "${link.id}" }) { __typename } }`);
    expect(await look(holder)).toEqual(NONE);
    expect(await statusOf(link.token)).toBe(404);
  });

  test('gets the same page for a link that does not work as for a website that does not exist', async () => {
    const pages = await Promise.all(
      [`${trackingId(2)}/${'A'.repeat(32)}`, 'nothing'].map(async (path) => {
        const page = await server().call(`/s/${path}?embed=1`, { key: null });
        // The page contains its first request, which has the id of the address.
        const html = (await page.text()).replaceAll(path.split('/')[0] ?? '', 'ID');
        return [page.status, html, page.headers.get('content-security-policy')];
      }),
    );
    expect(pages[0]).toEqual(pages[1]);
  });

  test('may embed the page in other websites', async () => {
    const link = await newLink(server(), { password: PASSWORD });
    const policyOf = async (query: string) => {
      const page = await server().call(`/s/${trackingId()}/${link.token}${query}`, { key: null });
      return page.headers.get('content-security-policy')?.match(/frame-ancestors (.+)$/)?.[1];
    };
    expect([await policyOf('?embed=1'), await policyOf('')]).toEqual(['*', "'none'"]);
  });
});

test('a request with a link costs as many statements as one without', async () => {
  const statements: string[] = [];
  await using lone = await startTestServer({ onQuery: (sql) => statements.push(sql), alone: true });
  const { tracking_id: id } = await newWebsite(lone, { privacy: '0' });
  const link = await newLink(lone);
  const period = 'period(name: LAST_7_DAYS) { visits }';
  const query = `{ website(trackingId: "${id}") { ${period} } sharedView { segment } }`;
  const cost = async (from: TestServer) => {
    await graphqlData(from, query);
    await lone.deps.db.write(async () => undefined);
    await graphqlData(from, query);
    statements.length = 0;
    await graphqlData(from, query);
    return statements.length;
  };
  const stranger: TestServer = { ...lone, call: (where, init) => lone.call(where, { ...init, key: null }) };
  expect(await cost(asHolder(lone, link))).toBe(await cost(stranger));
});
