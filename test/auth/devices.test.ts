import { describe, expect, test } from '@jest/globals';
import { DEVICE_MS } from '../../src/auth/devices.ts';
import { graphql } from '../gql/gql.ts';
import { LogIn, newPerson, OWNER } from '../support/person.ts';
import { NOON, startTestServer, type TestServer } from '../support/server.ts';

const Leave = graphql(`mutation Leave { logOut(input: {}) }`);
const Open = graphql(`
  mutation Open($trackingId: String!, $password: String!) {
    unlockStatistics(input: { trackingId: $trackingId, password: $password }) { __typename }
  }
`);

type Person = ReturnType<typeof newPerson>;
const from = (address: string) => ({ 'x-forwarded-for': address });

/** A browser that was logged in before and is now logged out. */
async function knownBrowser(server: TestServer): Promise<Person> {
  const person = newPerson(server);
  await person.ask(LogIn, OWNER);
  await person.ask(Leave, {});
  expect([...person.cookies.keys()]).toEqual(['__Host-footfall_devices']);
  return person;
}

/** Eleven addresses send ten wrong passwords each, to the account or to a page. */
async function attack(server: TestServer, guess: (person: Person, address: string) => Promise<unknown>) {
  for (let host = 1; host <= 11; host += 1)
    for (let count = 0; count < 10; count += 1) await guess(newPerson(server), `203.0.113.${host}`);
}

const logIn = async (person: Person, address: string, password = OWNER.password) => {
  const { data, errors } = await person.ask(LogIn, { ...OWNER, password }, from(address));
  return errors?.[0]?.extensions.code ?? data.logIn.__typename;
};

describe('after others have sent a hundred wrong passwords', () => {
  test('a known browser logs in, even from one of their addresses', async () => {
    await using server = await startTestServer();
    const person = await knownBrowser(server);
    await attack(server, (stranger, address) => logIn(stranger, address, 'guess'));
    expect(await logIn(newPerson(server), '203.0.113.1')).toBe('TOO_MANY_REQUESTS');
    expect(await logIn(person, '203.0.113.1', 'mistyped')).toBe('UserErrors');
    expect(await logIn(person, '203.0.113.1')).toBe('LogInSuccess');
  });

  test('the owner also logs in from a new browser', async () => {
    await using server = await startTestServer();
    await attack(server, (stranger, address) => logIn(stranger, address, 'guess'));
    expect(await logIn(newPerson(server), '192.0.2.1')).toBe('LogInSuccess');
  });

  test('a browser that unlocked a statistics page before unlocks it again', async () => {
    await using server = await startTestServer();
    const body = new URLSearchParams({ url: 'guarded.test', privacy: '2', password: 'open sesame' });
    const response = await server.call('/api/v1/websites', { method: 'POST', body });
    const { data: website } = (await response.json()) as { data: { tracking_id: string } };
    const open = async (person: Person, address: string, password = 'open sesame') => {
      const variables = { trackingId: website.tracking_id, password };
      const { data, errors } = await person.ask(Open, variables, from(address));
      return errors?.[0]?.extensions.code ?? data.unlockStatistics.__typename;
    };
    const person = newPerson(server);
    expect(await open(person, '192.0.2.1')).toBe('UnlockStatisticsSuccess');
    await attack(server, (stranger, address) => open(stranger, address, 'guess'));
    expect(await open(newPerson(server), '203.0.113.1')).toBe('TOO_MANY_REQUESTS');
    expect(await open(person, '203.0.113.1')).toBe('UnlockStatisticsSuccess');
  });
});

describe('the cookie of a known browser', () => {
  const exhausted = async (server: TestServer) => {
    for (let count = 0; count < 10; count += 1) await logIn(newPerson(server), '203.0.113.1', 'guess');
  };

  test('does not log in, and is ignored if it is forged, altered or for another password', async () => {
    await using server = await startTestServer();
    const person = await knownBrowser(server);
    const cookie = person.cookies.get('__Host-footfall_devices') ?? '';
    const [id = '', until = '', signature = ''] = cookie.split('.');
    await exhausted(server);
    const later = `${id}.${Number(until) + 1}.${signature}`;
    const forged = [later, `${id}.${until}.${'0'.repeat(64)}`, 'nonsense', `~${'~'.repeat(50)}`];
    for (const value of forged) {
      person.cookies.set('__Host-footfall_devices', value);
      expect(await logIn(person, '203.0.113.1')).toBe('TOO_MANY_REQUESTS');
    }
    await server.newAccount('other@example.com');
    for (let count = 0; count < 10; count += 1) {
      const guess = { email: 'other@example.com', password: 'guess' };
      await newPerson(server).ask(LogIn, guess, from('203.0.113.2'));
    }
    person.cookies.set('__Host-footfall_devices', cookie);
    const other = { ...OWNER, email: 'other@example.com' };
    const { errors } = await person.ask(LogIn, other, from('203.0.113.2'));
    expect(errors?.[0]?.extensions.code).toBe('TOO_MANY_REQUESTS');
    expect(await logIn(person, '203.0.113.1')).toBe('LogInSuccess');
  });

  test('lasts 90 days after the last login and is hidden from scripts and other websites', async () => {
    await using server = await startTestServer();
    const person = await knownBrowser(server);
    expect(person.attributes.get('__Host-footfall_devices')).toMatch(
      /path=\/; .*samesite=lax; secure; httponly/,
    );
    server.setTime(NOON + DEVICE_MS - 1);
    await exhausted(server);
    expect(await logIn(person, '203.0.113.1')).toBe('LogInSuccess');
    server.setTime(NOON + 2 * DEVICE_MS - 1);
    await exhausted(server);
    expect(await logIn(person, '203.0.113.1')).toBe('TOO_MANY_REQUESTS');
  });

  test('stores the last six correct passwords, for browsers that several people use', async () => {
    await using server = await startTestServer();
    const person = newPerson(server);
    for (let number = 0; number < 8; number += 1) {
      const email = `person${number}@example.com`;
      await server.newAccount(email);
      await person.ask(LogIn, { ...OWNER, email });
    }
    expect(person.cookies.get('__Host-footfall_devices')?.split('~')).toHaveLength(6);
    expect((person.cookies.get('__Host-footfall_devices') ?? '').length).toBeLessThan(700);
  });
});
