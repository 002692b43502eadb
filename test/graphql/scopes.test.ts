import { expect, test } from '@jest/globals';
import { createApiKey, operator } from '../../src/auth/keys.ts';
import { createContext } from '../../src/request/context.ts';
import { graphql } from '../gql/gql.ts';
import { ask } from '../support/ask.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const Scoped = graphql(`
  query Scoped($id: ID!) {
    website(id: $id) {
      domain
      email
      excludeIps
      stats(name: PAGE, from: "2026-11-01", to: "2026-11-30") {
        totalCount
      }
      dropped(from: "2026-11-01", to: "2026-11-30") {
        reason
      }
    }
  }
`);

async function keyFor(server: TestServer, scope: 'stats:read' | 'websites:read' | 'websites:write') {
  const context = createContext(server.deps, operator(server.teamId));
  return (await createApiKey({ name: scope, scopes: [scope] }, context)).key;
}

async function register(server: TestServer, privacy: string) {
  const body = new URLSearchParams({ url: `privacy-${privacy}.example`, privacy });
  const response = await server.call('/api/v1/websites', { method: 'POST', body });
  return String(((await response.json()) as { data: { id: number } }).data.id);
}

test.each(['0', '1'])(
  'a key with stats:read reads the statistics but not the settings of a website with privacy %s',
  async (privacy) => {
    await using server = await startTestServer();
    const id = await register(server, privacy);
    const { data, errors } = await ask(server, Scoped, { id }, { key: await keyFor(server, 'stats:read') });
    expect(errors).toBeUndefined();
    expect(data.website).toEqual({
      domain: `privacy-${privacy}.example`,
      email: null,
      excludeIps: null,
      stats: { totalCount: 0 },
      dropped: [],
    });
  },
);

test('a key with websites:read reads settings, but not the statistics of a private website', async () => {
  await using server = await startTestServer();
  const id = await register(server, '1');
  const { errors } = await ask(server, Scoped, { id }, { key: await keyFor(server, 'websites:read') });
  expect(errors).toEqual([
    expect.objectContaining({
      message: 'The API key lacks the scope stats:read.',
      path: ['website', 'stats'],
      extensions: { code: 'FORBIDDEN' },
    }),
  ]);
});

test('a key with websites:write does not see a private website', async () => {
  await using server = await startTestServer();
  const id = await register(server, '1');
  const { data, errors } = await ask(server, Scoped, { id }, { key: await keyFor(server, 'websites:write') });
  expect(data.website).toBeNull();
  expect(errors?.[0]?.extensions).toEqual({ code: 'FORBIDDEN' });
});
