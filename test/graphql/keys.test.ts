import { expect, test } from '@jest/globals';
import { createApiKey, listApiKeys, MAX_KEYS, operator, revokeApiKey } from '../../src/auth/keys.ts';
import { createContext } from '../../src/request/context.ts';
import { startTestServer } from '../support/server.ts';

test('an account has at most 100 valid API keys; new keys replace the oldest invalid ones', async () => {
  await using server = await startTestServer();
  // A new context for each call, as in separate requests.
  const request = () => createContext(server.deps, operator(server.teamId));
  const create = (name: string, more = {}) => createApiKey({ name, ...more }, request());
  const names = async () => (await listApiKeys(request())).map(({ name }) => name);
  // The server's own key is the first.
  const revoked: number[] = [];
  for (let index = 1; index < MAX_KEYS; index += 1) {
    const expires = index === 7 ? { expires_at: new Date(server.deps.now() + 1_000) } : {};
    const { apiKey } = await create(`key ${index}`, expires);
    if (index === 3 || index === 5) revoked.push(apiKey.id);
  }
  await expect(create('one too many')).rejects.toMatchObject({
    kind: 'invalid',
    details: {
      fields: {
        name: ['You already have the maximum of 100 valid API keys. Revoke one of them.'],
      },
    },
  });
  for (const id of revoked) await revokeApiKey(id, request());
  expect(await names()).toContain('key 3');

  await create('in place of 3');
  server.setTime(server.deps.now() + 2_000);
  await create('in place of 5');
  await create('in place of 7');
  expect(await names()).toHaveLength(MAX_KEYS);
  for (const gone of ['key 3', 'key 5', 'key 7']) expect(await names()).not.toContain(gone);
  await expect(create('one too many')).rejects.toMatchObject({ kind: 'invalid' });
  // The keys of other accounts do not count.
  await server.newAccount('other@example.com');
});
