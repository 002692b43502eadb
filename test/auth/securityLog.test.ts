import { describe, expect, test } from '@jest/globals';
import { replacePassword } from '../../src/auth/accounts.ts';
import { MAX_AGE_MS, MAX_ROWS } from '../../src/auth/securityLog.ts';
import { graphql } from '../gql/gql.ts';
import { ask } from '../support/ask.ts';
import { LogIn, newPerson, OWNER } from '../support/person.ts';
import { changeWebsite, newWebsite, rest, WEBSITES } from '../support/rest.ts';
import { CHROME, NOON, startTestServer, type TestServer } from '../support/server.ts';

const Log = graphql(`
  query SecurityLog($first: Int) {
    viewer {
      securityLog(first: $first) {
        totalCount
        nodes { kind actor count at firstAt device apiKeyName country subject detail }
      }
    }
  }
`);
const Change = graphql(`
  mutation ChangeIt($current: String!, $password: String!) {
    changePassword(input: { current: $current, password: $password }) { __typename }
  }
`);
const Keys = graphql(`
  mutation Key {
    createApiKey(input: { name: "Dashboard" }) { ... on CreateApiKeySuccess { created { apiKey { id } } } }
  }
`);
const Revoke = graphql(`mutation Revoke($id: ID!) { revokeApiKey(input: { id: $id }) { __typename } }`);
const Unlock = graphql(`
  mutation TryPage($trackingId: String!) {
    unlockStatistics(input: { trackingId: $trackingId, password: "guess" }) { __typename }
  }
`);

/** The events with which every test account begins. */
const ACCOUNT = ['API_KEY_CREATED', 'ACCOUNT_CREATED'];
const HOUR_MS = 3_600_000;
const countryOf = (address: string) => ({ '192.0.2.1': 'JP', '192.0.2.2': 'FR' })[address] ?? '';
const FROM_JAPAN = { 'x-forwarded-for': '192.0.2.1', 'user-agent': CHROME };

type Person = ReturnType<typeof newPerson>;
const logOf = async (person: Person) => (await person.ask(Log, { first: 100 })).data.viewer?.securityLog;
const kinds = async (person: Person) => (await logOf(person))?.nodes.map(({ kind }) => kind);

async function logIn(server: TestServer, headers = FROM_JAPAN): Promise<Person> {
  const person = newPerson(server);
  await person.ask(LogIn, OWNER, headers);
  return person;
}
const guess = (server: TestServer, headers: Record<string, string>, email = OWNER.email) =>
  newPerson(server).ask(LogIn, { email, password: 'guess' }, headers);
/** Waits for pending events: they are written after the response, and the write queue is in order. */
const written = (server: TestServer) => server.deps.db.write(async () => undefined);
const audits = (server: TestServer) =>
  server.logLines.map((line) => JSON.parse(line)).filter(({ audit }) => audit !== undefined);

describe('the security log', () => {
  test('records logins, failures and changes with actor, time, device and country', async () => {
    await using server = await startTestServer({ countryOf });
    await guess(server, FROM_JAPAN);
    await written(server);
    server.setTime(NOON + 1_000);
    const person = await logIn(server);
    await person.ask(Change, { current: 'wrong horse', password: 'battery staple' }, FROM_JAPAN);
    await person.ask(Change, { current: OWNER.password, password: 'battery staple' }, FROM_JAPAN);
    const { data } = await person.ask(Keys, {}, FROM_JAPAN);
    const created = data.createApiKey as { created: { apiKey: { id: string } } };
    await person.ask(Revoke, { id: created.created.apiKey.id }, FROM_JAPAN);
    const log = await logOf(person);
    const at = new Date(NOON + 1_000).toISOString();
    const before = new Date(NOON).toISOString();
    const here = { device: 'Chrome on Windows', country: 'JP', apiKeyName: null, count: 1, detail: null };
    const mine = { ...here, actor: 'BROWSER', at, firstAt: at, subject: null };
    expect(log).toEqual({
      totalCount: 8,
      nodes: [
        { ...mine, kind: 'API_KEY_REVOKED', subject: 'Dashboard' },
        { ...mine, kind: 'API_KEY_CREATED', subject: 'Dashboard' },
        { ...mine, kind: 'PASSWORD_CHANGED' },
        { ...mine, kind: 'CONFIRMATION_FAILED' },
        { ...mine, kind: 'LOGGED_IN' },
        { ...mine, kind: 'LOGIN_FAILED', actor: 'STRANGER', at: before, firstAt: before },
        expect.objectContaining({ kind: 'API_KEY_CREATED', actor: 'COMMAND_LINE', subject: 'test' }),
        expect.objectContaining({
          kind: 'ACCOUNT_CREATED',
          actor: 'COMMAND_LINE',
          country: null,
          device: null,
        }),
      ],
    });
    // The first event is the creation of the test server's key.
    expect(
      audits(server)
        .slice(1)
        .map(({ audit, actor, country }) => [audit, actor, country]),
    ).toEqual([
      ['login_failed', 'stranger', 'JP'],
      ['logged_in', 'browser', 'JP'],
      ['confirmation_failed', 'browser', 'JP'],
      ['password_changed', 'browser', 'JP'],
      ['api_key_created', 'browser', 'JP'],
      ['api_key_revoked', 'browser', 'JP'],
    ]);
  });

  test('records changes of websites by keys, with the name of the key and the domain', async () => {
    await using server = await startTestServer({ countryOf });
    const { id } = await newWebsite(server, { url: 'shop.example' });
    await changeWebsite(server, id, { privacy: 2, password: 'open sesame' });
    await changeWebsite(server, id, { privacy: 2, email: 1 });
    await changeWebsite(server, id, { privacy: 0 });
    await rest(server, `${WEBSITES}/${id}`, { method: 'DELETE' });
    const person = await logIn(server);
    const key = { actor: 'API_KEY', apiKeyName: 'test', subject: 'shop.example', device: null };
    expect((await logOf(person))?.nodes.slice(1, 6)).toMatchObject([
      { ...key, kind: 'WEBSITE_DELETED', detail: null },
      { ...key, kind: 'PRIVACY_CHANGED', detail: 'password → public' },
      { ...key, kind: 'PAGE_PASSWORD_CHANGED', detail: null },
      { ...key, kind: 'PRIVACY_CHANGED', detail: 'private → password' },
      { ...key, kind: 'WEBSITE_CREATED', detail: null },
    ]);
  });

  test('does not record failed changes', async () => {
    await using server = await startTestServer();
    await newWebsite(server, { url: 'shop.example' });
    const again = await rest(server, WEBSITES, {
      method: 'POST',
      body: new URLSearchParams({ url: 'shop.example' }),
    });
    expect(again.status).toBe(422);
    const person = await logIn(server);
    expect(await kinds(person)).toEqual(['LOGGED_IN', 'WEBSITE_CREATED', ...ACCOUNT]);
  });

  test('combines repeated events of strangers within an hour, so that nobody can flood it', async () => {
    await using server = await startTestServer({ countryOf });
    for (let count = 0; count < 14; count += 1) await guess(server, FROM_JAPAN);
    await guess(server, { 'x-forwarded-for': '192.0.2.2', 'user-agent': CHROME });
    await written(server);
    server.setTime(NOON + HOUR_MS);
    await guess(server, { 'x-forwarded-for': '192.0.2.2' });
    await written(server);
    const person = await logIn(server);
    expect((await logOf(person))?.nodes.slice(1, 4)).toMatchObject([
      { kind: 'LOGIN_FAILED', count: 1, country: 'FR' },
      { kind: 'LOCKED_OUT', count: 1, country: 'JP', actor: 'STRANGER' },
      { kind: 'LOGIN_FAILED', count: 11, country: null, device: 'Chrome on Windows' },
    ]);
    expect(audits(server).filter(({ audit }) => audit === 'locked_out')).toHaveLength(1);
  });

  test('ignores unknown email addresses and records lock-outs of statistics pages', async () => {
    await using server = await startTestServer();
    const { tracking_id: trackingId } = await newWebsite(server, { privacy: '2', password: 'open sesame' });
    for (let count = 0; count < 12; count += 1) {
      await guess(server, FROM_JAPAN, 'nobody@example.com');
      await newPerson(server).ask(Unlock, { trackingId });
    }
    await written(server);
    const person = newPerson(server);
    await person.ask(LogIn, OWNER);
    expect(await kinds(person)).toEqual(['LOGGED_IN', 'PAGE_LOCKED_OUT', 'WEBSITE_CREATED', ...ACCOUNT]);
  });

  test('is visible only to people who are signed in to the account', async () => {
    await using server = await startTestServer();
    await server.newAccount('other@example.com');
    const other = newPerson(server);
    await other.ask(LogIn, { ...OWNER, email: 'other@example.com' });
    await logIn(server);
    expect(await kinds(other)).toEqual(['LOGGED_IN', ...ACCOUNT]);
    expect((await ask(server, Log, {})).data.viewer).toEqual({ securityLog: null });
  });

  test('records what the operator does on the command line', async () => {
    await using server = await startTestServer();
    await replacePassword({ ...OWNER, password: 'battery staple' }, server.deps);
    const person = newPerson(server);
    await person.ask(LogIn, { ...OWNER, password: 'battery staple' });
    expect((await logOf(person))?.nodes[1]).toMatchObject({
      kind: 'PASSWORD_CHANGED',
      actor: 'COMMAND_LINE',
    });
  });

  test('keeps events for a year, with separate limits for those of strangers and others', async () => {
    await using server = await startTestServer();
    const { db } = server.deps;
    const at = new Date(NOON - MAX_AGE_MS + HOUR_MS);
    const row = {
      accountId: server.accountId,
      at,
      firstAt: at,
      count: 1,
      actor: 'stranger',
      device: '',
      country: '',
    };
    await db.write(async (tx) => {
      await tx.securityEvent.createMany({ data: Array(250).fill({ ...row, kind: 'login_failed' }) });
      await tx.securityEvent.createMany({
        data: Array(850).fill({ ...row, teamId: server.teamId, kind: 'website_created' }),
      });
    });
    await guess(server, FROM_JAPAN);
    await written(server);
    const person = await logIn(server);
    // An event of the team, which evicts its oldest ones; that of the person evicts none of them.
    await newWebsite(server);
    const count = (kind: object) => db.read.securityEvent.count({ where: { kind } });
    expect(await count({ equals: 'login_failed' })).toBe(MAX_ROWS.strangers);
    expect(await count({ equals: 'website_created' })).toBe(MAX_ROWS.others);
    expect((await kinds(person))?.slice(0, 2)).toEqual(['WEBSITE_CREATED', 'LOGGED_IN']);
    server.setTime(NOON + 2 * HOUR_MS);
    await server.runJobs();
    // Events older than a year have been deleted.
    expect((await kinds(person))?.sort()).toEqual([
      'ACCOUNT_CREATED',
      'LOGGED_IN',
      'LOGIN_FAILED',
      'WEBSITE_CREATED',
    ]);
  });

  test('stores neither addresses nor User-Agents, in the database or the log', async () => {
    await using server = await startTestServer({ countryOf });
    await guess(server, FROM_JAPAN);
    await logIn(server);
    await written(server);
    const rows = JSON.stringify(await server.deps.db.read.securityEvent.findMany());
    expect(rows + server.logLines.join('\n')).not.toMatch(/192\.0\.2|Mozilla|AppleWebKit|owner@example/);
  });
});
