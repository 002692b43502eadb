import { describe, expect, test } from '@jest/globals';
import { removeAllSecondFactors } from '../../src/auth/secondFactors/manage.ts';
import { graphql } from '../gql/gql.ts';
import { ask } from '../support/ask.ts';
import { newPerson, OWNER } from '../support/person.ts';
import {
  CreateCodes,
  codeAt,
  enable,
  Factors,
  kindsOf,
  logInWith,
  protectOwner,
  Remove,
  setUp,
  typeOf,
  viewer,
} from '../support/secondFactors.ts';
import { NOON, startTestServer } from '../support/server.ts';

const STEP_MS = 30_000;

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
