import { describe, expect, test } from '@jest/globals';
import { hash } from '@node-rs/argon2';
import { LogIn, mutate, newPerson, OWNER, type Person } from '../support/person.ts';
import { CHEAP, startTestServer, type TestServer } from '../support/server.ts';

/** The status of the session with given cookies, by what its person sees of the account. */
async function emailWith(server: TestServer, cookies: Map<string, string>): Promise<string | null> {
  const person = newPerson(server);
  for (const [name, value] of cookies) person.cookies.set(name, value);
  const response = await person.fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query: '{ viewer { email } }' }),
  });
  return (
    ((await response.json()) as { data: { viewer: { email: string } | null } }).data.viewer?.email ?? null
  );
}

const logIn = (person: Person) => person.ask(LogIn, OWNER);

describe('the session of a browser', () => {
  const again: [string, (person: Person) => Promise<unknown>][] = [
    [
      'a confirmation',
      (person) => mutate(person, `confirmPassword(input: { password: "${OWNER.password}" })`),
    ],
    [
      'a change of the password',
      (person) =>
        mutate(
          person,
          `changePassword(input: { current: "${OWNER.password}", password: "violet harbour lantern" })`,
        ),
    ],
    ['another login', logIn],
  ];

  test.each(again)('has another cookie after %s, and the one before is worthless', async (_, prove) => {
    await using server = await startTestServer();
    const person = newPerson(server);
    await logIn(person);
    const before = new Map(person.cookies);
    expect(await emailWith(server, before)).toBe(OWNER.email);
    await prove(person);
    expect(await emailWith(server, before)).toBeNull();
    expect(await emailWith(server, person.cookies)).toBe(OWNER.email);
    expect(await server.deps.db.read.session.count()).toBe(1);
  });

  test('is the same session after a confirmation: device, beginning and end stay', async () => {
    await using server = await startTestServer();
    const person = newPerson(server);
    await logIn(person);
    const read = () => server.deps.db.read.session.findFirstOrThrow({ omit: { id: true } });
    const before = await read();
    await mutate(person, `confirmPassword(input: { password: "${OWNER.password}" })`);
    expect(await read()).toEqual(before);
  });

  test('keeps its cookie after a wrong password', async () => {
    await using server = await startTestServer();
    const person = newPerson(server);
    await logIn(person);
    const before = new Map(person.cookies);
    await mutate(person, 'confirmPassword(input: { password: "wrong" })');
    expect(person.cookies).toEqual(before);
    expect(await emailWith(server, before)).toBe(OWNER.email);
  });
});

describe('a hash of a password with parameters of an earlier version', () => {
  const parametersOf = (text: string) => text.split('$').slice(0, 4).join('$');
  const EARLIER = { memoryCost: 16, timeCost: 2, parallelism: 1 };

  async function withEarlierHash(server: TestServer) {
    const { db } = server.deps;
    const passwordHash = await hash(OWNER.password, EARLIER);
    await db.write((tx) => tx.account.updateMany({ data: { passwordHash } }));
    const stored = async () => (await db.read.account.findFirstOrThrow()).passwordHash;
    return { passwordHash, stored };
  }

  test('is renewed with the next login, and the password stays', async () => {
    await using server = await startTestServer();
    const { passwordHash, stored } = await withEarlierHash(server);
    expect(await newPersonEmail(server)).toBe(OWNER.email);
    expect(parametersOf(await stored())).toBe(parametersOf(await hash('any', CHEAP)));
    const renewed = await stored();
    expect(renewed).not.toBe(passwordHash);
    expect(await newPersonEmail(server)).toBe(OWNER.email);
    expect(await stored()).toBe(renewed);
  });

  test('stays after a login with a wrong password', async () => {
    await using server = await startTestServer();
    const { passwordHash, stored } = await withEarlierHash(server);
    await newPerson(server).ask(LogIn, { ...OWNER, password: 'wrong' });
    expect(await stored()).toBe(passwordHash);
  });

  async function newPersonEmail(server: TestServer): Promise<string | null> {
    const person = newPerson(server);
    await logIn(person);
    return emailWith(server, person.cookies);
  }
});
