import { describe, expect, test } from '@jest/globals';
import { operator } from '../../src/auth/keys.ts';
import { inviteMember } from '../../src/auth/members/invitations.ts';
import { createContext } from '../../src/request/context.ts';
import { startMailing } from '../support/accountMails.ts';
import { LogIn, newPerson, OWNER } from '../support/person.ts';
import { Factors, Remove } from '../support/secondFactors.ts';
import { NOON, startTestServer } from '../support/server.ts';
import {
  ADDRESS,
  ANN,
  comeBack,
  eachWithOkta,
  invitationOf,
  ownerOf,
  RemoveIdentity,
  signOn,
  start,
  whoIs,
} from '../support/singleSignOn.ts';

const TEN_MINUTES_MS = 600_000;
const okta = eachWithOkta();

describe('a person whose verified address is in a listed domain', () => {
  test.each([
    ['another domain', { ...ANN, email: 'ann@sub.example.com' }, 'refused'],
    ['a domain at the end of another one', { ...ANN, email: 'ann@notexample.com' }, 'refused'],
    ['no verified address', { ...ANN, email_verified: false }, 'refused'],
    ['an address that nothing calls verified', { sub: 'ann-1', email: ADDRESS }, 'refused'],
    ['no address', { sub: 'ann-1' }, 'refused'],
    ['several addresses', { ...ANN, email: ['ann@example.com'] }, 'refused'],
  ])('does not include a person with %s', async (_what, claims, code) => {
    await using server = await okta.start({ DOMAINS: 'example.com=viewer' });
    const ann = newPerson(server);
    expect(await signOn(ann, okta.provider, claims)).toBe(`/login?sign_on=${code}`);
    expect(await whoIs(ann)).toBeNull();
    expect(await server.deps.db.read.account.count()).toBe(1);
  });

  test('is in the claim that the settings name', async () => {
    await using server = await okta.start({ DOMAINS: 'example.com=viewer', VERIFIED_CLAIM: 'xms_edov' });
    const claims = { sub: 'ann-1', email: ADDRESS, email_verified: true };
    expect(await signOn(newPerson(server), okta.provider, claims)).toBe('/login?sign_on=refused');
    expect(await signOn(newPerson(server), okta.provider, { ...claims, xms_edov: '1' })).toBe('/websites');
  });

  test('is found in the user info if the ID token does not have the address', async () => {
    await using server = await okta.start({ DOMAINS: 'example.com=viewer' });
    const { sub, ...userInfo } = ANN;
    expect(await signOn(newPerson(server), okta.provider, { sub }, { userInfo })).toBe('/websites');
  });
});

describe('an account that exists', () => {
  test('is not taken over by a person with its address at the provider', async () => {
    await using server = await okta.start({ DOMAINS: 'example.com=viewer', GROUPS: 'ops=owner' });
    const stranger = newPerson(server);
    const claims = { sub: 'stranger', email: OWNER.email, email_verified: true, groups: ['ops'] };
    expect(await signOn(stranger, okta.provider, claims)).toBe('/login?sign_on=not_connected');
    expect(await whoIs(stranger)).toBeNull();
    expect(await server.deps.db.read.identity.count()).toBe(0);
  });

  test('is not revealed to a person whose address is not verified', async () => {
    await using server = await okta.start({ DOMAINS: 'example.com=viewer' });
    const claims = { sub: 'stranger', email: OWNER.email, email_verified: false };
    expect(await signOn(newPerson(server), okta.provider, claims)).toBe('/login?sign_on=refused');
    const groups = { GROUPS: 'ops=viewer' };
    await using other = await okta.start(groups);
    const member = { ...claims, groups: ['ops'] };
    for (const email of [OWNER.email, 'nobody@example.com'])
      expect(await signOn(newPerson(other), okta.provider, { ...member, email })).toBe(
        '/login?sign_on=unverified',
      );
  });

  test('is connected while logged in, and then logs in with the provider', async () => {
    await using server = await okta.start();
    const person = await ownerOf(server);
    expect(await signOn(person, okta.provider, { sub: 'owner-1' }, { purpose: 'LINK' })).toBe(
      '/account?sign_on=linked',
    );
    const again = newPerson(server);
    expect(await signOn(again, okta.provider, { sub: 'owner-1' }, { next: '/websites/1?a=b' })).toBe(
      '/login?next=%2Fwebsites%2F1%3Fa%3Db',
    );
    expect(await whoIs(again)).toMatchObject({ email: OWNER.email, role: 'OWNER', hasPassword: true });
  });

  test('gets a mail when a provider is connected, in the language of the account', async () => {
    await using mailing = await startMailing(okta.provider.env('okta', { LABEL: 'Okta' }));
    const { server } = mailing;
    await server.deps.db.write((tx) => tx.account.updateMany({ data: { language: 'de' } }));
    const person = await ownerOf(server);
    const link = () => signOn(person, okta.provider, { sub: 'owner-1' }, { purpose: 'LINK' });
    expect([await link(), await link()]).toEqual(Array(2).fill('/account?sign_on=linked'));
    const [mail, ...others] = await mailing.mails(1);
    expect([mail?.recipients, mail?.subject]).toEqual([[OWNER.email], 'Eine Anmeldung wurde hinzugefügt']);
    expect(mail?.text).toContain('mit Okta verbunden');
    expect(others).toEqual([]);
  });

  test('is connected only after the session was confirmed', async () => {
    await using server = await okta.start();
    const person = await ownerOf(server);
    server.setTime(NOON + TEN_MINUTES_MS);
    await expect(start(person, { purpose: 'LINK' })).rejects.toThrow('ConfirmationRequired');
    await expect(start(newPerson(server), { purpose: 'LINK' })).rejects.toThrow('UNAUTHENTICATED');
  });

  test('is not connected in another session than the one in which that was started', async () => {
    await using server = await okta.start();
    const person = await ownerOf(server);
    const back = okta.provider.authorize(await start(person, { purpose: 'LINK' }), { sub: 'owner-1' });
    await person.ask(LogIn, OWNER);
    expect(await comeBack(person, back)).toBe('/account?sign_on=session');
    expect(await server.deps.db.read.identity.count()).toBe(0);
  });
});

describe('a session of a person without a password', () => {
  const recent = () => ({ ...ANN, auth_time: Math.floor(Date.now() / 1_000) });

  test('is confirmed by another login to the provider, and the person returns to the page', async () => {
    await using server = await okta.start({ DOMAINS: 'example.com=viewer' });
    const ann = newPerson(server);
    await signOn(ann, okta.provider, ANN);
    server.setTime(NOON + TEN_MINUTES_MS);
    await expect(start(ann, { purpose: 'LINK' })).rejects.toThrow('ConfirmationRequired');
    const asked = new URL(await start(ann, { purpose: 'CONFIRM' })).searchParams;
    expect([asked.get('prompt'), asked.get('max_age')]).toEqual(['login', '0']);
    const options = { purpose: 'CONFIRM', next: '/account/keys' } as const;
    expect(await signOn(ann, okta.provider, recent(), options)).toBe('/account/keys?sign_on=confirmed');
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
    await using server = await okta.start({ DOMAINS: 'example.com=viewer' });
    const ann = newPerson(server);
    await signOn(ann, okta.provider, ANN);
    server.setTime(NOON + TEN_MINUTES_MS);
    expect(await signOn(ann, okta.provider, claims(), { purpose: 'CONFIRM' })).toBe(
      `/account?sign_on=${code}`,
    );
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
    await using server = await okta.start({ DOMAINS: 'example.com=viewer' });
    const ann = newPerson(server);
    await signOn(ann, okta.provider, ANN);
    expect(await signOn(ann, okta.provider, recent(), { purpose: 'CONFIRM', next })).toBe(
      '/account?sign_on=confirmed',
    );
  });
});

describe('an invitation', () => {
  test('is accepted with an identity, by a person who may not join otherwise', async () => {
    await using server = await okta.start();
    const invitation = await invitationOf(server, 'bob@company.example', 'editor');
    const bob = newPerson(server);
    // The link proves the address, as it does with a password.
    expect(await signOn(bob, okta.provider, { sub: 'bob' }, { invitation })).toBe('/websites');
    expect(await whoIs(bob)).toMatchObject({ email: 'bob@company.example', role: 'EDITOR' });
    const other = newPerson(server);
    expect(await signOn(other, okta.provider, { sub: 'eve' }, { invitation })).toBe(
      '/login?sign_on=invitation',
    );
    expect(await signOn(newPerson(server), okta.provider, { sub: 'bob' })).toBe('/websites');
  });

  test('does not connect an identity with an account that has the address already', async () => {
    await using server = await okta.start();
    await server.newAccount('bob@company.example');
    const invitation = await invitationOf(server, 'bob@company.example', 'editor');
    expect(await signOn(newPerson(server), okta.provider, { sub: 'bob' }, { invitation })).toBe(
      '/login?sign_on=has_account',
    );
    expect(await server.deps.db.read.identity.count()).toBe(0);
  });

  test('of a person with an identity makes that person a member, and nobody else', async () => {
    await using server = await okta.start({ DOMAINS: 'example.com=viewer' }, {});
    await signOn(newPerson(server), okta.provider, ANN);
    const eve = { sub: 'eve', email: 'eve@example.com', email_verified: true };
    await signOn(newPerson(server), okta.provider, eve);
    const second = await server.newAccount('second@example.net');
    const { url } = await inviteMember(
      { email: ADDRESS, role: 'admin' },
      createContext(server.deps, operator(second.teamId)),
    );
    const invitation = new URL(url).searchParams.get('token') ?? '';
    expect(await signOn(newPerson(server), okta.provider, eve, { invitation })).toBe(
      '/login?sign_on=other_person',
    );
    const ann = newPerson(server);
    expect(await signOn(ann, okta.provider, ANN, { invitation })).toBe('/websites');
    expect(await whoIs(ann)).toMatchObject({ role: 'ADMIN', team: { name: 'second@example.net' } });
  });
});

describe('the team', () => {
  test('must be named on a server with several teams', async () => {
    await using server = await okta.start({ DOMAINS: 'example.com=viewer' });
    const second = await server.newAccount('second@example.net');
    expect(await signOn(newPerson(server), okta.provider, ANN)).toBe('/login?sign_on=team');
    expect(await server.deps.db.read.account.count()).toBe(2);
    const team = { DOMAINS: 'example.com=viewer', TEAM: String(second.teamId) };
    await using named = await startTestServer({ env: okta.provider.env('okta', team), beside: server });
    const ann = newPerson(named);
    expect(await signOn(ann, okta.provider, ANN)).toBe('/websites');
    expect((await whoIs(ann))?.team?.name).toBe('second@example.net');
  });
});

describe('an identity', () => {
  test('is disconnected if there is a passkey, which is then the only way to log in', async () => {
    await using server = await okta.start({ DOMAINS: 'example.com=viewer' });
    const ann = newPerson(server);
    await signOn(ann, okta.provider, ANN);
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
    await signOn(ann, okta.provider, { sub: 'ann-2' }, { purpose: 'LINK' });
    expect(await removePasskey()).toMatchObject({ __typename: 'RemoveSecondFactorSuccess' });
  });

  test('of another account is not found', async () => {
    await using server = await okta.start({ DOMAINS: 'example.com=viewer' });
    const ann = newPerson(server);
    await signOn(ann, okta.provider, ANN);
    const [identity] = (await whoIs(ann))?.identities ?? [];
    const { data } = await (await ownerOf(server)).ask(RemoveIdentity, { id: identity?.id ?? '' });
    expect(data.removeIdentity.__typename).toBe('UserErrors');
    expect(await server.deps.db.read.identity.count()).toBe(1);
  });
});
