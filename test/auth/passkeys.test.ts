import { describe, expect, test } from '@jest/globals';
import { graphql } from '../gql/gql.ts';
import {
  logIn,
  ownerWithPasskey,
  register,
  StartLogin,
  start,
  startLogin,
  typeOf,
} from '../support/passkeyLogins.ts';
import { type Deviation, newPasskey } from '../support/passkeys.ts';
import { newPerson, OWNER, type Person } from '../support/person.ts';
import { logInWith } from '../support/secondFactors.ts';
import { NOON, startTestServer } from '../support/server.ts';

const TEN_MINUTES_MS = 600_000;
const WRONG = 'The passkey was not accepted. Try again.';
const Methods = graphql(`query Methods { viewer { sessions { nodes { current method } } } }`);
const Confirm = graphql(`
  mutation ConfirmByPasskey($response: String!) {
    confirmWithPasskey(input: { response: $response }) { __typename }
  }
`);
const Password = graphql(`
  mutation PasswordAndPasskey($input: LogInInput!) {
    logIn(input: $input) {
      __typename
      ... on SecondFactorRequired { kinds passkeyOptions }
      ... on UserErrors { errors { path message } }
    }
  }
`);

describe('a passkey', () => {
  test('is registered with a name, and with options that do not identify the account', async () => {
    await using server = await startTestServer();
    const person = newPerson(server);
    await logInWith(person, {});
    const options = await start(person);
    const { rp, user, challenge, authenticatorSelection, pubKeyCredParams, attestation } =
      JSON.parse(options);
    expect(rp).toEqual({ id: 'stats.example.com', name: 'Footfall' });
    expect(user.id).toMatch(/^[\w-]{43}$/);
    expect(challenge).toMatch(/^[\w-]{43}$/);
    expect(attestation).toBe('none');
    expect(authenticatorSelection).toMatchObject({ residentKey: 'preferred', userVerification: 'preferred' });
    expect(pubKeyCredParams.map(({ alg }: { alg: number }) => alg)).toEqual([-8, -7, -257]);
    const passkey = newPasskey();
    const result = await register(person, passkey.register(options));
    expect(result).toMatchObject({
      enabled: { secondFactor: { kind: 'PASSKEY', name: 'Laptop', lastUsedAt: null } },
    });
    const again = JSON.parse(await start(person));
    expect(again.excludeCredentials).toMatchObject([{ id: passkey.id, transports: ['internal', 'hybrid'] }]);
  });

  test('logs in instead of the password, in a new browser', async () => {
    await using server = await startTestServer();
    const { passkey } = await ownerWithPasskey(server);
    const person = newPerson(server);
    const options = await startLogin(person);
    expect(JSON.parse(options)).toMatchObject({ rpId: 'stats.example.com', userVerification: 'required' });
    expect(JSON.parse(options).allowCredentials).toBeUndefined();
    const result = await logIn(person, passkey.logIn(options));
    expect(result).toMatchObject({ __typename: 'LogInWithPasskeySuccess', viewer: { email: OWNER.email } });
    const { data } = await person.ask(Methods, {});
    expect(data.viewer?.sessions?.nodes).toContainEqual({ current: true, method: 'PASSKEY' });
    expect(person.cookies.has('__Host-footfall_challenge')).toBe(false);
  });

  test.each<[string, Deviation]>([
    ['another origin', { origin: 'https://stats.example.org' }],
    ['another relying party', { rpId: 'example.com' }],
    ['another challenge', { challenge: 'A'.repeat(43) }],
    ['an authenticator that did not verify the person', { verified: false }],
    ['a wrong signature', { forged: true }],
  ])('is refused with %s', async (_, deviation) => {
    await using server = await startTestServer();
    const { passkey } = await ownerWithPasskey(server);
    const person = newPerson(server);
    expect(await logIn(person, passkey.logIn(await startLogin(person), deviation))).toEqual({
      __typename: 'UserErrors',
      errors: [{ path: ['input', 'response'], message: WRONG }],
    });
    expect(person.cookies.has('__Host-footfall_session')).toBe(false);
    expect(typeOf(await logIn(person, passkey.logIn(await startLogin(person))))).toBe(
      'LogInWithPasskeySuccess',
    );
  });

  test('that nobody has registered is refused, as is an answer that cannot be read', async () => {
    await using server = await startTestServer();
    await ownerWithPasskey(server);
    const person = newPerson(server);
    const options = await startLogin(person);
    for (const response of [newPasskey().logIn(options), '{', 'null', '{"id":"a"}', '"'.repeat(50)])
      expect(await logIn(person, response)).toMatchObject({ errors: [{ message: WRONG }] });
    const long = await logIn(person, 'x'.repeat(20_001));
    expect(long).toMatchObject({ errors: [{ path: ['input', 'response'] }] });
  });

  test.each([
    [5, 6, 'LogInWithPasskeySuccess'],
    [5, 5, 'UserErrors'],
    [5, 4, 'UserErrors'],
    [5, 0, 'UserErrors'],
    [0, 0, 'LogInWithPasskeySuccess'],
  ])('whose counter was %i and is %i: %s', async (before, now, expected) => {
    await using server = await startTestServer();
    const { passkey } = await ownerWithPasskey(server, before);
    const person = newPerson(server);
    const response = passkey.logIn(await startLogin(person), { counter: now });
    expect(typeOf(await logIn(person, response))).toBe(expected);
  });
});

describe('a challenge', () => {
  test('is bound to its browser and its purpose', async () => {
    await using server = await startTestServer();
    const { person, passkey } = await ownerWithPasskey(server);
    const stranger = newPerson(server);
    const response = passkey.logIn(await startLogin(person));
    expect(typeOf(await logIn(stranger, response))).toBe('UserErrors');
    await startLogin(stranger);
    expect(typeOf(await logIn(stranger, response))).toBe('UserErrors');
    const registration = await start(person);
    expect(typeOf(await logIn(person, passkey.logIn(registration)))).toBe('UserErrors');
    const forged = newPerson(server);
    forged.cookies.set('__Host-footfall_challenge', `${'A'.repeat(43)}.${NOON}.${'0'.repeat(64)}`);
    expect(typeOf(await logIn(forged, passkey.logIn('{}', { challenge: 'A'.repeat(43) })))).toBe(
      'UserErrors',
    );
  });
});

describe('a passkey as second factor', () => {
  const withPassword = async (person: Person, input: { passkey?: string; code?: string } = {}) =>
    (await person.ask(Password, { input: { ...OWNER, ...input } })).data.logIn;
  const optionsOf = async (person: Person) => {
    const result = await withPassword(person);
    return result.__typename === 'SecondFactorRequired' ? (result.passkeyOptions ?? '') : result.__typename;
  };

  test('is required after the password, also from an authenticator that verifies nobody', async () => {
    await using server = await startTestServer();
    const { passkey } = await ownerWithPasskey(server);
    const person = newPerson(server);
    const options = await optionsOf(person);
    expect(JSON.parse(options)).toMatchObject({
      allowCredentials: [{ id: passkey.id }],
      userVerification: 'discouraged',
    });
    const forged = passkey.logIn(options, { forged: true });
    expect(await withPassword(person, { passkey: forged })).toEqual({
      __typename: 'UserErrors',
      errors: [{ path: ['input', 'passkey'], message: WRONG }],
    });
    const right = passkey.logIn(await optionsOf(person), { verified: false });
    expect(typeOf(await withPassword(person, { passkey: right }))).toBe('LogInSuccess');
  });

  test('is replaced by a recovery code, once', async () => {
    await using server = await startTestServer();
    const { recoveryCodes } = await ownerWithPasskey(server);
    const code = recoveryCodes[0] ?? '';
    expect(typeOf(await withPassword(newPerson(server), { code }))).toBe('LogInSuccess');
    expect(typeOf(await withPassword(newPerson(server), { code }))).toBe('UserErrors');
  });

  test('of another account is refused', async () => {
    await using server = await startTestServer();
    await ownerWithPasskey(server);
    const { accountId } = await server.newAccount('other@example.com');
    const foreign = newPasskey();
    const other = newPerson(server);
    await other.ask(Password, { input: { ...OWNER, email: 'other@example.com' } });
    await register(other, foreign.register(await start(other)));
    expect(await server.deps.db.read.secondFactor.count({ where: { accountId } })).toBe(1);
    const person = newPerson(server);
    const passkey = foreign.logIn(await optionsOf(person));
    expect(typeOf(await withPassword(person, { passkey }))).toBe('UserErrors');
  });
});

test('a session is confirmed by a passkey of its account that verifies the person', async () => {
  await using server = await startTestServer();
  const { person, passkey } = await ownerWithPasskey(server);
  server.setTime(NOON + TEN_MINUTES_MS);
  expect(await start(person)).toBe('ConfirmationRequired');
  const confirm = async (deviation: Deviation) => {
    const response = passkey.logIn(await startLogin(person), deviation);
    return (await person.ask(Confirm, { response })).data.confirmWithPasskey.__typename;
  };
  expect(await confirm({ verified: false })).toBe('UserErrors');
  expect(await start(person)).toBe('ConfirmationRequired');
  expect(await confirm({})).toBe('ConfirmWithPasskeySuccess');
  expect(JSON.parse(await start(person)).rp.id).toBe('stats.example.com');
});

test('a server whose BASE_URL is an IP address offers no passkeys', async () => {
  await using server = await startTestServer({ env: { BASE_URL: 'http://192.0.2.1:3000' } });
  const { errors } = await newPerson(server).ask(StartLogin, {});
  expect(errors?.[0]?.message).toBe('Passkeys require a host name in BASE_URL; it has an IP address.');
});
