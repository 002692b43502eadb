import { describe, expect, test } from '@jest/globals';
import { newPerson } from '../support/person.ts';
import { codeAt, logInWith, protectOwner, WRONG_CODE } from '../support/secondFactors.ts';
import { NOON, startTestServer } from '../support/server.ts';

const STEP_MS = 30_000;
const SUCCESS = { __typename: 'LogInSuccess' };

describe('a login to an account with an authenticator app', () => {
  test('accepts a code once, even if two browsers send it at the same time', async () => {
    await using server = await startTestServer();
    const { secret } = await protectOwner(server);
    // The code of noon enabled the app.
    expect(await logInWith(newPerson(server), { code: codeAt(secret, NOON) })).toEqual(WRONG_CODE);
    server.setTime(NOON + STEP_MS);
    const code = codeAt(secret, NOON + STEP_MS);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => logInWith(newPerson(server), { code })),
    );
    expect(answers.filter(({ __typename }) => __typename === 'LogInSuccess')).toHaveLength(1);
    expect(answers.filter(({ __typename }) => __typename === 'UserErrors')).toHaveLength(4);
    expect(await logInWith(newPerson(server), { code: codeAt(secret, NOON) })).toEqual(WRONG_CODE);
  });

  test('accepts codes after the clock of the server was set back', async () => {
    await using server = await startTestServer();
    const { secret } = await protectOwner(server);
    const later = NOON + 24 * 3_600_000;
    server.setTime(later);
    expect(await logInWith(newPerson(server), { code: codeAt(secret, later) })).toEqual(SUCCESS);
    server.setTime(NOON + STEP_MS);
    const code = codeAt(secret, NOON + STEP_MS);
    expect(await logInWith(newPerson(server), { code })).toEqual(SUCCESS);
    expect(await logInWith(newPerson(server), { code })).toEqual(WRONG_CODE);
  });

  test('accepts each recovery code once, in any case and with or without dashes', async () => {
    await using server = await startTestServer();
    const { recoveryCodes } = await protectOwner(server);
    expect(recoveryCodes).toHaveLength(10);
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first = '', second = '', third = ''] = recoveryCodes;
    expect(first).toMatch(/^(?:[A-Z2-7]{6}-){3}[A-Z2-7]{6}$/);
    expect(await logInWith(newPerson(server), { code: first })).toEqual(SUCCESS);
    expect(await logInWith(newPerson(server), { code: first })).toEqual(WRONG_CODE);
    expect(await logInWith(newPerson(server), { code: second.toLowerCase().replaceAll('-', '') })).toEqual(
      SUCCESS,
    );
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => logInWith(newPerson(server), { code: third })),
    );
    expect(answers.filter(({ __typename }) => __typename === 'LogInSuccess')).toHaveLength(1);
    expect(await server.deps.db.read.recoveryCode.count()).toBe(7);
  });
});
