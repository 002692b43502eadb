import { describe, expect, test } from '@jest/globals';
import { operator } from '../../src/auth/keys.ts';
import { createLoginLink } from '../../src/auth/loginLink.ts';
import { inviteMember } from '../../src/auth/members/invitations.ts';
import { anonymous } from '../../src/auth/viewer.ts';
import { createContext } from '../../src/request/context.ts';
import { graphql } from '../gql/gql.ts';
import { BROKEN_LINK } from '../support/accountMails.ts';
import { LogIn, newPerson, OWNER, type Person } from '../support/person.ts';
import { logInWith, protectOwner } from '../support/secondFactors.ts';
import { NOON, startTestServer, type TestServer } from '../support/server.ts';
import { ADDRESS, ANN, eachWithOkta, signOn, start, whoIs } from '../support/singleSignOn.ts';

const TEN_MINUTES_MS = 600_000;
const OFF = 'Passwords are off on this server. Use single sign-on instead.';

const LogInWithLink = graphql(`
  mutation LogInByLink($token: String!) {
    logInWithLink(input: { token: $token }) {
      __typename
      ... on LogInWithLinkSuccess { viewer { email } }
      ... on UserErrors { errors { path message } }
    }
  }
`);
const LoginOptionsNow = graphql(`
  query LoginOptionsNow { loginOptions { passwords providers { name label } } }
`);
const Accept = graphql(`
  mutation AcceptWhileOff($token: String!) {
    acceptInvitation(input: { token: $token, password: "violet harbour lantern" }) { __typename }
  }
`);
const Reset = graphql(`
  mutation RequestWhileOff {
    requestPasswordReset(input: { email: "owner@example.com" }) { __typename }
  }
`);
const Replace = graphql(`
  mutation ResetWhileOff {
    resetPassword(input: { token: "a", password: "violet harbour lantern" }) { __typename }
  }
`);
const Change = graphql(`
  mutation ChangeWhileOff {
    changePassword(input: { current: "correct horse", password: "violet harbour lantern" }) { __typename }
  }
`);
const Confirm = graphql(`
  mutation ConfirmWhileOff { confirmPassword(input: { password: "correct horse" }) { __typename } }
`);

const okta = eachWithOkta();

async function linkFor(server: TestServer, email = OWNER.email): Promise<string> {
  const { url } = await createLoginLink(email, createContext(server.deps, anonymous));
  expect(url).toMatch(/^https:\/\/stats\.example\.com\/login-link\?token=[\w-]{43}$/);
  return new URL(url).searchParams.get('token') ?? '';
}

const open = async (person: Person, token: string) =>
  (await person.ask(LogInWithLink, { token })).data.logInWithLink;

test('with PASSWORDS=off, nothing that needs a password works, and the rest does', async () => {
  await using server = await okta.start({ DOMAINS: 'example.com=viewer' }, { PASSWORDS: 'off' });
  const stranger = newPerson(server);
  expect((await stranger.ask(LoginOptionsNow, {})).data.loginOptions).toEqual({
    passwords: false,
    providers: [{ name: 'okta', label: 'Okta' }],
  });
  const { url } = await inviteMember(
    { email: 'bob@example.org', role: 'viewer' },
    createContext(server.deps, operator(server.teamId)),
  );
  const token = new URL(url).searchParams.get('token') ?? '';
  const owner = newPerson(server);
  await open(owner, await linkFor(server));
  const refused = [
    await stranger.ask(LogIn, OWNER),
    await stranger.ask(LogIn, { ...OWNER, email: 'nobody@example.com' }),
    await stranger.ask(Accept, { token }),
    await stranger.ask(Reset, {}),
    await stranger.ask(Replace, {}),
    await owner.ask(Change, {}),
    await owner.ask(Confirm, {}),
  ];
  for (const { errors } of refused)
    expect(errors).toMatchObject([{ message: OFF, extensions: { code: 'FORBIDDEN' } }]);
  expect(await whoIs(stranger)).toBeNull();
  expect(await signOn(stranger, okta.provider, ANN)).toBe('/websites');
  const bob = newPerson(server);
  expect(await signOn(bob, okta.provider, { sub: 'bob' }, { invitation: token })).toBe('/websites');
});

test('an identity is the only way to log in if passwords are off', async () => {
  const RemoveFirst = graphql(`
    mutation RemoveFirst($id: ID!) { removeIdentity(input: { id: $id }) { __typename } }
  `);
  await using server = await okta.start({}, { PASSWORDS: 'off' });
  const owner = newPerson(server);
  await open(owner, await linkFor(server));
  await signOn(owner, okta.provider, { sub: 'owner-1' }, { purpose: 'LINK' });
  const [identity] = (await whoIs(owner))?.identities ?? [];
  const { data } = await owner.ask(RemoveFirst, { id: identity?.id ?? '' });
  expect(data.removeIdentity.__typename).toBe('UserErrors');
});

test('a person without a password cannot log in with one, not even an empty one', async () => {
  await using server = await startTestServer({
    env: okta.provider.env('okta', { DOMAINS: 'example.com=viewer' }),
  });
  await signOn(newPerson(server), okta.provider, ANN);
  const wrong = [{ path: ['input', 'password'], message: 'Email address or password is wrong.' }];
  for (const password of ['', ' ', 'null', 'violet harbour lantern']) {
    const { data } = await newPerson(server).ask(LogIn, { email: ADDRESS, password });
    expect(data.logIn.__typename).toBe('UserErrors');
    if (password.length > 1) expect(data.logIn).toMatchObject({ errors: wrong });
  }
});

describe('a link of the operator', () => {
  test('logs in once, and then confirms the session', async () => {
    await using server = await okta.start();
    const token = await linkFor(server);
    const owner = newPerson(server);
    expect(await open(owner, token)).toEqual({
      __typename: 'LogInWithLinkSuccess',
      viewer: { email: OWNER.email },
    });
    expect(await open(newPerson(server), token)).toEqual(BROKEN_LINK);
    // Connecting a provider requires a confirmed session.
    await start(owner, { purpose: 'LINK' });
    const events = await server.deps.db.read.securityEvent.findMany({ orderBy: { id: 'asc' } });
    expect(events.map(({ kind, actor }) => [kind, actor]).slice(-2)).toEqual([
      ['login_link_created', 'command_line'],
      ['logged_in', 'browser'],
    ]);
    expect(await server.deps.db.read.session.findMany()).toMatchObject([{ method: 'login_link' }]);
  });

  test.each([
    ['is valid for ten minutes', TEN_MINUTES_MS - 1, 'LogInWithLinkSuccess'],
    ['is invalid after ten minutes', TEN_MINUTES_MS, 'UserErrors'],
  ])('%s', async (_, after, outcome) => {
    await using server = await startTestServer();
    const token = await linkFor(server);
    server.setTime(NOON + after);
    expect((await open(newPerson(server), token)).__typename).toBe(outcome);
  });

  test('replaces the second factor, which the person may have lost', async () => {
    await using server = await startTestServer();
    await protectOwner(server);
    expect((await logInWith(newPerson(server), {})).__typename).toBe('SecondFactorRequired');
    expect((await open(newPerson(server), await linkFor(server))).__typename).toBe('LogInWithLinkSuccess');
  });

  test('is not stored, and no link of a mail logs in', async () => {
    await using server = await startTestServer();
    const token = await linkFor(server);
    const rows = await server.deps.db.read.accountToken.findMany();
    expect(JSON.stringify(rows) + server.logLines.join('')).not.toContain(token);
    await server.deps.db.write((tx) => tx.accountToken.updateMany({ data: { kind: 'password_reset' } }));
    for (const wrong of ['', 'guess', token.slice(1)])
      expect((await open(newPerson(server), wrong)).__typename).toBe('UserErrors');
  });

  test('is created at most three times an hour, for an account that exists', async () => {
    await using server = await startTestServer();
    for (let number = 0; number < 3; number++) await linkFor(server);
    await expect(linkFor(server)).rejects.toThrow('at most 3 such links an hour');
    await expect(linkFor(server, 'nobody@example.com')).rejects.toMatchObject({
      details: { fields: { email: ['There is no account with this email address.'] } },
    });
  });
});
