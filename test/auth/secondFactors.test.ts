import { describe, expect, test } from '@jest/globals';
import { removeAllSecondFactors } from '../../src/auth/secondFactors/manage.ts';
import { CODE_LIMITS } from '../../src/auth/secondFactors/verify.ts';
import { graphql } from '../gql/gql.ts';
import { newPerson, OWNER, type Person } from '../support/person.ts';
import {
  CreateCodes,
  codeAt,
  enable,
  Kinds,
  logInWith,
  protectOwner,
  Remove,
  setUp,
  typeOf,
  viewer,
  written,
} from '../support/secondFactors.ts';
import { NOON, startTestServer } from '../support/server.ts';

const STEP_MS = 30_000;
const TEN_MINUTES_MS = 600_000;
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
