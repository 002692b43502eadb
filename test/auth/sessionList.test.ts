import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { graphql } from '../gql/gql.ts';
import { ask } from '../support/ask.ts';
import { LogIn, newPerson, OWNER } from '../support/person.ts';
import { CHROME, IPHONE, NOON, startTestServer, type TestServer } from '../support/server.ts';

const Sessions = graphql(`
  query Sessions($first: Int, $after: String) {
    viewer {
      sessions(first: $first, after: $after) {
        totalCount
        nodes { id current device country countryName createdAt lastSeenAt expiresAt }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);
const End = graphql(`
  mutation EndSession($input: EndSessionInput!) {
    endSession(input: $input) {
      __typename
      ... on EndSessionSuccess { ended }
      ... on UserErrors { errors { path message } }
    }
  }
`);
const CreateKey = graphql(`
  mutation CreateKey {
    createApiKey(input: { name: "new" }) { __typename ... on ConfirmationRequired { message } }
  }
`);
const Confirm = graphql(`
  mutation Confirm($password: String!) {
    confirmPassword(input: { password: $password }) {
      __typename
      ... on UserErrors { errors { path message } }
    }
  }
`);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const countryOf = (address: string) => ({ '192.0.2.1': 'JP', '192.0.2.2': 'FR' })[address] ?? '';
type Person = ReturnType<typeof newPerson>;

async function logIn(server: TestServer, headers: Record<string, string> = {}): Promise<Person> {
  const person = newPerson(server);
  await person.ask(LogIn, OWNER, headers);
  return person;
}
const sessions = async (person: Person, page = {}) =>
  (await person.ask(Sessions, page)).data.viewer?.sessions ?? null;

describe('the list of sessions', () => {
  test('shows device, country and last use of each session, without address or User-Agent', async () => {
    await using server = await startTestServer({ countryOf });
    const telephone = await logIn(server, { 'user-agent': IPHONE, 'x-forwarded-for': '192.0.2.1' });
    server.setTime(NOON + 3 * HOUR_MS);
    const desktop = await logIn(server, { 'user-agent': CHROME, 'x-forwarded-for': '192.0.2.2' });
    const at = (hours: number) => new Date(NOON + hours * HOUR_MS).toISOString();
    expect(await sessions(desktop)).toEqual({
      totalCount: 2,
      nodes: [
        {
          id: expect.any(String),
          current: true,
          device: 'Chrome on Windows',
          country: 'FR',
          countryName: 'France',
          createdAt: at(3),
          lastSeenAt: at(3),
          expiresAt: at(3 + 14 * 24),
        },
        {
          id: expect.any(String),
          current: false,
          device: 'Safari on iOS',
          country: 'JP',
          countryName: 'Japan',
          createdAt: at(0),
          lastSeenAt: at(0),
          expiresAt: at(14 * 24),
        },
      ],
      pageInfo: { hasNextPage: false, endCursor: expect.any(String) },
    });
    server.setTime(NOON + 5 * HOUR_MS);
    await sessions(telephone);
    // The last use is written after the response, and the write queue is in order.
    await server.deps.db.write(async () => undefined);
    expect((await sessions(telephone))?.nodes[0]).toMatchObject({ current: true, lastSeenAt: at(5) });
    const rows = JSON.stringify(await server.deps.db.read.session.findMany());
    expect(rows).not.toMatch(/192\.0\.2|Mozilla|AppleWebKit/);
  });

  test('is paginated and hidden from API keys', async () => {
    await using server = await startTestServer();
    for (let count = 0; count < 12; count += 1) await logIn(server);
    const person = await logIn(server);
    const first = await sessions(person, { first: 10 });
    expect([first?.nodes.length, first?.totalCount, first?.pageInfo.hasNextPage]).toEqual([10, 13, true]);
    const second = await sessions(person, { first: 10, after: first?.pageInfo.endCursor });
    expect(second?.nodes).toHaveLength(3);
    const ids = [...(first?.nodes ?? []), ...(second?.nodes ?? [])].map(({ id }) => id);
    expect(new Set(ids).size).toBe(13);
    expect((await ask(server, Sessions, {})).data.viewer).toEqual({ sessions: null });
  });

  test('ends one session or all other sessions, of this account only', async () => {
    await using server = await startTestServer();
    await server.newAccount('other@example.com');
    const stranger = newPerson(server);
    await stranger.ask(LogIn, { ...OWNER, email: 'other@example.com' });
    const [one, two, three] = [await logIn(server), await logIn(server), await logIn(server)];
    const idOf = async (person: Person) =>
      (await sessions(person))?.nodes.find((node) => node.current)?.id ?? '';
    const end = async (input: { id?: string; others?: boolean }) =>
      (await one.ask(End, { input })).data.endSession;
    expect(await end({ id: await idOf(two) })).toEqual({ __typename: 'EndSessionSuccess', ended: 1 });
    expect(await sessions(two)).toBeNull();
    expect((await sessions(three))?.totalCount).toBe(2);
    const missing = { errors: [{ path: ['input', 'id'], message: 'Resource not found.' }] };
    expect(await end({ id: await idOf(stranger) })).toMatchObject(missing);
    expect(await end({ id: 'nonsense' })).toMatchObject(missing);
    expect(await end({ id: await idOf(one) })).toMatchObject({ errors: [{ message: /Log out to end it/ }] });
    expect(await end({})).toMatchObject({ errors: [{ path: ['input', 'id'] }] });
    expect(await end({ others: true })).toEqual({ __typename: 'EndSessionSuccess', ended: 1 });
    expect(await sessions(three)).toBeNull();
    expect((await sessions(one))?.totalCount).toBe(1);
    expect((await sessions(stranger))?.totalCount).toBe(1);
  });
});

test('a session ends 30 days after login, even if it is used daily', async () => {
  await using server = await startTestServer();
  const person = await logIn(server);
  for (let day = 1; day < 30; day += 1) {
    server.setTime(NOON + day * DAY_MS);
    expect((await sessions(person))?.totalCount).toBe(1);
    await server.deps.db.write(async () => undefined);
  }
  server.setTime(NOON + 30 * DAY_MS - 1);
  expect(await sessions(person)).not.toBeNull();
  server.setTime(NOON + 30 * DAY_MS);
  expect(await sessions(person)).toBeNull();
});

test('a session that was extended under older rules also ends 30 days after login', async () => {
  await using server = await startTestServer();
  const person = await logIn(server);
  const data = { expiresAt: new Date(NOON + 50 * DAY_MS) };
  await server.deps.db.write((tx) => tx.session.updateMany({ data }));
  server.setTime(NOON + 31 * DAY_MS);
  expect(await sessions(person)).toBeNull();
});

describe('creating a key', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server[Symbol.asyncDispose]());
  const create = async (person: Person) => (await person.ask(CreateKey, {})).data.createApiKey;
  const REQUIRED = { __typename: 'ConfirmationRequired', message: 'Confirm your password to continue.' };

  test('requires the password again ten minutes after login', async () => {
    const person = await logIn(server);
    const keys = () => server.deps.db.read.apiKey.count();
    const before = await keys();
    server.setTime(NOON + 10 * 60_000 - 1);
    expect(await create(person)).toEqual({ __typename: 'CreateApiKeySuccess' });
    server.setTime(NOON + 10 * 60_000);
    expect(await create(person)).toEqual(REQUIRED);
    expect(await keys()).toBe(before + 1);
    expect((await person.ask(Confirm, { password: 'wrong horse' })).data.confirmPassword).toEqual({
      __typename: 'UserErrors',
      errors: [{ path: ['input', 'password'], message: 'The password is wrong.' }],
    });
    expect(await create(person)).toEqual(REQUIRED);
    const { data } = await person.ask(Confirm, { password: OWNER.password });
    expect(data.confirmPassword.__typename).toBe('ConfirmPasswordSuccess');
    expect(await create(person)).toEqual({ __typename: 'CreateApiKeySuccess' });
    server.setTime(NOON);
  });

  test('requires no password from an API key with the scope for it', async () => {
    expect((await ask(server, CreateKey)).data.createApiKey).toEqual({ __typename: 'CreateApiKeySuccess' });
    const { errors } = await ask(server, Confirm, { password: OWNER.password });
    expect(errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
  });

  test('limits guesses of the password in a session that was left open', async () => {
    const person = await logIn(server);
    for (let count = 0; count < 10; count += 1) await person.ask(Confirm, { password: 'guess' });
    const { errors } = await person.ask(Confirm, { password: OWNER.password });
    expect(errors?.[0]?.extensions.code).toBe('TOO_MANY_REQUESTS');
  });
});
