import { describe, expect, test } from '@jest/globals';
import { MAX_PASSKEYS } from '../../src/auth/secondFactors/manage.ts';
import { logIn, ownerWithPasskey, register, start, startLogin, typeOf } from '../support/passkeyLogins.ts';
import { newPasskey } from '../support/passkeys.ts';
import { newPerson } from '../support/person.ts';
import { NOON, startTestServer } from '../support/server.ts';
import { dump } from '../support/tables.ts';

const CHALLENGE_MS = 300_000;
const WRONG = 'The passkey was not accepted. Try again.';

describe('a passkey', () => {
  test('is registered once, and an account has at most ten', async () => {
    await using server = await startTestServer();
    const { person, passkey } = await ownerWithPasskey(server);
    const again = passkey.register(await start(person));
    expect(await register(person, again)).toMatchObject({ errors: [{ message: WRONG }] });
    for (let count = 1; count < MAX_PASSKEYS; count += 1)
      expect(typeOf(await register(person, newPasskey().register(await start(person))))).toBe(
        'RegisterPasskeySuccess',
      );
    expect(await register(person, newPasskey().register(await start(person)))).toMatchObject({
      errors: [{ message: 'The account already has the maximum of 10 passkeys.' }],
    });
  });
});

describe('a challenge', () => {
  test('is answered once, even by two requests at the same time', async () => {
    await using server = await startTestServer();
    const { passkey } = await ownerWithPasskey(server);
    const person = newPerson(server);
    const response = passkey.logIn(await startLogin(person));
    const cookie = person.cookies.get('__Host-footfall_challenge') ?? '';
    const attempt = () => {
      const copy = newPerson(server);
      copy.cookies.set('__Host-footfall_challenge', cookie);
      return logIn(copy, response);
    };
    const results = (await Promise.all([attempt(), attempt(), attempt()])).map(typeOf);
    expect(results.sort()).toEqual(['LogInWithPasskeySuccess', 'UserErrors', 'UserErrors']);
    expect(typeOf(await attempt())).toBe('UserErrors');
    server.setTime(NOON + 1);
    expect(typeOf(await logIn(person, passkey.logIn(await startLogin(person))))).toBe(
      'LogInWithPasskeySuccess',
    );
  });

  test('is valid for five minutes, on every instance', async () => {
    await using server = await startTestServer();
    const { passkey } = await ownerWithPasskey(server);
    await using other = await startTestServer({ beside: server });
    const person = newPerson(server);
    const options = await startLogin(person);
    const elsewhere = newPerson(other);
    const move = () =>
      elsewhere.cookies.set(
        '__Host-footfall_challenge',
        person.cookies.get('__Host-footfall_challenge') ?? '',
      );
    move();
    other.setTime(NOON + CHALLENGE_MS);
    expect(typeOf(await logIn(elsewhere, passkey.logIn(options)))).toBe('UserErrors');
    move();
    other.setTime(NOON + CHALLENGE_MS - 1);
    expect(typeOf(await logIn(elsewhere, passkey.logIn(options)))).toBe('LogInWithPasskeySuccess');
  });

  test('stores nothing on the server, however many are asked for', async () => {
    await using server = await startTestServer();
    await startLogin(newPerson(server));
    const before = await dump(server);
    for (let count = 0; count < 20; count += 1) await startLogin(newPerson(server));
    expect(await dump(server)).toEqual(before);
  });
});
