import { describe, expect, test } from '@jest/globals';
import { operator, revokeApiKey } from '../../src/auth/keys.ts';
import { createContext } from '../../src/request/context.ts';
import { form, MISSING, newKey, newWebsite, rest, statRows, WEBSITES } from '../support/rest.ts';
import { NOON, startTestServer, type TestServer } from '../support/server.ts';

const RANGE = 'name=page&from=2026-11-21&to=2026-11-21';
const DENIED = { message: 'Unauthenticated.', status: 401 };

/** Every route that requires a key, for website 1, with its scope. */
const ROUTES: [method: string, where: string, scope: string][] = [
  ['GET', WEBSITES, 'websites:read'],
  ['GET', `${WEBSITES}/1`, 'websites:read'],
  ['POST', WEBSITES, 'websites:write'],
  ['PUT', `${WEBSITES}/1`, 'websites:write'],
  ['PATCH', `${WEBSITES}/1`, 'websites:write'],
  ['DELETE', `${WEBSITES}/1`, 'websites:write'],
  ['GET', `/api/v1/stats/1?${RANGE}`, 'stats:read'],
];

const withBody = (method: string) =>
  ['POST', 'PUT', 'PATCH'].includes(method) ? form(method, { url: 'new.example' }) : { method };

async function expectDenied(server: TestServer, init: Parameters<TestServer['call']>[1]) {
  for (const [method, where] of ROUTES) {
    const { status, headers, body } = await rest(server, where, { ...withBody(method), ...init });
    expect([method, where, status, body]).toEqual([method, where, 401, DENIED]);
    expect(headers.get('www-authenticate')).toBe('Bearer');
  }
}

describe('401', () => {
  test('without a key', async () => {
    await using server = await startTestServer();
    await newWebsite(server, { privacy: '0' });
    await expectDenied(server, { key: null });
  });

  test.each(['Bearer', 'Bearer ', 'Bearer ff_wrong', 'Basic ZmY6eA==', 'ff_x', 'Bearer a b'])(
    'for the header Authorization: %s',
    async (authorization) => {
      await using server = await startTestServer();
      await newWebsite(server);
      await expectDenied(server, { headers: { authorization } });
    },
  );

  test('for a key without its prefix, in another case, or as it is stored', async () => {
    await using server = await startTestServer();
    await newWebsite(server);
    const [row] = await server.deps.db.read.apiKey.findMany();
    for (const key of [server.key.slice(3), server.key.toUpperCase(), String(row?.hash)]) {
      await expectDenied(server, { key });
    }
  });

  test('for a key in the query', async () => {
    await using server = await startTestServer();
    const { status } = await rest(server, `${WEBSITES}?api_key=${server.key}`, { key: null });
    expect(status).toBe(401);
  });

  test('for a key from its expiry on, and not before', async () => {
    await using server = await startTestServer();
    await newWebsite(server);
    const { key } = await newKey(server, { expires_at: new Date(NOON + 1_000) });
    server.setTime(NOON + 999);
    expect((await rest(server, WEBSITES, { key })).status).toBe(200);
    server.setTime(NOON + 1_000);
    await expectDenied(server, { key });
  });

  test('for a revoked key', async () => {
    await using server = await startTestServer();
    await newWebsite(server);
    const { id, key } = await newKey(server, {});
    expect((await rest(server, WEBSITES, { key })).status).toBe(200);
    await revokeApiKey(id, createContext(server.deps, operator(server.teamId)));
    await expectDenied(server, { key });
  });
});

describe('403', () => {
  test.each(ROUTES)('%s %s for a key without %s', async (method, where, scope) => {
    await using server = await startTestServer();
    await newWebsite(server);
    const scopes = ['websites:read', 'websites:write', 'stats:read'].filter((each) => each !== scope);
    const without = await newKey(server, { scopes });
    const { status, body } = await rest(server, where, { ...withBody(method), key: without.key });
    const message = `The API key lacks the scope ${scope}.`;
    expect([status, body]).toEqual([403, { message, status: 403 }]);
    const { key } = await newKey(server, { scopes: [scope] });
    expect((await rest(server, where, { ...withBody(method), key })).status).toBeLessThan(300);
  });

  test('for a key restricted to one website that adds another', async () => {
    await using server = await startTestServer();
    await newWebsite(server);
    const { key } = await newKey(server, { website_id: 1 });
    const { status, body } = await rest(server, WEBSITES, form('POST', { url: 'new.example' }, key));
    expect([status, body]).toEqual([403, { message: expect.stringContaining('restricted'), status: 403 }]);
    expect((await rest(server, WEBSITES)).body.meta.total).toBe(1);
  });
});

test('a key restricted to a website reaches only that website', async () => {
  await using server = await startTestServer();
  await newWebsite(server);
  await newWebsite(server, { url: 'other.example', privacy: '0' });
  const { key } = await newKey(server, { website_id: 1 });
  expect((await rest(server, WEBSITES, { key })).body.data).toMatchObject([{ id: 1 }]);
  expect((await rest(server, `${WEBSITES}/1`, { ...form('PUT', { email: '1' }), key })).status).toBe(200);
  for (const [method, where] of ROUTES.filter(([, route]) => route.includes('/1'))) {
    const { status, body } = await rest(server, where.replace('/1', '/2'), { ...withBody(method), key });
    expect([method, status, body]).toEqual([method, 404, MISSING]);
  }
});

test('a website of another account, even a public one, gives 404 like a missing one', async () => {
  await using server = await startTestServer();
  const other = await server.newAccount('other@example.com');
  await newWebsite(server, { privacy: '0' });
  for (const [method, where] of ROUTES.filter(([, route]) => route.includes('/1'))) {
    for (const target of [where, where.replace('/1', '/999')]) {
      const { status, body } = await rest(server, target, { ...withBody(method), key: other.key });
      expect([method, target, status, body]).toEqual([method, target, 404, MISSING]);
    }
  }
  expect((await rest(server, `${WEBSITES}/1`)).body.data).toMatchObject({ domain: 'example.com' });
  expect(await statRows(server, 1, 'page')).toEqual([]);
});
