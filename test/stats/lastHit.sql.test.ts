import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { NOON, startTestServer, type TestServer } from '../support/server.ts';
import { sendHit } from '../support/track.ts';

let server: TestServer;
const sites: Record<string, { id: number; tracking_id: string }> = {};
beforeAll(async () => {
  server = await startTestServer();
  for (const name of ['busy', 'quiet', 'empty']) {
    const body = new URLSearchParams({ url: `${name}.test`, privacy: '0' });
    const response = await server.call('/api/v1/websites', { method: 'POST', body });
    sites[name] = ((await response.json()) as { data: (typeof sites)[string] }).data;
  }
});
afterAll(() => server[Symbol.asyncDispose]());

async function lastHits(key?: null): Promise<unknown> {
  const query = `{ ${Object.entries(sites)
    .map(([name, { tracking_id: id }]) => `${name}: website(trackingId: "${id}") { lastHitAt }`)
    .join(' ')} }`;
  const response = await server.call('/graphql', {
    method: 'POST',
    ...(key === null && { key }),
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query }),
  });
  const { data } = (await response.json()) as { data: Record<string, { lastHitAt: string | null }> };
  return Object.fromEntries(Object.entries(data).map(([name, site]) => [name, site.lastHitAt]));
}

test('the account of a website reads when its last hit was counted; dropped hits are none', async () => {
  const hit = (name: string, page: string) =>
    sendHit(server, { website: sites[name]?.tracking_id ?? '', page });
  await hit('busy', 'https://busy.test/');
  await hit('quiet', 'https://quiet.test/');
  server.setTime(NOON + 60_000);
  await hit('busy', 'https://busy.test/again');
  server.setTime(NOON + 120_000);
  await hit('busy', 'https://elsewhere.test/');
  expect(await lastHits()).toEqual({
    busy: new Date(NOON + 60_000).toISOString(),
    quiet: new Date(NOON).toISOString(),
    empty: null,
  });
});

test('other viewers of a public website do not', async () => {
  expect(await lastHits(null)).toEqual({ busy: null, quiet: null, empty: null });
});
