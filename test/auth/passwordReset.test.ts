import { describe, expect, test } from '@jest/globals';
import { replacePassword } from '../../src/auth/accounts.ts';
import { requestPasswordReset } from '../../src/auth/passwordReset.ts';
import { anonymous } from '../../src/auth/viewer.ts';
import { createContext } from '../../src/request/context.ts';
import { graphql } from '../gql/gql.ts';
import {
  BROKEN_LINK,
  type MailingServer,
  NEW_PASSWORD,
  ownerOf,
  RequestReset,
  Reset,
  startMailing,
  tokenIn,
} from '../support/accountMails.ts';
import { startMailbox } from '../support/mailbox.ts';
import { LogIn, newPerson, OWNER } from '../support/person.ts';
import { NOON, startTestServer } from '../support/server.ts';
import { eventually } from '../support/site.ts';

const Viewer = graphql(`query ViewerAfterReset { viewer { email } }`);
const Change = graphql(`
  mutation ChangeBeforeReset($current: String!, $password: String!) {
    changePassword(input: { current: $current, password: $password }) { __typename }
  }
`);
const HOUR_MS = 3_600_000;
const ACCEPTED = { __typename: 'RequestPasswordResetSuccess' };

const request = async ({ server }: MailingServer, email = OWNER.email, address = '192.0.2.1') => {
  const answer = await newPerson(server).ask(RequestReset, { email }, { 'x-forwarded-for': address });
  return answer.data?.requestPasswordReset ?? answer.errors;
};
const reset = async ({ server }: MailingServer, token: string, password = NEW_PASSWORD) => {
  const answer = await newPerson(server).ask(Reset, { token, password });
  return answer.data?.resetPassword ?? answer.errors;
};
const logIn = async ({ server }: MailingServer, password: string) =>
  (await newPerson(server).ask(LogIn, { ...OWNER, password })).data.logIn.__typename;

/** Requests a link, and returns its token. */
async function linked(mailing: MailingServer): Promise<string> {
  const links = () => mailing.mailbox.mails.filter(({ subject }) => subject === 'Set a new password');
  const before = links().length;
  await request(mailing);
  await eventually('the link', () => links().length > before);
  return tokenIn(links().at(-1));
}

test('a forgotten password is replaced with the link of a mail, which ends all sessions', async () => {
  await using mailing = await startMailing();
  const { server } = mailing;
  const person = await ownerOf(mailing);
  expect(await request(mailing)).toEqual(ACCEPTED);
  const [mail] = await mailing.mails(1);
  expect(mail?.recipients).toEqual([OWNER.email]);
  expect(mail?.subject).toBe('Set a new password');
  expect(mail?.text).toMatch(/^Set a new password:\nhttps:\/\/stats\.example\.com\/reset\?token=[\w-]{43}$/m);
  const token = tokenIn(mail);
  expect(mail?.html).toContain(`href="https://stats.example.com/reset?token=${token}"`);
  expect(await reset(mailing, token)).toEqual({ __typename: 'ResetPasswordSuccess', email: OWNER.email });
  expect((await person.ask(Viewer, {})).data.viewer).toBeNull();
  expect(await logIn(mailing, OWNER.password)).toBe('UserErrors');
  expect(await logIn(mailing, NEW_PASSWORD)).toBe('LogInSuccess');
  const [, notice] = await mailing.mails(2);
  expect(notice?.recipients).toEqual([OWNER.email]);
  expect(notice?.subject).toBe('Your password has been changed');
  expect(notice?.text).toContain('https://stats.example.com/forgot');
  const kinds = await server.deps.db.read.securityEvent.findMany({ select: { kind: true, actor: true } });
  expect(kinds).toContainEqual({ kind: 'password_reset_requested', actor: 'stranger' });
  expect(kinds).toContainEqual({ kind: 'password_reset', actor: 'browser' });
});

test('replacing a password with a link starts no session', async () => {
  await using mailing = await startMailing();
  const person = newPerson(mailing.server);
  await person.ask(Reset, { token: await linked(mailing), password: NEW_PASSWORD });
  expect([...person.cookies.keys()]).toEqual([]);
  expect(await mailing.server.deps.db.read.session.count()).toBe(0);
});

test('neither the database nor the log contains the token of a link', async () => {
  await using mailing = await startMailing();
  const token = await linked(mailing);
  const { db } = mailing.server.deps;
  const rows = [await db.read.accountToken.findMany(), await db.read.securityEvent.findMany()];
  expect(rows[0]).toHaveLength(1);
  expect(JSON.stringify(rows) + mailing.server.logLines.join('')).not.toContain(token);
});

describe('a link for a new password', () => {
  test('works once', async () => {
    await using mailing = await startMailing();
    const token = await linked(mailing);
    expect(await reset(mailing, token)).toMatchObject({ __typename: 'ResetPasswordSuccess' });
    expect(await reset(mailing, token, 'another staple horse')).toEqual(BROKEN_LINK);
    expect(await logIn(mailing, NEW_PASSWORD)).toBe('LogInSuccess');
  });

  test.each([
    ['is valid for an hour', HOUR_MS - 1, 'ResetPasswordSuccess'],
    ['is invalid after an hour', HOUR_MS, 'UserErrors'],
  ])('%s', async (_, after, outcome) => {
    await using mailing = await startMailing();
    const token = await linked(mailing);
    mailing.server.setTime(NOON + after);
    expect(await reset(mailing, token)).toMatchObject({ __typename: outcome });
  });

  test('that has expired is refused before the password is checked', async () => {
    await using mailing = await startMailing();
    const token = await linked(mailing);
    mailing.server.setTime(NOON + HOUR_MS);
    expect(await reset(mailing, token, 'too short')).toEqual(BROKEN_LINK);
  });

  test('is invalid if it is incomplete, or belongs to nothing', async () => {
    await using mailing = await startMailing();
    const token = await linked(mailing);
    for (const wrong of [token.slice(0, -1), `${token}A`, 'nothing'])
      expect(await reset(mailing, wrong)).toEqual(BROKEN_LINK);
  });

  test('replaces only the password of its account', async () => {
    await using mailing = await startMailing();
    await mailing.server.newAccount('other@example.com');
    await request(mailing, 'other@example.com');
    const token = tokenIn((await mailing.mails(1)).at(-1));
    expect(await reset(mailing, token)).toMatchObject({ email: 'other@example.com' });
    expect(await logIn(mailing, OWNER.password)).toBe('LogInSuccess');
  });

  test('is still valid after a password that the rules refuse', async () => {
    await using mailing = await startMailing();
    const token = await linked(mailing);
    expect(await reset(mailing, token, 'too short')).toEqual({
      __typename: 'UserErrors',
      errors: [{ path: ['input', 'password'], message: 'Must be at least 12 characters long; got 9.' }],
    });
    expect(await reset(mailing, token, 'owner@example.com')).toMatchObject({ __typename: 'UserErrors' });
    expect(await reset(mailing, token)).toMatchObject({ __typename: 'ResetPasswordSuccess' });
  });

  test('becomes invalid when another link of the account is used', async () => {
    await using mailing = await startMailing();
    const [first, second] = [await linked(mailing), await linked(mailing)];
    expect(await reset(mailing, second)).toMatchObject({ __typename: 'ResetPasswordSuccess' });
    expect(await reset(mailing, first, 'another staple horse')).toEqual(BROKEN_LINK);
  });

  test('becomes invalid when the password is changed, by the person or on the command line', async () => {
    await using mailing = await startMailing();
    const first = await linked(mailing);
    const person = await ownerOf(mailing);
    await person.ask(Change, { current: OWNER.password, password: NEW_PASSWORD });
    expect(await reset(mailing, first)).toEqual(BROKEN_LINK);
    const second = await linked(mailing);
    await replacePassword({ email: OWNER.email, password: 'another staple horse' }, mailing.server.deps);
    expect(await reset(mailing, second)).toEqual(BROKEN_LINK);
  });
});

test('a changed password is reported by mail', async () => {
  await using mailing = await startMailing();
  const person = await ownerOf(mailing);
  await person.ask(Change, { current: 'wrong horse', password: NEW_PASSWORD });
  await person.ask(Change, { current: OWNER.password, password: NEW_PASSWORD });
  const mails = await mailing.mails(1);
  expect(mails.map(({ subject }) => subject)).toEqual(['Your password has been changed']);
});

test('an unknown address gets the same response as a known one, before the database is read', async () => {
  const statements: string[] = [];
  await using mailbox = await startMailbox();
  await using server = await startTestServer({
    env: { SMTP_URL: mailbox.url, MAIL_FROM: 'footfall@stats.example.com' },
    onQuery: (sql) => void statements.push(sql),
  });
  const answers = [];
  for (const email of [OWNER.email, 'nobody@example.com']) {
    answers.push(await newPerson(server).ask(RequestReset, { email }));
    const context = createContext(server.deps, anonymous);
    statements.length = 0;
    await requestPasswordReset({ email }, context);
    // Not even the turn of the event loop that finishes a statement lies between the two.
    expect(statements).toEqual([]);
  }
  expect(answers[0]).toMatchObject({ status: 200, data: { requestPasswordReset: ACCEPTED } });
  expect(answers[1]).toEqual(answers[0]);
  await eventually('the mails', () => mailbox.mails.length === 2);
});

const networkOf = (number: number) => `10.${number >> 8}.${number & 255}.1`;

describe('requests for a new password', () => {
  test('are limited to three mails an hour for an account, which the response does not reveal', async () => {
    await using mailing = await startMailing();
    for (let number = 0; number < 5; number += 1)
      expect(await request(mailing, OWNER.email, `192.0.2.${number}`)).toEqual(ACCEPTED);
    await mailing.server.newAccount('other@example.com');
    await request(mailing, 'other@example.com');
    // The mails are sent in the order of the requests.
    const mails = await mailing.mails(4);
    expect(mails.map(({ recipients }) => recipients[0])).toEqual([
      ...[OWNER.email, OWNER.email, OWNER.email],
      'other@example.com',
    ]);
    mailing.server.setTime(NOON + HOUR_MS);
    await request(mailing);
    await mailing.mails(5);
    expect(mails).toHaveLength(5);
  });

  test.each([
    ['from a client', (number: number) => [`${number}@example.com`, '192.0.2.1'] as const, 10],
    ['for an address', (number: number) => ['nobody@example.com', `192.0.2.${number}`], 10],
    ['in total', (number: number) => [`${number}@example.com`, networkOf(number)], 300],
  ] as const)('are limited %s', async (_, who, most) => {
    await using mailing = await startMailing();
    for (let number = 0; number < most; number += 1)
      expect(await request(mailing, ...who(number))).toEqual(ACCEPTED);
    expect(await request(mailing, ...who(most))).toMatchObject([
      { extensions: { code: 'TOO_MANY_REQUESTS' }, message: 'Too many attempts. Try again in 15 minutes.' },
    ]);
  });
});

test('after ten invalid links from a client, none is checked for 15 minutes', async () => {
  await using mailing = await startMailing();
  const token = await linked(mailing);
  for (let number = 0; number < 10; number += 1) expect(await reset(mailing, 'guess')).toEqual(BROKEN_LINK);
  expect(await reset(mailing, token)).toMatchObject([
    { message: 'Too many invalid links. Try again in 15 minutes.' },
  ]);
  mailing.server.setTime(NOON + HOUR_MS / 4);
  expect(await reset(mailing, token)).toMatchObject({ __typename: 'ResetPasswordSuccess' });
});

test('without a mail server, the request is refused with the command for the operator', async () => {
  await using server = await startTestServer();
  const { errors } = await newPerson(server).ask(RequestReset, { email: OWNER.email });
  expect(errors).toMatchObject([
    {
      extensions: { code: 'UNAVAILABLE' },
      message:
        'This server does not send mail: SMTP_URL and MAIL_FROM are not set. Its operator can run: ' +
        'footfall account password --email EMAIL --password PASSWORD',
    },
  ]);
});

test('expired links are deleted as soon as the limit of an hour no longer counts them', async () => {
  await using mailing = await startMailing();
  await linked(mailing);
  const { db } = mailing.server.deps;
  mailing.server.setTime(NOON + HOUR_MS - 1);
  await mailing.server.runJobs();
  expect(await db.read.accountToken.count()).toBe(1);
  mailing.server.setTime(NOON + HOUR_MS);
  await mailing.server.runJobs();
  expect(await db.read.accountToken.count()).toBe(0);
});
