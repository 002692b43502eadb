import { describe, expect, test } from '@jest/globals';
import { CODE_LIMITS } from '../../src/auth/secondFactors/verify.ts';
import { newPerson } from '../support/person.ts';
import { codeAt, Kinds, logInWith, protectOwner, typeOf, written } from '../support/secondFactors.ts';
import { NOON, startTestServer, type TestServer } from '../support/server.ts';

const STEP_MS = 30_000;

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
