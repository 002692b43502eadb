import { describe, expect, test } from '@jest/globals';
import { replaceEmail } from '../../src/auth/accounts.ts';
import { changeEmail } from '../../src/auth/emailChange.ts';
import { operator } from '../../src/auth/keys.ts';
import type { Viewer } from '../../src/auth/viewer.ts';
import { createContext } from '../../src/request/context.ts';
import { graphql } from '../gql/gql.ts';
import {
  BROKEN_LINK,
  ChangeEmail,
  ConfirmEmail,
  type MailingServer,
  NEW_PASSWORD,
  ownerOf,
  RequestReset,
  Reset,
  startMailing,
  tokenIn,
} from '../support/accountMails.ts';
import { ask } from '../support/ask.ts';
import { startMailbox } from '../support/mailbox.ts';
import { LogIn, newPerson, OWNER, type Person } from '../support/person.ts';
import { NOON, startTestServer } from '../support/server.ts';
import { eventually } from '../support/site.ts';

const WhoIs = graphql(`query ViewerAfterChange { viewer { email } }`);
const Change = graphql(`
  mutation ChangeAfterRequest($current: String!, $password: String!) {
    changePassword(input: { current: $current, password: $password }) { __typename }
  }
`);
const HOUR_MS = 3_600_000;
const NEW = 'new@example.com';

const change = async (person: Person, email = NEW) => {
  const { data, errors } = await person.ask(ChangeEmail, { email });
  return data?.changeEmail ?? errors;
};
const confirm = async ({ server }: MailingServer, token: string) =>
  (await newPerson(server).ask(ConfirmEmail, { token })).data.confirmEmail;
const logIn = async ({ server }: MailingServer, email: string, password = OWNER.password) =>
  (await newPerson(server).ask(LogIn, { email, password })).data.logIn.__typename;

/** Requests a change, and returns the token of its link. */
async function linked(mailing: MailingServer, person: Person, email = NEW): Promise<string> {
  const before = mailing.mailbox.mails.length;
  await change(person, email);
  const mails = (await mailing.mails(before + 2)).slice(before);
  return tokenIn(mails.find(({ recipients }) => recipients[0] === email));
}

test('an address changes with the link to the new one, and the earlier one gets two notices', async () => {
  await using mailing = await startMailing();
  const { server } = mailing;
  const person = await ownerOf(mailing);
  expect(await change(person)).toEqual({
    __typename: 'ChangeEmailSuccess',
    viewer: { email: OWNER.email },
  });
  const [link, notice] = await mailing.mails(2);
  expect([link?.recipients, link?.subject]).toEqual([[NEW], 'Confirm your email address']);
  expect(link?.text).toMatch(/^https:\/\/stats\.example\.com\/confirm-email\?token=[\w-]{43}$/m);
  expect([notice?.recipients, notice?.subject]).toEqual([
    [OWNER.email],
    'A new email address was requested for your account',
  ]);
  expect(notice?.text).toContain('If it was not you, set a new password now.');
  expect(notice?.text).not.toContain('token');
  expect(await logIn(mailing, OWNER.email)).toBe('LogInSuccess');
  expect(await confirm(mailing, tokenIn(link))).toEqual({ __typename: 'ConfirmEmailSuccess', email: NEW });
  const last = (await mailing.mails(3)).at(-1);
  expect([last?.recipients, last?.subject]).toEqual([[OWNER.email], 'Your email address has been changed']);
  expect(last?.text).toContain(NEW);
  expect(await logIn(mailing, OWNER.email)).toBe('UserErrors');
  expect(await logIn(mailing, NEW)).toBe('LogInSuccess');
  expect((await person.ask(WhoIs, {})).data.viewer).toEqual({ email: NEW });
  const events = await server.deps.db.read.securityEvent.findMany({
    where: { kind: { startsWith: 'email_' } },
    select: { kind: true, detail: true, actor: true },
  });
  const detail = `${OWNER.email} → ${NEW}`;
  expect(events).toEqual([
    { kind: 'email_change_requested', detail, actor: 'browser' },
    { kind: 'email_changed', detail, actor: 'browser' },
  ]);
});

test('a session whose password was given ten minutes ago must confirm it before a change', async () => {
  await using mailing = await startMailing();
  const person = await ownerOf(mailing);
  mailing.server.setTime(NOON + 600_000);
  expect(await change(person)).toEqual({ __typename: 'ConfirmationRequired' });
  expect(await mailing.server.deps.db.read.accountToken.count()).toBe(0);
});

test('an API key and a stranger cannot change the email address', async () => {
  await using mailing = await startMailing();
  const { server } = mailing;
  for (const key of [server.key, null]) {
    const { errors } = await ask(server, ChangeEmail, { email: NEW }, { key });
    expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  }
  expect(await server.deps.db.read.accountToken.count()).toBe(0);
});

test('an address that another account has gets the same response, but a mail without a link', async () => {
  await using mailing = await startMailing();
  await mailing.server.newAccount('other@example.com');
  const person = await ownerOf(mailing);
  expect(await change(person, 'Other@example.com')).toEqual(await change(person, NEW));
  const mails = await mailing.mails(4);
  const [taken] = mails.filter(({ recipients }) => recipients[0] === 'other@example.com');
  expect(taken?.subject).toBe('You already have an account with this address');
  expect(taken?.text).not.toContain('token');
  expect(await logIn(mailing, 'other@example.com')).toBe('LogInSuccess');
});

test('whether another account has the address changes no statement before the response', async () => {
  const statements: string[] = [];
  await using mailbox = await startMailbox();
  await using server = await startTestServer({
    env: { SMTP_URL: mailbox.url, MAIL_FROM: 'footfall@stats.example.com' },
    onQuery: (sql) => void statements.push(sql),
  });
  await server.newAccount('other@example.com');
  await newPerson(server).ask(LogIn, OWNER);
  const { id: session } = await server.deps.db.read.session.findFirstOrThrow();
  const seen: string[][] = [];
  for (const [index, email] of ['first@example.com', 'nobody@example.com', 'other@example.com'].entries()) {
    const owner = operator(server.teamId) as Extract<Viewer, { kind: 'account' }>;
    const context = createContext(server.deps, { ...owner, accountId: server.accountId, session });
    statements.length = 0;
    await changeEmail({ email }, context);
    seen.push([...statements]);
    // Otherwise, the work after a response would run beside the next request.
    await eventually('the mails', () => mailbox.mails.length === 2 * (index + 1));
  }
  expect(seen[1]?.length).toBeGreaterThan(3);
  expect(seen[2]).toEqual(seen[1]);
});

describe('a link for a new email address', () => {
  test('works once', async () => {
    await using mailing = await startMailing();
    const token = await linked(mailing, await ownerOf(mailing));
    expect(await confirm(mailing, token)).toEqual({ __typename: 'ConfirmEmailSuccess', email: NEW });
    expect(await confirm(mailing, token)).toEqual(BROKEN_LINK);
  });

  test.each([
    ['is valid for 24 hours', 24 * HOUR_MS - 1, 'ConfirmEmailSuccess'],
    ['is invalid after 24 hours', 24 * HOUR_MS, 'UserErrors'],
  ])('%s', async (_, after, outcome) => {
    await using mailing = await startMailing();
    const token = await linked(mailing, await ownerOf(mailing));
    mailing.server.setTime(NOON + after);
    expect(await confirm(mailing, token)).toMatchObject({ __typename: outcome });
  });

  test('becomes invalid with the next request, so that a mistyped address cannot take over', async () => {
    await using mailing = await startMailing();
    const person = await ownerOf(mailing);
    const mistyped = await linked(mailing, person, 'nwe@example.com');
    const right = await linked(mailing, person);
    expect(await confirm(mailing, mistyped)).toEqual(BROKEN_LINK);
    expect(await confirm(mailing, right)).toMatchObject({ email: NEW });
  });

  test('becomes invalid when the password is changed or replaced', async () => {
    await using mailing = await startMailing();
    const person = await ownerOf(mailing);
    const first = await linked(mailing, person);
    await person.ask(Change, { current: OWNER.password, password: NEW_PASSWORD });
    expect(await confirm(mailing, first)).toEqual(BROKEN_LINK);
    await mailing.mails(3);
    const second = await linked(mailing, person);
    await newPerson(mailing.server).ask(RequestReset, { email: OWNER.email });
    const reset = tokenIn((await mailing.mails(6)).at(-1));
    await newPerson(mailing.server).ask(Reset, { token: reset, password: 'another staple horse' });
    expect(await confirm(mailing, second)).toEqual(BROKEN_LINK);
  });

  test('does not replace a password, and one for a password does not change an address', async () => {
    await using mailing = await startMailing();
    const token = await linked(mailing, await ownerOf(mailing));
    const { data } = await newPerson(mailing.server).ask(Reset, { token, password: NEW_PASSWORD });
    expect(data.resetPassword).toEqual(BROKEN_LINK);
    await newPerson(mailing.server).ask(RequestReset, { email: OWNER.email });
    const reset = tokenIn((await mailing.mails(3)).at(-1));
    expect(await confirm(mailing, reset)).toEqual(BROKEN_LINK);
  });

  test('is refused if another account got the address in the meantime', async () => {
    await using mailing = await startMailing();
    const token = await linked(mailing, await ownerOf(mailing));
    await mailing.server.newAccount(NEW);
    expect(await confirm(mailing, token)).toEqual({
      __typename: 'UserErrors',
      errors: [{ path: ['input', 'email'], message: 'An account with this email address already exists.' }],
    });
    expect(await logIn(mailing, OWNER.email)).toBe('LogInSuccess');
  });
});

test('after a change of the address, links that were mailed to the earlier one are invalid', async () => {
  await using mailing = await startMailing();
  await newPerson(mailing.server).ask(RequestReset, { email: OWNER.email });
  const reset = tokenIn((await mailing.mails(1)).at(-1));
  await confirm(mailing, await linked(mailing, await ownerOf(mailing)));
  const { data } = await newPerson(mailing.server).ask(Reset, { token: reset, password: NEW_PASSWORD });
  expect(data.resetPassword).toEqual(BROKEN_LINK);
});

test('a change can be requested three times an hour', async () => {
  await using mailing = await startMailing();
  const person = await ownerOf(mailing);
  for (const name of ['a', 'b', 'c'])
    expect(await change(person, `${name}@example.com`)).toMatchObject({ __typename: 'ChangeEmailSuccess' });
  expect(await change(person, 'd@example.com')).toMatchObject([
    {
      extensions: { code: 'TOO_MANY_REQUESTS' },
      message: 'The email address can be changed at most 3 times an hour. Try again later.',
    },
  ]);
  const link = (await mailing.mails(6)).find(({ recipients }) => recipients[0] === 'c@example.com');
  // The refused request leaves the link before it valid.
  expect(await confirm(mailing, tokenIn(link))).toMatchObject({ email: 'c@example.com' });
});

test.each([
  ['nonsense', 'Must be an email address, for example you@example.com.'],
  ['OWNER@example.com', 'Must differ from the present email address.'],
])('the new address cannot be %s', async (email, message) => {
  await using mailing = await startMailing();
  expect(await change(await ownerOf(mailing), email)).toEqual({
    __typename: 'UserErrors',
    errors: [{ path: ['input', 'email'], message }],
  });
});

describe('the command line', () => {
  test('changes an email address without a mail, and makes links invalid', async () => {
    await using mailing = await startMailing();
    const { server } = mailing;
    const token = await linked(mailing, await ownerOf(mailing), 'other@example.com');
    const changed = await replaceEmail({ email: OWNER.email, to: ' New@example.com' }, server.deps);
    expect(changed.email).toBe(NEW);
    expect(await confirm(mailing, token)).toEqual(BROKEN_LINK);
    expect(await logIn(mailing, NEW)).toBe('LogInSuccess');
    const events = await server.deps.db.read.securityEvent.findMany({ where: { kind: 'email_changed' } });
    expect(events).toMatchObject([{ actor: 'command_line', detail: `${OWNER.email} → ${NEW}` }]);
  });

  test('refuses an address that another account has', async () => {
    await using server = await startTestServer();
    await server.newAccount(NEW);
    await expect(replaceEmail({ email: OWNER.email, to: NEW }, server.deps)).rejects.toMatchObject({
      details: { fields: { email: ['An account with this email address already exists.'] } },
    });
  });
});

test('without a mail server, the change is refused with the command for the operator', async () => {
  await using server = await startTestServer();
  const person = newPerson(server);
  await person.ask(LogIn, OWNER);
  expect(await change(person)).toMatchObject([
    {
      message:
        'This server does not send mail: SMTP_URL and MAIL_FROM are not set. Its operator can run: ' +
        'footfall account email --email OLD --to NEW',
    },
  ]);
});
