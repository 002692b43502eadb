import { expect, test } from '@jest/globals';
import { hash, verify } from '@node-rs/argon2';
import { createHashing } from '../../src/auth/hashing.ts';
import { gatedArgon2 } from '../support/gatedArgon2.ts';
import { Accept, invite } from '../support/members.ts';
import { LogIn, newPerson, OWNER, type Person } from '../support/person.ts';
import { CHEAP, startTestServer } from '../support/server.ts';

const logIn = async (person: Person) => (await person.ask(LogIn, OWNER)).data.logIn;
const accept = async (person: Person, token: string) =>
  (await person.ask(Accept, { token, password: OWNER.password })).data.acceptInvitation;

test.each<[string, (person: Person, token: string) => Promise<unknown>, string]>([
  ['a login', logIn, 'Email address or password is wrong.'],
  ['an invitation', accept, 'Must be the password of your account with this email address.'],
])('%s with the old password has no effect if that is changed meanwhile', async (_what, prove, message) => {
  const argon2 = gatedArgon2({ hash: (password) => hash(password, CHEAP), verify });
  argon2.open();
  await using server = await startTestServer({ hashing: createHashing({ parameters: CHEAP, argon2 }) });
  const { key } = await server.newAccount('other@example.com');
  const { token } = await invite(server, { email: OWNER.email, role: 'viewer' }, key);

  argon2.close();
  const person = newPerson(server);
  const proved = prove(person, token);
  await argon2.started(1);
  const passwordHash = await hash('violet harbour lantern', CHEAP);
  const where = { email: OWNER.email };
  await server.deps.db.write((tx) => tx.account.update({ where, data: { passwordHash } }));
  argon2.open();
  expect(await proved).toMatchObject({ errors: [{ path: ['input', 'password'], message }] });
  expect(person.cookies.has('__Host-footfall_session')).toBe(false);
  const { read } = server.deps.db;
  expect(await read.session.count()).toBe(0);
  expect(await read.member.count({ where: { account: where } })).toBe(1);
});
