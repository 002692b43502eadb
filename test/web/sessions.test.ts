import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { replacePassword } from '../../src/auth/accounts.ts';
import { graphql } from '../gql/gql.ts';
import { CreateOwner, LogIn, newPerson, OWNER } from '../support/person.ts';
import { NOON, startTestServer, type TestServer } from '../support/server.ts';

const Viewer = graphql(`query Viewer { viewer { email apiKeys { name } } }`);
const LogOut = graphql(
  `mutation LogOut($everywhere: Boolean) { logOut(input: { everywhere: $everywhere }) }`,
);
const Change = graphql(`
  mutation ChangePassword($current: String!, $password: String!) {
    changePassword(input: { current: $current, password: $password }) {
      __typename
      ... on UserErrors { errors { path message } }
    }
  }
`);
const DAY_MS = 86_400_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

async function loggedIn() {
  const person = newPerson(server);
  const { data } = await person.ask(LogIn, OWNER);
  expect(data.logIn).toEqual({ __typename: 'LogInSuccess', viewer: { email: OWNER.email } });
  return person;
}

const whoIs = async (person: ReturnType<typeof newPerson>, headers?: Record<string, string>) =>
  (await person.ask(Viewer, {}, headers)).data.viewer?.email ?? null;

test('a login sets a cookie for the account that scripts and other websites cannot use', async () => {
  const person = await loggedIn();
  expect((await person.ask(Viewer, {})).data.viewer).toEqual({
    email: OWNER.email,
    apiKeys: [{ name: 'test' }],
  });
  expect([...person.cookies.keys()]).toEqual(['__Host-footfall_session', '__Host-footfall_devices']);
  expect(person.attributes.get('__Host-footfall_session')).toMatch(
    /path=\/; expires=.*; samesite=lax; secure; httponly/,
  );
});

test('without TLS, the cookie has a name that browsers accept without TLS', async () => {
  await using plain = await startTestServer({ env: { BASE_URL: 'http://stats.example.com' } });
  const person = newPerson(plain);
  await person.ask(LogIn, OWNER);
  expect([...person.cookies.keys()]).toEqual(['footfall_session', 'footfall_devices']);
  expect(person.attributes.get('footfall_session')).toMatch(/path=\/; expires=.*; samesite=lax; httponly/);
});

test('a cookie without `__Host-`, which another subdomain could set, is not a session', async () => {
  const person = await loggedIn();
  const token = person.cookies.get('__Host-footfall_session') ?? '';
  person.cookies.delete('__Host-footfall_session');
  person.cookies.set('footfall_session', token);
  expect(await whoIs(person)).toBeNull();
});

test('the token of the cookie is not stored in the database', async () => {
  const person = await loggedIn();
  const token = person.cookies.get('__Host-footfall_session') ?? '';
  const rows = await server.deps.db.read.session.findMany();
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('an unknown address and a wrong password get the same response and no cookie', async () => {
  const answers = [];
  for (const wrong of [
    { ...OWNER, password: 'wrong horse' },
    { ...OWNER, email: 'nobody@example.com' },
  ]) {
    const person = newPerson(server);
    answers.push((await person.ask(LogIn, wrong)).data);
    expect(person.cookies.size).toBe(0);
  }
  expect(answers[0]).toEqual({
    logIn: {
      __typename: 'UserErrors',
      errors: [{ path: ['input', 'password'], message: 'Email address or password is wrong.' }],
    },
  });
  expect(answers[1]).toEqual(answers[0]);
});

test('an email address is accepted in any case and with surrounding spaces', async () => {
  const person = newPerson(server);
  await person.ask(LogIn, { ...OWNER, email: ' Owner@EXAMPLE.com ' });
  expect(await whoIs(person)).toBe(OWNER.email);
});

test('a request from the page of another website is unauthenticated', async () => {
  const person = await loggedIn();
  expect(await whoIs(person, { 'sec-fetch-site': 'cross-site' })).toBeNull();
  expect(await whoIs(person, { 'sec-fetch-site': 'same-site' })).toBeNull();
  expect(await whoIs(person, { 'sec-fetch-site': '', origin: 'https://evil.example' })).toBeNull();
  expect(await whoIs(person, { 'sec-fetch-site': '', origin: 'https://stats.example.com' })).toBe(
    OWNER.email,
  );
});

test('a login from the page of another website is rejected', async () => {
  const person = newPerson(server);
  const { errors } = await person.ask(LogIn, OWNER, { 'sec-fetch-site': 'cross-site' });
  expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  expect(person.cookies.size).toBe(0);
});

test('REST does not accept the cookie', async () => {
  const person = await loggedIn();
  expect((await person.fetch('/api/v1/websites')).status).toBe(401);
});

test('logging out clears the storage, but no cookies of other subdomains', async () => {
  const person = await loggedIn();
  const response = await person.fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ query: LogOut.toString() }),
  });
  expect(response.headers.get('clear-site-data')).toBe('"storage"');
  expect((await person.fetch('/login')).headers.get('clear-site-data')).toBeNull();
});

test('logging out ends one session, and logging out everywhere ends all', async () => {
  const [one, other, third] = [await loggedIn(), await loggedIn(), await loggedIn()];
  const cookie = one.cookies.get('__Host-footfall_session') ?? '';
  await one.ask(LogOut, { everywhere: false });
  expect(one.cookies.has('__Host-footfall_session')).toBe(false);
  one.cookies.set('__Host-footfall_session', cookie);
  expect(await whoIs(one)).toBeNull();
  expect(await whoIs(other)).toBe(OWNER.email);
  await other.ask(LogOut, { everywhere: true });
  expect(await whoIs(third)).toBeNull();
});

test('a session lasts for 14 days after its last use', async () => {
  const person = await loggedIn();
  const unused = await loggedIn();
  server.setTime(NOON + 13 * DAY_MS);
  expect(await whoIs(person)).toBe(OWNER.email);
  // The use is recorded asynchronously; the write queue keeps the order.
  await server.deps.db.write(async () => undefined);
  server.setTime(NOON + 15 * DAY_MS);
  expect(await whoIs(unused)).toBeNull();
  expect(await whoIs(person)).toBe(OWNER.email);
  await server.runJobs();
  expect(await server.deps.db.read.session.count()).toBeGreaterThan(0);
  server.setTime(NOON + 99 * DAY_MS);
  await server.runJobs();
  expect(await server.deps.db.read.session.count()).toBe(0);
  server.setTime(NOON);
});

test('changing the password requires the current one and ends all other sessions', async () => {
  await using own = await startTestServer();
  const [one, other] = [newPerson(own), newPerson(own)];
  for (const person of [one, other]) await person.ask(LogIn, OWNER);
  const wrong = await one.ask(Change, { current: 'wrong', password: 'short' });
  expect(wrong.data.changePassword).toEqual({
    __typename: 'UserErrors',
    errors: [{ path: ['input', 'password'], message: 'Must be at least 12 characters long; got 5.' }],
  });
  const change = { current: 'wrong', password: 'battery staple' };
  expect((await one.ask(Change, change)).data.changePassword).toMatchObject({
    errors: [{ path: ['input', 'current'], message: 'The password is wrong.' }],
  });
  const done = await one.ask(Change, { ...change, current: OWNER.password });
  expect(done.data.changePassword.__typename).toBe('ChangePasswordSuccess');
  expect(await whoIs(one)).toBe(OWNER.email);
  expect(await whoIs(other)).toBeNull();
  expect((await other.ask(LogIn, OWNER)).data.logIn.__typename).toBe('UserErrors');
  expect((await other.ask(LogIn, { ...OWNER, password: 'battery staple' })).data.logIn.__typename).toBe(
    'LogInSuccess',
  );
});

test('replacing a password on the command line ends all sessions', async () => {
  await using own = await startTestServer();
  const person = newPerson(own);
  await person.ask(LogIn, OWNER);
  await replacePassword({ ...OWNER, password: 'battery staple' }, own.deps);
  expect(await whoIs(person)).toBeNull();
  expect((await person.ask(LogIn, { ...OWNER, password: 'battery staple' })).data.logIn.__typename).toBe(
    'LogInSuccess',
  );
});

test('an API key cannot change the password', async () => {
  const response = await server.call('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      query: Change.toString(),
      variables: { current: 'x', password: 'battery staple' },
    }),
  });
  const { errors } = (await response.json()) as { errors: { extensions: { code: string } }[] };
  expect(errors[0]?.extensions.code).toBe('UNAUTHENTICATED');
});

describe('guessing passwords', () => {
  const guess = async (own: TestServer, email: string, address: string) => {
    const answer = await newPerson(own).ask(
      LogIn,
      { email, password: 'guess' },
      { 'x-forwarded-for': address },
    );
    return answer.errors?.[0]?.extensions ?? answer.data.logIn.__typename;
  };
  const REFUSED = { code: 'TOO_MANY_REQUESTS', retryAfter: expect.any(Number) };

  test('is rejected after ten attempts on one account, only from that address', async () => {
    await using own = await startTestServer();
    for (let count = 0; count < 10; count += 1)
      expect(await guess(own, OWNER.email, '203.0.113.1')).toBe('UserErrors');
    expect(await guess(own, OWNER.email, '203.0.113.1')).toEqual(REFUSED);
    expect(await guess(own, 'other@example.com', '203.0.113.1')).toBe('UserErrors');
    const person = newPerson(own);
    await person.ask(LogIn, OWNER, { 'x-forwarded-for': '203.0.113.2' });
    expect(await whoIs(person)).toBe(OWNER.email);
  });

  test('does not count successful logins', async () => {
    await using own = await startTestServer();
    for (let count = 0; count < 12; count += 1) {
      const person = newPerson(own);
      await person.ask(LogIn, OWNER);
      expect(await whoIs(person)).toBe(OWNER.email);
    }
  });
});

test('the setup link creates the owner account once and logs in', async () => {
  await using own = await startTestServer({ unclaimed: true });
  const link = new URL(own.setupUrl ?? '');
  const token = link.searchParams.get('token') ?? '';
  const where = `${link.pathname}${link.search}`;
  const person = newPerson(own);
  expect((await person.fetch(where)).status).toBe(200);
  expect((await person.fetch('/setup?token=guess')).status).toBe(404);
  const wrong = await person.ask(CreateOwner, {
    token: 'guess',
    email: 'a@example.com',
    password: 'a rather long one',
  });
  expect(wrong.errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  const invalid = await person.ask(CreateOwner, { token, email: 'a', password: 'short' });
  expect(invalid.data.createOwner).toMatchObject({
    errors: [{ path: ['input', 'email'] }, { path: ['input', 'password'] }],
  });
  const done = await person.ask(CreateOwner, {
    token,
    email: 'a@example.com',
    password: 'a rather long one',
  });
  expect(done.data.createOwner).toMatchObject({ viewer: { email: 'a@example.com' } });
  expect(await whoIs(person)).toBe('a@example.com');
  expect((await person.fetch(where)).status).toBe(404);
  const again = await person.ask(CreateOwner, {
    token,
    email: 'b@example.com',
    password: 'a rather long one',
  });
  expect(again.errors?.[0]?.extensions.code).toBe('FORBIDDEN');
});
