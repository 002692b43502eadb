import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createContext } from '../../src/context.ts';
import { createApiKey, operator } from '../../src/resolvers/keys.ts';
import { examples } from '../../src/web/app/keys/examples.ts';
import type { Scope } from '../../src/web/gql/graphql.ts';
import { openShell, type Shell } from '../support/documents/shell.ts';
import { newWebsite } from '../support/rest.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const NAMES: Record<Scope, string> = {
  WEBSITES_READ: 'websites:read',
  WEBSITES_WRITE: 'websites:write',
  STATS_READ: 'stats:read',
};
const SCOPES = Object.keys(NAMES) as Scope[];
const subsets = Array.from({ length: 7 }, (_, bits) =>
  SCOPES.filter((_scope, place) => (bits + 1) & (1 << place)),
);

let server: TestServer;
let shell: Shell;
beforeAll(async () => {
  server = await startTestServer();
  shell = await openShell({ SERVER: server.url });
  Object.assign(globalThis, { location: { origin: 'https://stats.example.com' } });
});
afterAll(async () => {
  await shell?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
});

describe.each([
  ['that has websites', true],
  ['without a website', false],
])('in an account %s', (_, hasWebsite) => {
  let accountId: number;
  let website: number | undefined;
  beforeAll(async () => {
    const account = await server.newAccount(`key-${hasWebsite}@example.com`);
    accountId = account.accountId;
    if (hasWebsite) website = (await newWebsite({ ...server, call: as(account.key) })).id;
  });
  const as =
    (key: string): TestServer['call'] =>
    (where, init) =>
      server.call(where, { key, ...init });

  test.each(subsets.map((scopes) => ({ scopes })))(
    'the examples of a key with $scopes are what it may do',
    async ({ scopes }) => {
      const context = createContext(server.deps, operator(accountId));
      const names = scopes.map((scope) => NAMES[scope]);
      const { key } = await createApiKey({ name: 'example', scopes: names }, context);
      const shown = examples(key, scopes, website);
      if (!hasWebsite && scopes.join() === 'STATS_READ') return expect(shown).toBeNull();
      const { rest, graphql } = shown ?? { rest: 'false', graphql: 'false' };
      expect(await shell.run(rest)).toMatchObject({ code: 0, stderr: '' });
      const asked = await shell.run(graphql);
      expect(asked).toMatchObject({ code: 0, stderr: '' });
      expect(JSON.parse(asked.stdout)).not.toHaveProperty('errors');
      expect(asked.stdout).not.toContain('null');
      expect(asked.stdout).not.toContain('UserErrors');
    },
  );
});
