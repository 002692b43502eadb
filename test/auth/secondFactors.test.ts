import { describe, expect, test } from '@jest/globals';
import { removeAllSecondFactors } from '../../src/auth/secondFactors/manage.ts';
import { CODE_LIMITS } from '../../src/auth/secondFactors/verify.ts';
import { openSigner } from '../../src/auth/signer.ts';
import { graphql } from '../gql/gql.ts';
import { ask } from '../support/ask.ts';
import { newPerson, OWNER, type Person } from '../support/person.ts';
import { codeAt, enable, logInWith, protectOwner, setUp } from '../support/secondFactors.ts';
import { NOON, seededRandom, startTestServer, type TestServer } from '../support/server.ts';

const STEP_MS = 30_000;
const TEN_MINUTES_MS = 600_000;

const Factors = graphql(`
  query Factors {
    viewer {
      secondFactors { id kind name createdAt lastUsedAt }
      recoveryCodesLeft
      sessions { nodes { current method } }
    }
  }
`);
const Remove = graphql(`
  mutation RemoveFactor($id: ID!) {
    removeSecondFactor(input: { id: $id }) { __typename ... on UserErrors { errors { path message } } }
  }
`);
const CreateCodes = graphql(`
  mutation CreateCodes {
    createRecoveryCodes { __typename ... on CreateRecoveryCodesSuccess { created { codes } } }
  }
`);
const Confirm = graphql(`
  mutation ConfirmWithCode($input: ConfirmPasswordInput!) {
    confirmPassword(input: $input) {
      __typename
      ... on UserErrors { errors { path } }
      ... on SecondFactorRequired { kinds }
    }
  }
`);
const Change = graphql(`
  mutation ChangeWithFactor($current: String!, $password: String!) {
    changePassword(input: { current: $current, password: $password }) { __typename }
  }
`);
const Kinds = graphql(`
  query FactorEvents {
    viewer { securityLog(first: 100) { nodes { kind actor count subject } } }
  }
`);

const viewer = async (person: Person) => (await person.ask(Factors, {})).data.viewer;
const kindsOf = async (person: Person) =>
  ((await person.ask(Kinds, {})).data.viewer?.securityLog?.nodes ?? []).map(({ kind }) => kind);
/** Waits for pending events: they are written after the response, and the write queue is in order. */
const written = (server: TestServer) => server.deps.db.write(async () => undefined);
const typeOf = ({ __typename }: { __typename: string }) => __typename;

describe('an authenticator app', () => {
  test('is set up with an address for QR codes, and protects only after its code was given', async () => {
    await using server = await startTestServer();
    const person = newPerson(server);
    await logInWith(person, {});
    const answer = await setUp(person);
    if (answer.__typename !== 'SetUpTotpSuccess') throw new Error(answer.__typename);
    const { secret, uri } = answer.setup;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const url = new URL(uri);
    expect(decodeURIComponent(url.pathname)).toBe('/Footfall (stats.example.com):owner@example.com');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      issuer: 'Footfall (stats.example.com)',
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    expect(await viewer(person)).toMatchObject({ secondFactors: [], recoveryCodesLeft: 0 });
    expect(typeOf(await logInWith(newPerson(server), {}))).toBe('LogInSuccess');
    expect(await enable(person, '000000')).toEqual({
      __typename: 'UserErrors',
      errors: [
        {
          path: ['input', 'code'],
          message: 'The code is wrong. Check that the clock of your device is right.',
        },
      ],
    });
    for (const code of ['12345', '٠١٢٣٤٥', 'éèêëẽē', '😀😀😀'])
      expect(typeOf(await enable(person, code))).toBe('UserErrors');
    const enabled = await enable(person, codeAt(secret, NOON));
    expect(enabled).toMatchObject({ enabled: { secondFactor: { kind: 'TOTP', name: 'Phone' } } });
    const at = new Date(NOON).toISOString();
    expect(await viewer(person)).toMatchObject({
      secondFactors: [{ kind: 'TOTP', name: 'Phone', createdAt: at, lastUsedAt: at }],
      recoveryCodesLeft: 10,
    });
    expect(typeOf(await logInWith(newPerson(server), {}))).toBe('SecondFactorRequired');
  });

  test('replaces an earlier app and keeps the recovery codes', async () => {
    await using server = await startTestServer();
    const { person, secret: old } = await protectOwner(server);
    const answer = await setUp(person);
    if (answer.__typename !== 'SetUpTotpSuccess') throw new Error(answer.__typename);
    const { secret } = answer.setup;
    server.setTime(NOON + STEP_MS);
    const code = codeAt(old, NOON + STEP_MS);
    expect(typeOf(await logInWith(newPerson(server), { code }))).toBe('LogInSuccess');
    const enabled = await enable(person, codeAt(secret, NOON + STEP_MS));
    expect(enabled).toMatchObject({ enabled: { recoveryCodes: null } });
    expect((await viewer(person))?.secondFactors).toHaveLength(1);
    const later = NOON + 2 * STEP_MS;
    server.setTime(later);
    expect(typeOf(await logInWith(newPerson(server), { code: codeAt(old, later) }))).toBe('UserErrors');
    expect(typeOf(await logInWith(newPerson(server), { code: codeAt(secret, later) }))).toBe('LogInSuccess');
  });

  test('is stored encrypted, and recovery codes as hashes', async () => {
    await using server = await startTestServer({ env: { SECRET: 'a secret of at least 32 characters' } });
    const { secret, recoveryCodes } = await protectOwner(server);
    const { db } = server.deps;
    const rows = JSON.stringify([
      await db.read.secondFactor.findMany(),
      await db.read.recoveryCode.findMany(),
    ]);
    const plain = [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))];
    expect(plain.filter((text) => rows.toUpperCase().includes(text))).toEqual([]);
  });

  test('fails after SECRET has changed, but recovery codes work', async () => {
    await using server = await startTestServer({ env: { SECRET: 'a secret of at least 32 characters' } });
    const { secret, recoveryCodes } = await protectOwner(server);
    const env = { SECRET: 'another secret of at least 32 characters' };
    await using other = await startTestServer({ beside: server, env });
    other.setTime(NOON + STEP_MS);
    const code = codeAt(secret, NOON + STEP_MS);
    expect(typeOf(await logInWith(newPerson(other), { code }))).toBe('UserErrors');
    expect(other.logLines.join('')).toContain('was encrypted with another SECRET');
    const [recoveryCode = ''] = recoveryCodes;
    expect(typeOf(await logInWith(newPerson(other), { code: recoveryCode }))).toBe('LogInSuccess');
  });

  test('is removed with its recovery codes, by its own account only', async () => {
    await using server = await startTestServer();
    const { person } = await protectOwner(server);
    const [factor] = (await viewer(person))?.secondFactors ?? [];
    const id = factor?.id ?? '';
    await server.newAccount('other@example.com');
    const stranger = newPerson(server);
    await stranger.ask(
      graphql(`mutation LogInOther($email: String!, $password: String!) {
        logIn(input: { email: $email, password: $password }) { __typename }
      }`),
      { ...OWNER, email: 'other@example.com' },
    );
    expect((await stranger.ask(Remove, { id })).data.removeSecondFactor).toMatchObject({
      errors: [{ path: ['input', 'id'], message: 'Resource not found.' }],
    });
    expect((await viewer(person))?.secondFactors).toHaveLength(1);
    expect((await person.ask(Remove, { id })).data.removeSecondFactor.__typename).toBe(
      'RemoveSecondFactorSuccess',
    );
    expect(await viewer(person)).toMatchObject({ secondFactors: [], recoveryCodesLeft: 0 });
    expect(typeOf(await logInWith(newPerson(server), {}))).toBe('LogInSuccess');
    expect(await kindsOf(person)).toEqual(
      expect.arrayContaining(['SECOND_FACTOR_ENABLED', 'SECOND_FACTOR_REMOVED']),
    );
  });

  test('is hidden from API keys, which log in without it', async () => {
    await using server = await startTestServer();
    await protectOwner(server);
    expect((await ask(server, Factors, {})).data.viewer).toEqual({
      secondFactors: null,
      recoveryCodesLeft: null,
      sessions: null,
    });
    const { errors } = await ask(server, CreateCodes, {});
    expect(errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
  });
});

test('new recovery codes make the earlier ones invalid, and require a second factor', async () => {
  await using server = await startTestServer();
  const { person, recoveryCodes } = await protectOwner(server);
  const { data } = await person.ask(CreateCodes, {});
  const created = data.createRecoveryCodes;
  if (created.__typename !== 'CreateRecoveryCodesSuccess') throw new Error(created.__typename);
  expect(created.created.codes).toHaveLength(10);
  const [old = ''] = recoveryCodes;
  const [fresh = ''] = created.created.codes;
  expect(typeOf(await logInWith(newPerson(server), { code: old }))).toBe('UserErrors');
  expect(typeOf(await logInWith(newPerson(server), { code: fresh }))).toBe('LogInSuccess');
  expect(await kindsOf(person)).toEqual(
    expect.arrayContaining(['RECOVERY_CODES_CREATED', 'RECOVERY_CODE_USED', 'SECOND_FACTOR_FAILED']),
  );
  await removeAllSecondFactors(OWNER.email, server.deps);
  const { errors } = await person.ask(CreateCodes, {});
  expect(errors?.[0]?.message).toBe('Recovery codes require a second factor. Add one first.');
});

test('a session says how the person has identified, also with a factor that was added in it', async () => {
  await using server = await startTestServer();
  const { secret, recoveryCodes } = await protectOwner(server);
  server.setTime(NOON + STEP_MS);
  await logInWith(newPerson(server), { code: codeAt(secret, NOON + STEP_MS) });
  const person = newPerson(server);
  await logInWith(person, { code: recoveryCodes[0] ?? '' });
  const methods = async () =>
    (await viewer(person))?.sessions?.nodes.map(({ method }) => method).sort() ?? [];
  expect(await methods()).toEqual(['PASSWORD_RECOVERY_CODE', 'PASSWORD_TOTP', 'PASSWORD_TOTP']);
  // Without a factor, no session counts as more than one with a password.
  await removeAllSecondFactors(OWNER.email, server.deps);
  expect(await methods()).toEqual(['PASSWORD', 'PASSWORD', 'PASSWORD']);
});

describe('the confirmation of a session', () => {
  const confirm = async (person: Person, input: { password: string; code?: string }) =>
    (await person.ask(Confirm, { input })).data.confirmPassword;
  const { password } = OWNER;

  test('is required for every change of second factors', async () => {
    await using server = await startTestServer();
    const { person, secret } = await protectOwner(server);
    const [factor] = (await viewer(person))?.secondFactors ?? [];
    const pending = await setUp(person);
    if (pending.__typename !== 'SetUpTotpSuccess') throw new Error(pending.__typename);
    const later = NOON + TEN_MINUTES_MS;
    server.setTime(later);
    expect(typeOf(await setUp(person))).toBe('ConfirmationRequired');
    expect(typeOf(await enable(person, codeAt(pending.setup.secret, later)))).toBe('ConfirmationRequired');
    const removing = async () => (await person.ask(Remove, { id: factor?.id ?? '' })).data.removeSecondFactor;
    expect(typeOf(await removing())).toBe('ConfirmationRequired');
    expect(typeOf((await person.ask(CreateCodes, {})).data.createRecoveryCodes)).toBe('ConfirmationRequired');
    expect(typeOf(await confirm(person, { password, code: codeAt(secret, later) }))).toBe(
      'ConfirmPasswordSuccess',
    );
    expect(typeOf(await removing())).toBe('RemoveSecondFactorSuccess');
  });

  test('needs the code besides the password: a stolen password cannot remove the factor', async () => {
    await using server = await startTestServer();
    const { person, secret, recoveryCodes } = await protectOwner(server);
    const later = NOON + TEN_MINUTES_MS;
    server.setTime(later);
    expect(await confirm(person, { password })).toEqual({
      __typename: 'SecondFactorRequired',
      kinds: ['TOTP'],
    });
    expect(await confirm(person, { password, code: '000000' })).toMatchObject({
      errors: [{ path: ['input', 'code'] }],
    });
    expect(await confirm(person, { password: 'guess', code: codeAt(secret, later) })).toMatchObject({
      errors: [{ path: ['input', 'password'] }],
    });
    expect(typeOf(await setUp(person))).toBe('ConfirmationRequired');
    expect(typeOf(await confirm(person, { password, code: recoveryCodes[0] ?? '' }))).toBe(
      'ConfirmPasswordSuccess',
    );
    expect(typeOf(await setUp(person))).toBe('SetUpTotpSuccess');
  });

  test('is not given by a change of the password, which needs no code', async () => {
    await using server = await startTestServer();
    const { person } = await protectOwner(server);
    server.setTime(NOON + TEN_MINUTES_MS);
    const { data } = await person.ask(Change, { current: password, password: 'battery staple' });
    expect(data.changePassword.__typename).toBe('ChangePasswordSuccess');
    expect(typeOf(await setUp(person))).toBe('ConfirmationRequired');
  });

  test('has its own limit of wrong codes for each session', async () => {
    await using server = await startTestServer();
    const { person, secret } = await protectOwner(server);
    const later = NOON + TEN_MINUTES_MS;
    server.setTime(later);
    for (let count = 0; count < CODE_LIMITS.pair; count += 1)
      await confirm(person, { password, code: '000000' });
    const code = codeAt(secret, later);
    const { errors } = await person.ask(Confirm, { input: { password, code } });
    expect(errors?.[0]?.message).toBe('Too many wrong codes. Try again in 15 minutes.');
    await written(server);
    const { data } = await person.ask(Kinds, {});
    expect(data.viewer?.securityLog?.nodes.find(({ kind }) => kind === 'SECOND_FACTOR_FAILED')).toMatchObject(
      {
        actor: 'BROWSER',
        count: CODE_LIMITS.pair,
      },
    );
  });
});

describe('a stranger who knows the password', () => {
  /** Sends more wrong codes than unknown devices may, from many addresses. */
  async function attack(server: TestServer): Promise<string[]> {
    const answers: string[] = [];
    for (let host = 0; host < 6; host += 1)
      for (let count = 0; count < 6; count += 1)
        answers.push(typeOf(await logInWith(newPerson(server), { code: '000000' }, `203.0.${host}.1`)));
    return answers;
  }

  test('has a few attempts at the code in an hour, from all addresses together', async () => {
    await using server = await startTestServer();
    const { person } = await protectOwner(server);
    const answers = await attack(server);
    expect(answers.filter((answer) => answer === 'UserErrors')).toHaveLength(CODE_LIMITS.lock);
    expect(answers.filter((answer) => answer === 'TOO_MANY_REQUESTS')).toHaveLength(
      answers.length - CODE_LIMITS.lock,
    );
    await written(server);
    const { data } = await person.ask(Kinds, {});
    const events = data.viewer?.securityLog?.nodes ?? [];
    expect(events.find(({ kind }) => kind === 'SECOND_FACTOR_LOCKED_OUT')).toMatchObject({
      actor: 'STRANGER',
    });
    expect(events.find(({ kind }) => kind === 'SECOND_FACTOR_FAILED')).toMatchObject({
      actor: 'STRANGER',
      count: CODE_LIMITS.lock,
    });
  });

  test('keeps out neither a known browser nor a person with a recovery code', async () => {
    await using server = await startTestServer();
    const { person, secret, recoveryCodes } = await protectOwner(server);
    await attack(server);
    server.setTime(NOON + STEP_MS);
    const code = codeAt(secret, NOON + STEP_MS);
    expect(typeOf(await logInWith(newPerson(server), { code }, '203.0.113.9'))).toBe('TOO_MANY_REQUESTS');
    expect(typeOf(await logInWith(person, { code }, '203.0.113.9'))).toBe('LogInSuccess');
    const recovery = { code: recoveryCodes[0] ?? '' };
    expect(typeOf(await logInWith(newPerson(server), recovery, '203.0.113.9'))).toBe('LogInSuccess');
  });

  test('does not become a known browser by the password alone', async () => {
    await using server = await startTestServer();
    await protectOwner(server);
    const stranger = newPerson(server);
    await logInWith(stranger, {});
    await logInWith(stranger, { code: '000000' });
    expect([...stranger.cookies.keys()]).toEqual([]);
  });
});

test('the command line removes all second factors, and records that', async () => {
  await using server = await startTestServer();
  const { person } = await protectOwner(server);
  expect(await removeAllSecondFactors(' Owner@example.com', server.deps)).toMatchObject({ names: ['Phone'] });
  expect(await viewer(person)).toMatchObject({ secondFactors: [], recoveryCodesLeft: 0 });
  const { data } = await person.ask(Kinds, {});
  expect(data.viewer?.securityLog?.nodes[0]).toEqual({
    kind: 'SECOND_FACTOR_REMOVED',
    actor: 'COMMAND_LINE',
    count: 1,
    subject: 'Phone',
  });
  expect(typeOf(await logInWith(newPerson(server), {}))).toBe('LogInSuccess');
});

test('encrypted texts are readable with the same secret and purpose only', async () => {
  await using server = await startTestServer();
  const { db } = server.deps;
  const signerOf = (secret: string) => openSigner({ config: { secret }, db, random: seededRandom('iv') });
  const signer = await signerOf('one');
  const encrypted = signer.encrypt('totp 1', 'text');
  expect(encrypted).not.toContain('text');
  expect(signer.encrypt('totp 1', 'text')).not.toBe(encrypted);
  expect(signer.decrypt('totp 1', encrypted)).toBe('text');
  expect(signer.decrypt('totp 2', encrypted)).toBeNull();
  expect((await signerOf('two')).decrypt('totp 1', encrypted)).toBeNull();
  const changed = Buffer.from(encrypted, 'base64url');
  changed[30] = (changed[30] ?? 0) ^ 1;
  expect(signer.decrypt('totp 1', changed.toString('base64url'))).toBeNull();
  expect(signer.decrypt('totp 1', 'AA')).toBeNull();
});
