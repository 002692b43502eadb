import { expect, test } from '@jest/globals';
import { hash, verify } from '@node-rs/argon2';
import { createHashing } from '../../src/auth/hashing.ts';
import { gatedArgon2 } from '../support/gatedArgon2.ts';
import { LogIn, mutate, newPerson, OWNER } from '../support/person.ts';
import { CHEAP, startTestServer } from '../support/server.ts';

const CHANGED = 'violet harbour lantern';

test('a login with the old password that is under way during its change starts no session', async () => {
  const argon2 = gatedArgon2({ hash: (password) => hash(password, CHEAP), verify });
  argon2.open();
  await using server = await startTestServer({ hashing: createHashing({ parameters: CHEAP, argon2 }) });
  const owner = newPerson(server);
  await owner.ask(LogIn, OWNER);

  argon2.close();
  const late = newPerson(server);
  const login = late.ask(LogIn, OWNER);
  await argon2.started(1);
  const passwordHash = await hash(CHANGED, CHEAP);
  await server.deps.db.write((tx) => tx.account.updateMany({ data: { passwordHash } }));
  argon2.open();
  const { data } = await login;
  expect(data.logIn).toEqual({
    __typename: 'UserErrors',
    errors: [{ path: ['input', 'password'], message: 'Email address or password is wrong.' }],
  });
  expect(late.cookies.has('__Host-footfall_session')).toBe(false);
  expect(await server.deps.db.read.session.count()).toBe(1);
  expect(await mutate(owner, `confirmPassword(input: { password: "${CHANGED}" })`)).toMatchObject({
    __typename: 'ConfirmPasswordSuccess',
  });
});
