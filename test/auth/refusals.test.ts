import { describe, expect, test } from '@jest/globals';
import { createApiKey, operator } from '../../src/auth/keys.ts';
import { createContext } from '../../src/request/context.ts';
import { newLink, unlock } from '../support/links.ts';
import { LogIn, mutate, newPerson, OWNER } from '../support/person.ts';
import { newWebsite, rest, WEBSITES } from '../support/rest.ts';
import { NOON, startTestServer, type TestServer } from '../support/server.ts';

const MINUTE_MS = 60_000;
const PASSWORD = 'tall green kettle';

/** Waits for pending events: they are written after the response, and the write queue is in order. */
async function eventsOf(server: TestServer) {
  await new Promise((resolve) => setImmediate(resolve));
  await server.deps.db.write(async () => undefined);
  const rows = await server.deps.db.read.securityEvent.findMany({ orderBy: { id: 'asc' } });
  return rows
    .filter(({ kind }) => kind.endsWith('_refused'))
    .map(({ kind, actor, subject, detail, apiKey, count }) => ({
      kind,
      actor,
      subject,
      detail,
      apiKey,
      count,
    }));
}
const audits = (server: TestServer) =>
  server.logLines.map((line) => JSON.parse(line).audit as string | undefined).filter(Boolean);

async function newKey(server: TestServer, fields: object): Promise<string> {
  const context = createContext(server.deps, operator(server.teamId));
  return (await createApiKey({ name: 'Dashboard', ...fields }, context)).key;
}

describe('the security log has requests that were refused', () => {
  test('because the API key has expired or was revoked; once a minute, with a count', async () => {
    await using server = await startTestServer();
    const key = await newKey(server, { expires_at: new Date(NOON + 1) });
    server.setTime(NOON + 2);
    for (let times = 0; times < 3; times++) expect((await rest(server, WEBSITES, { key })).status).toBe(401);
    const refused = { kind: 'api_key_refused', actor: 'stranger', subject: 'Dashboard' };
    const none = { detail: null, apiKey: null };
    expect(await eventsOf(server)).toEqual([{ ...refused, ...none, count: 1 }]);
    server.setTime(NOON + MINUTE_MS + 2);
    expect((await server.call('/graphql?query={__typename}', { key })).status).toBe(401);
    expect(await eventsOf(server)).toEqual([{ ...refused, ...none, count: 2 }]);
  });

  test('because the API key lacks a scope, over REST and GraphQL', async () => {
    await using server = await startTestServer();
    await newWebsite(server);
    const key = await newKey(server, { scopes: ['stats:read'] });
    expect((await rest(server, WEBSITES, { key })).status).toBe(403);
    const detail = 'The API key lacks the scope websites:read.';
    const refused = { kind: 'access_refused', actor: 'api_key', subject: null, apiKey: 'Dashboard' };
    expect(await eventsOf(server)).toEqual([{ ...refused, detail, count: 1 }]);
    const query = 'mutation { deleteWebsite(input: { id: "1" }) { __typename } }';
    const response = await server.call('/graphql', {
      method: 'POST',
      key,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    expect((await response.json()).errors[0].extensions.code).toBe('FORBIDDEN');
    const [event] = await eventsOf(server);
    expect(event).toMatchObject({ ...refused, count: 2 });
  });
});

test('the log of the server has unknown keys and accounts; no key, address or email', async () => {
  await using server = await startTestServer();
  await rest(server, WEBSITES, { key: 'ff_unknown' });
  await rest(server, WEBSITES, { key: 'ff_unknown' });
  await newPerson(server).ask(LogIn, { email: 'nobody@example.com', password: 'guess' });
  expect(audits(server).filter((audit) => audit === 'unauthenticated')).toHaveLength(1);
  expect(audits(server)).toContain('login_failed');
  expect(server.logLines.join()).not.toMatch(/ff_unknown|nobody@example|127\.0\.0\.1/);
  expect(await eventsOf(server)).toEqual([]);
});

test('the log of the server counts refused requests by reason, in at most one line a minute', async () => {
  await using server = await startTestServer({ env: { TRACK_LIMIT: '1' } });
  const counts = () =>
    server.logLines
      .map((line) => JSON.parse(line) as { audit?: string; reason?: string; count?: number })
      .filter(({ audit }) => audit === 'requests_refused')
      .map(({ reason, count }) => [reason, count]);
  const wrong = () => rest(server, `${WEBSITES}?per_page=1`);
  for (let times = 0; times < 3; times++) expect((await wrong()).status).toBe(422);
  const hit = { method: 'POST', body: '{}' };
  for (const status of [400, 429]) expect((await server.call('/api/event', hit)).status).toBe(status);
  expect(counts()).toEqual([
    ['invalid', 1],
    ['malformed', 1],
    ['rate_limit', 1],
  ]);
  server.setTime(NOON + MINUTE_MS);
  await wrong();
  expect(counts()).toContainEqual(['invalid', 3]);
});

test('the log of the server has passwords of pages, links and sessions, right or wrong', async () => {
  await using server = await startTestServer();
  const person = newPerson(server);
  await person.ask(LogIn, OWNER);
  await mutate(person, `confirmPassword(input: { password: "${OWNER.password}" })`);
  await newWebsite(server, { url: 'shop.test', privacy: '2', password: PASSWORD });
  const { trackingId } = await server.deps.db.read.website.findFirstOrThrow();
  const link = await newLink(server, { password: PASSWORD });
  for (const password of ['guess', PASSWORD]) {
    const input = `{ trackingId: "${trackingId}", password: "${password}" }`;
    await mutate(newPerson(server), `unlockStatistics(input: ${input})`);
    await unlock(server, link, password);
  }
  const lines = server.logLines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const of = (audits: string[]) =>
    lines
      .filter(({ audit }) => audits.includes(String(audit)))
      .map(({ audit, team, account, actor, subject, detail }) => [
        ...[audit, team, account, actor, subject, detail],
      ]);
  const { accountId, teamId } = server;
  expect(of(['password_confirmed'])).toEqual([
    ['password_confirmed', undefined, accountId, 'browser', undefined, undefined],
  ]);
  expect(of(['page_password_wrong', 'page_opened'])).toEqual(
    ['page_password_wrong', 'page_opened'].flatMap((audit) => [
      [audit, teamId, null, 'stranger', 'shop.test', undefined],
      [audit, teamId, null, 'stranger', 'shop.test', 'Agency'],
    ]),
  );
  expect(server.logLines.join()).not.toContain(PASSWORD);
});
