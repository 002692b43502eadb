import { describe, expect, test } from '@jest/globals';
import { newPerson, OWNER } from '../support/person.ts';
import { codeAt, logInWith, protectOwner, WRONG_CODE } from '../support/secondFactors.ts';
import { NOON, startTestServer } from '../support/server.ts';

const STEP_MS = 30_000;
const REQUIRED = {
  __typename: 'SecondFactorRequired',
  message: 'Give the second factor of the account, or a recovery code.',
  kinds: ['TOTP'],
};
const SUCCESS = { __typename: 'LogInSuccess' };

describe('a login to an account with an authenticator app', () => {
  test('requires a code, but says so only after the correct password', async () => {
    await using server = await startTestServer();
    const { secret } = await protectOwner(server);
    const stranger = newPerson(server);
    server.setTime(NOON + STEP_MS);
    const code = codeAt(secret, NOON + STEP_MS);
    const wrong = await logInWith(stranger, { password: 'guess' });
    expect(wrong).toMatchObject({ errors: [{ path: ['input', 'password'] }] });
    expect(await logInWith(stranger, { password: 'guess', code })).toEqual(wrong);
    expect(await logInWith(stranger, {})).toEqual(REQUIRED);
    expect(await logInWith(stranger, { code: '' })).toEqual(REQUIRED);
    expect(stranger.cookies.size).toBe(0);
    expect(await logInWith(stranger, { code })).toEqual(SUCCESS);
    expect(stranger.cookies.has('__Host-footfall_session')).toBe(true);
  });

  test.each([-1, 0, 1])('accepts the code of a clock that differs by %i steps', async (steps) => {
    await using server = await startTestServer();
    const { secret } = await protectOwner(server);
    const now = NOON + 10 * STEP_MS + 12_345;
    server.setTime(now);
    expect(await logInWith(newPerson(server), { code: codeAt(secret, now + steps * STEP_MS) })).toEqual(
      SUCCESS,
    );
  });

  test.each([-2, 2])('rejects the code of a clock that differs by %i steps', async (steps) => {
    await using server = await startTestServer();
    const { secret } = await protectOwner(server);
    const now = NOON + 10 * STEP_MS + 12_345;
    server.setTime(now);
    expect(await logInWith(newPerson(server), { code: codeAt(secret, now + steps * STEP_MS) })).toEqual(
      WRONG_CODE,
    );
  });

  test.each([
    ['with a blank', (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`],
    ['with a dash', (code: string) => `${code.slice(0, 3)}–${code.slice(3)}`],
    [
      'in full-width digits',
      (code: string) => code.replace(/\d/g, (digit) => '０１２３４５６７８９'[Number(digit)] ?? ''),
    ],
  ])('accepts a code %s', async (_, write) => {
    await using server = await startTestServer();
    const { secret } = await protectOwner(server);
    server.setTime(NOON + STEP_MS);
    const code = write(codeAt(secret, NOON + STEP_MS));
    expect(await logInWith(newPerson(server), { code })).toEqual(SUCCESS);
  });

  test.each(['12345', '1234567', 'abcdef', '000000000000000000000000', '😀'])('rejects %s', async (code) => {
    await using server = await startTestServer();
    await protectOwner(server);
    expect(await logInWith(newPerson(server), { code })).toEqual(WRONG_CODE);
  });

  test('belongs to one account: codes of another are wrong', async () => {
    await using server = await startTestServer();
    const { recoveryCodes } = await protectOwner(server);
    const { accountId } = await server.newAccount('other@example.com');
    await server.deps.db.write((tx) => tx.recoveryCode.updateMany({ data: { accountId } }));
    expect(await logInWith(newPerson(server), { code: recoveryCodes[0] ?? '' })).toEqual(WRONG_CODE);
    const input = { ...OWNER, email: 'other@example.com' };
    expect(await logInWith(newPerson(server), { ...input })).toEqual(SUCCESS);
  });
});
