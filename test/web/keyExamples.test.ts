import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createApiKey, operator } from '../../src/auth/keys.ts';
import { createContext } from '../../src/request/context.ts';
import { examples } from '../../src/web/app/keys/examples.ts';
import type { Scope } from '../../src/web/gql/graphql.ts';
import { openShell, type Shell } from '../support/documents/shell.ts';
import { newWebsite } from '../support/rest.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const NAMES = {
  WEBSITES_READ: 'websites:read',
  WEBSITES_WRITE: 'websites:write',
  STATS_READ: 'stats:read',
} as const satisfies Partial<Record<Scope, string>>;
const SCOPES = Object.keys(NAMES) as (keyof typeof NAMES)[];
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
  Reflect.deleteProperty(globalThis, 'location');
  await shell?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
});

describe.each([
  ['with websites', true],
  ['without a website', false],
])('in an account %s', (_, hasWebsite) => {
  test.each(subsets.map((scopes) => ({ scopes })))(
    'the examples of a key with $scopes succeed',
    async ({ scopes }) => {
      // One account per key, because a website registered by one example would conflict with the next.
      const account = await server.newAccount(`${scopes.join('-')}-${hasWebsite}@example.com`);
      const call: TestServer['call'] = (where, init) => server.call(where, { key: account.key, ...init });
      const website = hasWebsite ? (await newWebsite({ ...server, call })).id : undefined;
      const context = createContext(server.deps, operator(account.teamId));
      const names = scopes.map((scope) => NAMES[scope]);
      const { key } = await createApiKey({ name: 'example', scopes: names }, context);
      const shown = examples(key, scopes, website);
      if (!hasWebsite && scopes.join() === 'STATS_READ') return expect(shown).toBeNull();
      expect(shown).not.toBeNull();
      expect(await shell.run(shown?.rest ?? 'false')).toMatchObject({ code: 0, stderr: '' });
      const asked = await shell.run(shown?.graphql ?? 'false');
      expect(asked).toMatchObject({ code: 0, stderr: '' });
      const { data, errors } = JSON.parse(asked.stdout);
      expect(errors).toBeUndefined();
      expect(JSON.stringify(data)).not.toMatch(/null|UserErrors/);
    },
  );
});
