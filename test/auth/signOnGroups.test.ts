import { describe, expect, test } from '@jest/globals';
import { operator } from '../../src/auth/keys.ts';
import { changeMember } from '../../src/auth/members/members.ts';
import { createContext } from '../../src/request/context.ts';
import { register } from '../support/pages.ts';
import { newPerson } from '../support/person.ts';
import { ADDRESS, ANN, eachWithOkta, invitationOf, signOn, whoIs } from '../support/singleSignOn.ts';

const okta = eachWithOkta();

describe('the groups of a person', () => {
  const GROUPS = { GROUPS: 'analysts=editor, ops=admin,Root users=owner', GROUPS_CLAIM: 'roles' };
  const withGroups = (...roles: string[]) => ({ ...ANN, roles });

  test('end the membership that they gave, also if the team could not be told for a while', async () => {
    await using server = await okta.start(GROUPS);
    const ann = newPerson(server);
    await signOn(ann, okta.provider, withGroups('ops'));
    const { teamId } = await server.newAccount('second@example.net');
    await signOn(newPerson(server), okta.provider, withGroups('sales'));
    expect((await whoIs(ann))?.role).toBe('ADMIN');
    await server.deps.db.write((tx) => tx.team.delete({ where: { id: teamId } }));
    await signOn(newPerson(server), okta.provider, withGroups('sales'));
    expect((await whoIs(ann))?.role).toBeNull();
  });

  test('leave the role of the domain when they end', async () => {
    await using server = await okta.start({ ...GROUPS, DOMAINS: 'example.com=viewer' });
    const ann = newPerson(server);
    await signOn(ann, okta.provider, withGroups('ops'));
    await signOn(ann, okta.provider, withGroups());
    expect((await whoIs(ann))?.role).toBe('VIEWER');
  });

  test('do not take a role that they did not give', async () => {
    await using server = await okta.start(GROUPS);
    const invitation = await invitationOf(server, ADDRESS, 'editor');
    const ann = newPerson(server);
    await signOn(ann, okta.provider, withGroups(), { invitation });
    await signOn(ann, okta.provider, withGroups('sales'));
    expect((await whoIs(ann))?.role).toBe('EDITOR');
  });

  test('keep the websites of a member, except for an administrator', async () => {
    await using server = await okta.start(GROUPS);
    await register(server, { url: 'one.example' });
    const { id } = await register(server, { url: 'two.example' });
    const ann = newPerson(server);
    await signOn(ann, okta.provider, withGroups('analysts'));
    const context = createContext(server.deps, operator(server.teamId));
    const { id: member } = await server.deps.db.read.member.findFirstOrThrow({ where: { role: 'editor' } });
    await changeMember(member, { role: 'viewer', websites: [id] }, context);
    const now = () => server.deps.db.read.member.findUniqueOrThrow({ where: { id: member } });
    await signOn(ann, okta.provider, withGroups('analysts'));
    expect(await now()).toMatchObject({ role: 'editor', websites: String(id) });
    await signOn(ann, okta.provider, withGroups('ops'));
    expect(await now()).toMatchObject({ role: 'admin', websites: null });
  });
});
