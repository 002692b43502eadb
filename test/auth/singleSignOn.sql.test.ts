import { describe, expect, test } from '@jest/globals';
import { newPerson, OWNER, type Person } from '../support/person.ts';
import type { TestServer } from '../support/server.ts';
import {
  ADDRESS,
  ANN,
  eachWithOkta,
  eventsOf,
  ownerOf,
  RemoveIdentity,
  signOn,
  whoIs,
} from '../support/singleSignOn.ts';

const okta = eachWithOkta();

const membersOf = ({ deps }: TestServer) =>
  deps.db.read.member.findMany({ select: { role: true, account: { select: { email: true } } } });

describe('a person whose verified address is in a listed domain', () => {
  test('joins with the role of the domain, and logs in again to the same account', async () => {
    await using server = await okta.start({ DOMAINS: 'example.org=admin,example.com=editor' });
    const ann = newPerson(server);
    expect(await signOn(ann, okta.provider, ANN)).toBe('/websites');
    expect(await whoIs(ann)).toMatchObject({
      email: ADDRESS,
      role: 'EDITOR',
      hasPassword: false,
      identities: [{ provider: 'okta', label: 'Okta' }],
      team: { name: OWNER.email },
    });
    const again = newPerson(server);
    // The provider may change everything but the subject.
    expect(await signOn(again, okta.provider, { sub: 'ann-1', email: 'other@example.net' })).toBe(
      '/websites',
    );
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
    await using server = await okta.start({ DOMAINS: 'example.com=viewer' });
    const people = Array.from({ length: 4 }, () => newPerson(server));
    const ways = await Promise.all(people.map((person) => signOn(person, okta.provider, ANN)));
    expect(ways).toContain('/websites');
    expect(await server.deps.db.read.account.count()).toBe(2);
    expect(await server.deps.db.read.identity.count()).toBe(1);
  });
});

describe('an account that exists', () => {
  test('cannot have the identity of another account', async () => {
    await using server = await okta.start({ DOMAINS: 'example.com=viewer' });
    await signOn(newPerson(server), okta.provider, ANN);
    const person = await ownerOf(server);
    expect(await signOn(person, okta.provider, ANN, { purpose: 'LINK' })).toBe(
      '/account?sign_on=other_person',
    );
  });

  test('cannot be connected with more than ten identities', async () => {
    await using server = await okta.start();
    const person = await ownerOf(server);
    for (let number = 0; number < 10; number++)
      await signOn(person, okta.provider, { sub: `owner-${number}` }, { purpose: 'LINK' });
    expect(await signOn(person, okta.provider, { sub: 'owner-10' }, { purpose: 'LINK' })).toBe(
      '/account?sign_on=too_many',
    );
    expect(await server.deps.db.read.identity.count()).toBe(10);
  });
});

describe('the groups of a person', () => {
  const GROUPS = { GROUPS: 'analysts=editor, ops=admin,Root users=owner', GROUPS_CLAIM: 'roles' };
  const withGroups = (...roles: string[]) => ({ ...ANN, roles });

  test('give the highest of their roles, anew at each login', async () => {
    await using server = await okta.start(GROUPS);
    const ann = newPerson(server);
    expect(await signOn(ann, okta.provider, withGroups('sales', 'analysts', 'ops'))).toBe('/websites');
    expect((await whoIs(ann))?.role).toBe('ADMIN');
    await signOn(newPerson(server), okta.provider, withGroups('analysts'));
    // It applies to sessions that are open.
    expect((await whoIs(ann))?.role).toBe('EDITOR');
    await signOn(newPerson(server), okta.provider, withGroups('Root users'));
    expect((await whoIs(ann))?.role).toBe('OWNER');
    expect(await eventsOf(server, 'member_changed')).toEqual([
      ['member_changed', ADDRESS, 'admin → editor'],
      ['member_changed', ADDRESS, 'editor → owner'],
    ]);
  });

  test('end the membership that they gave; what the provider does not say changes nothing', async () => {
    await using server = await okta.start(GROUPS);
    const ann = newPerson(server);
    await signOn(ann, okta.provider, withGroups('ops'));
    await signOn(newPerson(server), okta.provider, ANN);
    expect((await whoIs(ann))?.role).toBe('ADMIN');
    await signOn(newPerson(server), okta.provider, withGroups('sales'));
    expect(await whoIs(ann)).toMatchObject({ role: null, team: null });
    expect(await eventsOf(server, 'member_removed')).toEqual([['member_removed', ADDRESS, 'admin']]);
    await signOn(newPerson(server), okta.provider, withGroups('analysts'));
    const again = newPerson(server);
    await signOn(again, okta.provider, withGroups('analysts'));
    expect((await whoIs(again))?.role).toBe('EDITOR');
  });

  test('never take the only owner', async () => {
    await using server = await okta.start(GROUPS);
    const person = await ownerOf(server);
    await signOn(person, okta.provider, ANN, { purpose: 'LINK' });
    await signOn(person, okta.provider, withGroups('analysts'));
    expect((await whoIs(person))?.role).toBe('OWNER');
    const bob = newPerson(server);
    await signOn(bob, okta.provider, { ...withGroups('Root users'), sub: 'bob', email: 'bob@example.com' });
    // The groups have not given that role, so they do not take it away.
    await signOn(person, okta.provider, withGroups('sales'));
    expect((await whoIs(person))?.role).toBe('OWNER');
    await signOn(person, okta.provider, withGroups('analysts'));
    expect((await whoIs(person))?.role).toBe('EDITOR');
    await signOn(bob, okta.provider, { ...withGroups('analysts'), sub: 'bob' });
    expect(await membersOf(server)).toEqual(
      expect.arrayContaining([{ role: 'owner', account: { email: 'bob@example.com' } }]),
    );
  });
});

describe('an identity', () => {
  test('is disconnected, unless it is the only way to log in', async () => {
    await using server = await okta.start({ DOMAINS: 'example.com=viewer' });
    const remove = async (person: Person) => {
      const [identity] = (await whoIs(person))?.identities ?? [];
      return (await person.ask(RemoveIdentity, { id: identity?.id ?? '' })).data.removeIdentity;
    };
    const ann = newPerson(server);
    await signOn(ann, okta.provider, ANN);
    expect(await remove(ann)).toEqual({
      __typename: 'UserErrors',
      errors: [
        { path: ['input', 'id'], message: 'Must not be the only way to log in. Add another one first.' },
      ],
    });
    const person = await ownerOf(server);
    await signOn(person, okta.provider, { sub: 'owner-1' }, { purpose: 'LINK' });
    expect(await remove(person)).toMatchObject({ __typename: 'RemoveIdentitySuccess' });
    expect(await signOn(newPerson(server), okta.provider, { sub: 'owner-1' })).toBe('/login?sign_on=refused');
    expect(await eventsOf(server, 'identity_linked', 'identity_removed')).toEqual([
      ['identity_linked', 'Okta', null],
      ['identity_linked', 'Okta', null],
      ['identity_removed', 'Okta', null],
    ]);
  });
});
