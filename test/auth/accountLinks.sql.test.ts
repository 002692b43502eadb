import { expect, test } from '@jest/globals';
import {
  ChangeEmail,
  ConfirmEmail,
  ownerOf,
  RequestReset,
  Reset,
  startMailing,
  tokenIn,
} from '../support/accountMails.ts';
import { LogIn, newPerson, OWNER } from '../support/person.ts';

const PASSWORDS = ['first staple horse', 'second staple horse', 'third staple horse'];
const isUsed = ({ __typename }: { __typename: string }) => __typename !== 'UserErrors';

test('a link for a new password that is used several times at once works once', async () => {
  await using mailing = await startMailing();
  const { server } = mailing;
  await newPerson(server).ask(RequestReset, { email: OWNER.email });
  const token = tokenIn((await mailing.mails(1)).at(-1));
  const outcomes = await Promise.all(
    PASSWORDS.map(async (password) => {
      const { data } = await newPerson(server).ask(Reset, { token, password });
      return { password, used: isUsed(data.resetPassword) };
    }),
  );
  expect(outcomes.filter(({ used }) => used)).toHaveLength(1);
  for (const { password, used } of outcomes) {
    const { data } = await newPerson(server).ask(LogIn, { email: OWNER.email, password });
    expect(isUsed(data.logIn)).toBe(used);
  }
  const kind = 'password_reset';
  expect(await server.deps.db.read.securityEvent.count({ where: { kind } })).toBe(1);
  expect(await server.deps.db.read.accountToken.count()).toBe(0);
});

test('a link for a new email address that is used several times at once works once', async () => {
  await using mailing = await startMailing();
  const { server } = mailing;
  const email = 'new@example.com';
  await (await ownerOf(mailing)).ask(ChangeEmail, { email });
  const link = (await mailing.mails(2)).find(({ recipients }) => recipients[0] === email);
  const token = tokenIn(link);
  const confirm = async () => (await newPerson(server).ask(ConfirmEmail, { token })).data.confirmEmail;
  const answers = await Promise.all([confirm(), confirm(), confirm()]);
  expect(answers.filter(isUsed)).toEqual([{ __typename: 'ConfirmEmailSuccess', email }]);
  expect(await server.deps.db.read.securityEvent.count({ where: { kind: 'email_changed' } })).toBe(1);
});
