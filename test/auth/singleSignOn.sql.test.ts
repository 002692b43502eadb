import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { operator } from '../../src/auth/keys.ts';
import { inviteMember } from '../../src/auth/members/invitations.ts';
import { changeMember } from '../../src/auth/members/members.ts';
import { createContext } from '../../src/request/context.ts';
import { graphql } from '../gql/gql.ts';
import { startMailing } from '../support/accountMails.ts';
import { type FakeProvider, startFakeProvider } from '../support/fakeProvider.ts';
import { register } from '../support/pages.ts';
import { LogIn, newPerson, OWNER, type Person } from '../support/person.ts';
import { Factors, Remove } from '../support/secondFactors.ts';
import { NOON, startTestServer, type TestServer } from '../support/server.ts';
import { comeBack, signOn, start, whoIs } from '../support/singleSignOn.ts';

const RemoveIdentity = graphql(`
  mutation RemoveIdentity($id: ID!) {
    removeIdentity(input: { id: $id }) {
      __typename
      ... on UserErrors { errors { path message } }
    }
  }
`);
const TEN_MINUTES_MS = 600_000;
const ANN = { sub: 'ann-1', email: 'Ann@Example.com', email_verified: true };
const ADDRESS = 'ann@example.com';

let provider: FakeProvider;
beforeAll(async () => {
  provider = await startFakeProvider();
});
afterAll(() => provider[Symbol.asyncDispose]());

const startWith = (more: Record<string, string> = {}, env: Record<string, string> = {}) =>
  startTestServer({ env: { ...provider.env('okta', { LABEL: 'Okta', ...more }), ...env } });

async function owner(server: TestServer): Promise<Person> {
  const person = newPerson(server);
  await person.ask(LogIn, OWNER);
  return person;
}

async function invite(server: TestServer, email: string, role: string): Promise<string> {
  const { url } = await inviteMember({ email, role }, createContext(server.deps, operator(server.teamId)));
  return new URL(url).searchParams.get('token') ?? '';
}

const membersOf = ({ deps }: TestServer) =>
  deps.db.read.member.findMany({ select: { role: true, account: { select: { email: true } } } });
const eventsOf = async ({ deps }: TestServer, ...kinds: string[]) =>
  (await deps.db.read.securityEvent.findMany({ where: { kind: { in: kinds } }, orderBy: { id: 'asc' } })).map(
    ({ kind, subject, detail }) => [kind, subject, detail],
  );

describe('a person whose verified address is in a listed domain', () => {
  test('joins with the role of the domain, and logs in again to the same account', async () => {
    await using server = await startWith({ DOMAINS: 'example.org=admin,example.com=editor' });
    const ann = newPerson(server);
    expect(await signOn(ann, provider, ANN)).toBe('/websites');
    expect(await whoIs(ann)).toMatchObject({
      email: ADDRESS,
      role: 'EDITOR',
      hasPassword: false,
      identities: [{ provider: 'okta', label: 'Okta' }],
      team: { name: OWNER.email },
    });
    const again = newPerson(server);
    // The provider may change everything but the subject.
    expect(await signOn(again, provider, { sub: 'ann-1', email: 'other@example.net' })).toBe('/websites');
    expect((await whoIs(again))?.email).toBe(ADDRESS);
    expect(await server.deps.db.read.account.count()).toBe(2);
    const sessions = await server.deps.db.read.session.findMany();
    expect(sessions.map(({ method }) => method)).toEqual(['oidc', 'oidc']);
    const kinds = ['account_created', 'identity_linked', 'member_joined', 'logged_in'];
    expect(await eventsOf(server, ...kinds)).toEqual([
      // The owner of the server.
      ['account_created', null, null],
      ['member_joined', ADDRESS, 'editor'],
      ['identity_linked', 'Okta', null],
      ['account_created', null, 'Okta'],
      ['logged_in', null, 'Okta'],
    ]);
  });

  test('joins once, however often the provider sends the browser back at once', async () => {
    await using server = await startWith({ DOMAINS: 'example.com=viewer' });
    const people = Array.from({ length: 4 }, () => newPerson(server));
    const ways = await Promise.all(people.map((person) => signOn(person, provider, ANN)));
    expect(ways).toContain('/websites');
    expect(await server.deps.db.read.account.count()).toBe(2);
    expect(await server.deps.db.read.identity.count()).toBe(1);
  });

  test.each([
    ['another domain', { ...ANN, email: 'ann@sub.example.com' }, 'refused'],
    ['a domain at the end of another one', { ...ANN, email: 'ann@notexample.com' }, 'refused'],
    ['no verified address', { ...ANN, email_verified: false }, 'refused'],
    ['an address that nothing calls verified', { sub: 'ann-1', email: ADDRESS }, 'refused'],
    ['no address', { sub: 'ann-1' }, 'refused'],
    ['several addresses', { ...ANN, email: ['ann@example.com'] }, 'refused'],
  ])('does not include a person with %s', async (_what, claims, code) => {
    await using server = await startWith({ DOMAINS: 'example.com=viewer' });
    const ann = newPerson(server);
    expect(await signOn(ann, provider, claims)).toBe(`/login?sign_on=${code}`);
    expect(await whoIs(ann)).toBeNull();
    expect(await server.deps.db.read.account.count()).toBe(1);
  });

  test('is in the claim that the settings name', async () => {
    await using server = await startWith({ DOMAINS: 'example.com=viewer', VERIFIED_CLAIM: 'xms_edov' });
    const claims = { sub: 'ann-1', email: ADDRESS, email_verified: true };
    expect(await signOn(newPerson(server), provider, claims)).toBe('/login?sign_on=refused');
    expect(await signOn(newPerson(server), provider, { ...claims, xms_edov: '1' })).toBe('/websites');
  });

  test('is found in the user info if the ID token does not have the address', async () => {
    await using server = await startWith({ DOMAINS: 'example.com=viewer' });
    const { sub, ...userInfo } = ANN;
    expect(await signOn(newPerson(server), provider, { sub }, { userInfo })).toBe('/websites');
  });
});

describe('an account that exists', () => {
  test('is not taken over by a person with its address at the provider', async () => {
    await using server = await startWith({ DOMAINS: 'example.com=viewer', GROUPS: 'ops=owner' });
    const stranger = newPerson(server);
    const claims = { sub: 'stranger', email: OWNER.email, email_verified: true, groups: ['ops'] };
    expect(await signOn(stranger, provider, claims)).toBe('/login?sign_on=not_connected');
    expect(await whoIs(stranger)).toBeNull();
    expect(await server.deps.db.read.identity.count()).toBe(0);
  });

  test('is not revealed to a person whose address is not verified', async () => {
    await using server = await startWith({ DOMAINS: 'example.com=viewer' });
    const claims = { sub: 'stranger', email: OWNER.email, email_verified: false };
    expect(await signOn(newPerson(server), provider, claims)).toBe('/login?sign_on=refused');
    const groups = { GROUPS: 'ops=viewer' };
    await using other = await startWith(groups);
    const member = { ...claims, groups: ['ops'] };
    for (const email of [OWNER.email, 'nobody@example.com'])
      expect(await signOn(newPerson(other), provider, { ...member, email })).toBe(
        '/login?sign_on=unverified',
      );
  });

  test('is connected while logged in, and then logs in with the provider', async () => {
    await using server = await startWith();
    const person = await owner(server);
    expect(await signOn(person, provider, { sub: 'owner-1' }, { purpose: 'LINK' })).toBe(
      '/account?sign_on=linked',
    );
    const again = newPerson(server);
    expect(await signOn(again, provider, { sub: 'owner-1' }, { next: '/websites/1?a=b' })).toBe(
      '/login?next=%2Fwebsites%2F1%3Fa%3Db',
    );
    expect(await whoIs(again)).toMatchObject({ email: OWNER.email, role: 'OWNER', hasPassword: true });
  });

  test('gets a mail when a provider is connected, in the language of the account', async () => {
    await using mailing = await startMailing(provider.env('okta', { LABEL: 'Okta' }));
    const { server } = mailing;
    await server.deps.db.write((tx) => tx.account.updateMany({ data: { language: 'de' } }));
    const person = await owner(server);
    const link = () => signOn(person, provider, { sub: 'owner-1' }, { purpose: 'LINK' });
    expect([await link(), await link()]).toEqual(Array(2).fill('/account?sign_on=linked'));
    const [mail, ...others] = await mailing.mails(1);
    expect([mail?.recipients, mail?.subject]).toEqual([[OWNER.email], 'Eine Anmeldung wurde hinzugefügt']);
    expect(mail?.text).toContain('mit Okta verbunden');
    expect(others).toEqual([]);
  });

  test('is connected only after the session was confirmed', async () => {
    await using server = await startWith();
    const person = await owner(server);
    server.setTime(NOON + TEN_MINUTES_MS);
    await expect(start(person, { purpose: 'LINK' })).rejects.toThrow('ConfirmationRequired');
    await expect(start(newPerson(server), { purpose: 'LINK' })).rejects.toThrow('UNAUTHENTICATED');
  });

  test('is not connected in another session than the one in which that was started', async () => {
    await using server = await startWith();
    const person = await owner(server);
    const back = provider.authorize(await start(person, { purpose: 'LINK' }), { sub: 'owner-1' });
    await person.ask(LogIn, OWNER);
    expect(await comeBack(person, back)).toBe('/account?sign_on=session');
    expect(await server.deps.db.read.identity.count()).toBe(0);
  });

  test('cannot have the identity of another account', async () => {
    await using server = await startWith({ DOMAINS: 'example.com=viewer' });
    await signOn(newPerson(server), provider, ANN);
    const person = await owner(server);
    expect(await signOn(person, provider, ANN, { purpose: 'LINK' })).toBe('/account?sign_on=other_person');
  });

  test('cannot be connected with more than ten identities', async () => {
    await using server = await startWith();
    const person = await owner(server);
    for (let number = 0; number < 10; number++)
      await signOn(person, provider, { sub: `owner-${number}` }, { purpose: 'LINK' });
    expect(await signOn(person, provider, { sub: 'owner-10' }, { purpose: 'LINK' })).toBe(
      '/account?sign_on=too_many',
    );
    expect(await server.deps.db.read.identity.count()).toBe(10);
  });
});

describe('a session of a person without a password', () => {
  const recent = () => ({ ...ANN, auth_time: Math.floor(Date.now() / 1_000) });

  test('is confirmed by another login to the provider, and the person returns to the page', async () => {
    await using server = await startWith({ DOMAINS: 'example.com=viewer' });
    const ann = newPerson(server);
    await signOn(ann, provider, ANN);
    server.setTime(NOON + TEN_MINUTES_MS);
    await expect(start(ann, { purpose: 'LINK' })).rejects.toThrow('ConfirmationRequired');
    const asked = new URL(await start(ann, { purpose: 'CONFIRM' })).searchParams;
    expect([asked.get('prompt'), asked.get('max_age')]).toEqual(['login', '0']);
    const options = { purpose: 'CONFIRM', next: '/account/keys' } as const;
    expect(await signOn(ann, provider, recent(), options)).toBe('/account/keys?sign_on=confirmed');
    await start(ann, { purpose: 'LINK' });
  });

  test.each([
    ['says nothing about the time', () => ANN, 'not_recent'],
    [
      'had the last login an hour ago',
      () => ({ ...ANN, auth_time: recent().auth_time - 3_600 }),
      'not_recent',
    ],
    ['has logged in another person', () => ({ ...recent(), sub: 'bob' }), 'other_person'],
  ])('is not confirmed if the provider %s', async (_what, claims, code) => {
    await using server = await startWith({ DOMAINS: 'example.com=viewer' });
    const ann = newPerson(server);
    await signOn(ann, provider, ANN);
    server.setTime(NOON + TEN_MINUTES_MS);
    expect(await signOn(ann, provider, claims(), { purpose: 'CONFIRM' })).toBe(`/account?sign_on=${code}`);
    await expect(start(ann, { purpose: 'LINK' })).rejects.toThrow('ConfirmationRequired');
  });

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/account/..//evil.example',
    '/websites/%2e%2e//evil.example',
    '/login',
    '/websitesx',
  ])('does not return to %s', async (next) => {
    await using server = await startWith({ DOMAINS: 'example.com=viewer' });
    const ann = newPerson(server);
    await signOn(ann, provider, ANN);
    expect(await signOn(ann, provider, recent(), { purpose: 'CONFIRM', next })).toBe(
      '/account?sign_on=confirmed',
    );
  });
});

describe('an invitation', () => {
  test('is accepted with an identity, by a person who may not join otherwise', async () => {
    await using server = await startWith();
    const invitation = await invite(server, 'bob@company.example', 'editor');
    const bob = newPerson(server);
    // The link proves the address, as it does with a password.
    expect(await signOn(bob, provider, { sub: 'bob' }, { invitation })).toBe('/websites');
    expect(await whoIs(bob)).toMatchObject({ email: 'bob@company.example', role: 'EDITOR' });
    const other = newPerson(server);
    expect(await signOn(other, provider, { sub: 'eve' }, { invitation })).toBe('/login?sign_on=invitation');
    expect(await signOn(newPerson(server), provider, { sub: 'bob' })).toBe('/websites');
  });

  test('does not connect an identity with an account that has the address already', async () => {
    await using server = await startWith();
    await server.newAccount('bob@company.example');
    const invitation = await invite(server, 'bob@company.example', 'editor');
    expect(await signOn(newPerson(server), provider, { sub: 'bob' }, { invitation })).toBe(
      '/login?sign_on=has_account',
    );
    expect(await server.deps.db.read.identity.count()).toBe(0);
  });

  test('of a person with an identity makes that person a member, and nobody else', async () => {
    await using server = await startWith({ DOMAINS: 'example.com=viewer' }, {});
    await signOn(newPerson(server), provider, ANN);
    const eve = { sub: 'eve', email: 'eve@example.com', email_verified: true };
    await signOn(newPerson(server), provider, eve);
    const second = await server.newAccount('second@example.net');
    const { url } = await inviteMember(
      { email: ADDRESS, role: 'admin' },
      createContext(server.deps, operator(second.teamId)),
    );
    const invitation = new URL(url).searchParams.get('token') ?? '';
    expect(await signOn(newPerson(server), provider, eve, { invitation })).toBe(
      '/login?sign_on=other_person',
    );
    const ann = newPerson(server);
    expect(await signOn(ann, provider, ANN, { invitation })).toBe('/websites');
    expect(await whoIs(ann)).toMatchObject({ role: 'ADMIN', team: { name: 'second@example.net' } });
  });
});

describe('the groups of a person', () => {
  const GROUPS = { GROUPS: 'analysts=editor, ops=admin,Root users=owner', GROUPS_CLAIM: 'roles' };
  const withGroups = (...roles: string[]) => ({ ...ANN, roles });

  test('give the highest of their roles, anew at each login', async () => {
    await using server = await startWith(GROUPS);
    const ann = newPerson(server);
    expect(await signOn(ann, provider, withGroups('sales', 'analysts', 'ops'))).toBe('/websites');
    expect((await whoIs(ann))?.role).toBe('ADMIN');
    await signOn(newPerson(server), provider, withGroups('analysts'));
    // It applies to sessions that are open.
    expect((await whoIs(ann))?.role).toBe('EDITOR');
    await signOn(newPerson(server), provider, withGroups('Root users'));
    expect((await whoIs(ann))?.role).toBe('OWNER');
    expect(await eventsOf(server, 'member_changed')).toEqual([
      ['member_changed', ADDRESS, 'admin → editor'],
      ['member_changed', ADDRESS, 'editor → owner'],
    ]);
  });

  test('end the membership that they gave; what the provider does not say changes nothing', async () => {
    await using server = await startWith(GROUPS);
    const ann = newPerson(server);
    await signOn(ann, provider, withGroups('ops'));
    await signOn(newPerson(server), provider, ANN);
    expect((await whoIs(ann))?.role).toBe('ADMIN');
    await signOn(newPerson(server), provider, withGroups('sales'));
    expect(await whoIs(ann)).toMatchObject({ role: null, team: null });
    expect(await eventsOf(server, 'member_removed')).toEqual([['member_removed', ADDRESS, 'admin']]);
    await signOn(newPerson(server), provider, withGroups('analysts'));
    const again = newPerson(server);
    await signOn(again, provider, withGroups('analysts'));
    expect((await whoIs(again))?.role).toBe('EDITOR');
  });

  test('end the membership that they gave, also if the team could not be told for a while', async () => {
    await using server = await startWith(GROUPS);
    const ann = newPerson(server);
    await signOn(ann, provider, withGroups('ops'));
    const { teamId } = await server.newAccount('second@example.net');
    await signOn(newPerson(server), provider, withGroups('sales'));
    expect((await whoIs(ann))?.role).toBe('ADMIN');
    await server.deps.db.write((tx) => tx.team.delete({ where: { id: teamId } }));
    await signOn(newPerson(server), provider, withGroups('sales'));
    expect((await whoIs(ann))?.role).toBeNull();
  });

  test('leave the role of the domain when they end', async () => {
    await using server = await startWith({ ...GROUPS, DOMAINS: 'example.com=viewer' });
    const ann = newPerson(server);
    await signOn(ann, provider, withGroups('ops'));
    await signOn(ann, provider, withGroups());
    expect((await whoIs(ann))?.role).toBe('VIEWER');
  });

  test('do not take a role that they did not give', async () => {
    await using server = await startWith(GROUPS);
    const invitation = await invite(server, ADDRESS, 'editor');
    const ann = newPerson(server);
    await signOn(ann, provider, withGroups(), { invitation });
    await signOn(ann, provider, withGroups('sales'));
    expect((await whoIs(ann))?.role).toBe('EDITOR');
  });

  test('never take the only owner', async () => {
    await using server = await startWith(GROUPS);
    const person = await owner(server);
    await signOn(person, provider, ANN, { purpose: 'LINK' });
    await signOn(person, provider, withGroups('analysts'));
    expect((await whoIs(person))?.role).toBe('OWNER');
    const bob = newPerson(server);
    await signOn(bob, provider, { ...withGroups('Root users'), sub: 'bob', email: 'bob@example.com' });
    // The groups have not given that role, so they do not take it away.
    await signOn(person, provider, withGroups('sales'));
    expect((await whoIs(person))?.role).toBe('OWNER');
    await signOn(person, provider, withGroups('analysts'));
    expect((await whoIs(person))?.role).toBe('EDITOR');
    await signOn(bob, provider, { ...withGroups('analysts'), sub: 'bob' });
    expect(await membersOf(server)).toEqual(
      expect.arrayContaining([{ role: 'owner', account: { email: 'bob@example.com' } }]),
    );
  });

  test('keep the websites of a member, except for an administrator', async () => {
    await using server = await startWith(GROUPS);
    await register(server, { url: 'one.example' });
    const { id } = await register(server, { url: 'two.example' });
    const ann = newPerson(server);
    await signOn(ann, provider, withGroups('analysts'));
    const context = createContext(server.deps, operator(server.teamId));
    const { id: member } = await server.deps.db.read.member.findFirstOrThrow({ where: { role: 'editor' } });
    await changeMember(member, { role: 'viewer', websites: [id] }, context);
    const now = () => server.deps.db.read.member.findUniqueOrThrow({ where: { id: member } });
    await signOn(ann, provider, withGroups('analysts'));
    expect(await now()).toMatchObject({ role: 'editor', websites: String(id) });
    await signOn(ann, provider, withGroups('ops'));
    expect(await now()).toMatchObject({ role: 'admin', websites: null });
  });
});

describe('the team', () => {
  test('must be named on a server with several teams', async () => {
    await using server = await startWith({ DOMAINS: 'example.com=viewer' });
    const second = await server.newAccount('second@example.net');
    expect(await signOn(newPerson(server), provider, ANN)).toBe('/login?sign_on=team');
    expect(await server.deps.db.read.account.count()).toBe(2);
    const team = { DOMAINS: 'example.com=viewer', TEAM: String(second.teamId) };
    await using named = await startTestServer({ env: provider.env('okta', team), beside: server });
    const ann = newPerson(named);
    expect(await signOn(ann, provider, ANN)).toBe('/websites');
    expect((await whoIs(ann))?.team?.name).toBe('second@example.net');
  });
});

describe('an identity', () => {
  test('is disconnected, unless it is the only way to log in', async () => {
    await using server = await startWith({ DOMAINS: 'example.com=viewer' });
    const remove = async (person: Person) => {
      const [identity] = (await whoIs(person))?.identities ?? [];
      return (await person.ask(RemoveIdentity, { id: identity?.id ?? '' })).data.removeIdentity;
    };
    const ann = newPerson(server);
    await signOn(ann, provider, ANN);
    expect(await remove(ann)).toEqual({
      __typename: 'UserErrors',
      errors: [
        { path: ['input', 'id'], message: 'Must not be the only way to log in. Add another one first.' },
      ],
    });
    const person = await owner(server);
    await signOn(person, provider, { sub: 'owner-1' }, { purpose: 'LINK' });
    expect(await remove(person)).toMatchObject({ __typename: 'RemoveIdentitySuccess' });
    expect(await signOn(newPerson(server), provider, { sub: 'owner-1' })).toBe('/login?sign_on=refused');
    expect(await eventsOf(server, 'identity_linked', 'identity_removed')).toEqual([
      ['identity_linked', 'Okta', null],
      ['identity_linked', 'Okta', null],
      ['identity_removed', 'Okta', null],
    ]);
  });

  test('is disconnected if there is a passkey, which is then the only way to log in', async () => {
    await using server = await startWith({ DOMAINS: 'example.com=viewer' });
    const ann = newPerson(server);
    await signOn(ann, provider, ANN);
    const { id: accountId } = await server.deps.db.read.account.findUniqueOrThrow({
      where: { email: ADDRESS },
    });
    const at = new Date(NOON);
    const passkey = { accountId, kind: 'passkey', name: 'Key', createdAt: at, enabledAt: at };
    await server.deps.db.write((tx) => tx.secondFactor.create({ data: { ...passkey, credentialId: 'a' } }));
    const removePasskey = async () => {
      const [factor] = (await ann.ask(Factors, {})).data.viewer?.secondFactors ?? [];
      return (await ann.ask(Remove, { id: factor?.id ?? '' })).data.removeSecondFactor;
    };
    const [identity] = (await whoIs(ann))?.identities ?? [];
    await ann.ask(RemoveIdentity, { id: identity?.id ?? '' });
    expect((await whoIs(ann))?.identities).toEqual([]);
    const message = 'Must not be the only way to log in. Add another one first.';
    expect(await removePasskey()).toMatchObject({ errors: [{ path: ['input', 'id'], message }] });
    await signOn(ann, provider, { sub: 'ann-2' }, { purpose: 'LINK' });
    expect(await removePasskey()).toMatchObject({ __typename: 'RemoveSecondFactorSuccess' });
  });

  test('of another account is not found', async () => {
    await using server = await startWith({ DOMAINS: 'example.com=viewer' });
    const ann = newPerson(server);
    await signOn(ann, provider, ANN);
    const [identity] = (await whoIs(ann))?.identities ?? [];
    const { data } = await (await owner(server)).ask(RemoveIdentity, { id: identity?.id ?? '' });
    expect(data.removeIdentity.__typename).toBe('UserErrors');
    expect(await server.deps.db.read.identity.count()).toBe(1);
  });
});
