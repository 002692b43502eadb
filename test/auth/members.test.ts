import { describe, expect, test } from '@jest/globals';
import { graphql } from '../gql/gql.ts';
import {
  Accept,
  invite,
  joined,
  keyOf,
  MEMBERS,
  type MemberRecord,
  members,
  Teams,
  teams,
} from '../support/members.ts';
import { LogIn, newPerson } from '../support/person.ts';
import { form, json, MISSING, newWebsite, rest, WEBSITES } from '../support/rest.ts';
import { startTestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared.ts';

const Memberships = graphql(`
  query Memberships { viewer { email role team { name } memberships { role } } }
`);
const Switch = graphql(`
  mutation SwitchTeam($id: ID!) {
    switchTeam(input: { id: $id }) {
      __typename
      ... on SwitchTeamSuccess { team { name } }
      ... on UserErrors { errors { path message } }
    }
  }
`);
const Leave = graphql(`
  mutation LeaveTeam($id: ID!) {
    removeMember(input: { id: $id }) {
      __typename
      ... on RemoveMemberSuccess { member { email } }
      ... on UserErrors { errors { path message } }
    }
  }
`);
const Rename = graphql(`
  mutation RenameTeam($name: String!) {
    updateTeam(input: { name: $name }) {
      __typename
      ... on UpdateTeamSuccess { team { name } }
    }
  }
`);
const Log = graphql(`
  query TeamLog { viewer { securityLog(first: 100) { nodes { kind email subject detail } } } }
`);

const shared = sharedServer();

describe('a member', () => {
  test('who is limited to websites sees only these, and adds none', async () => {
    await using server = await startTestServer();
    const one = await newWebsite(server, { url: 'one.example' });
    const two = await newWebsite(server, { url: 'two.example' });
    const fields = { email: 'ann@example.com', role: 'editor', websites: String(two.id) };
    const { id, person } = await joined(server, fields);
    expect((await teams(person)).websites?.nodes).toEqual([{ domain: 'two.example' }]);
    const key = await keyOf(server, id);
    const list = await rest<{ id: number }[]>(server, WEBSITES, { key });
    expect(list.body.data.map((website) => website.id)).toEqual([two.id]);
    expect((await rest(server, `${WEBSITES}/${one.id}`, { key })).body).toEqual(MISSING);
    expect((await rest(server, `${WEBSITES}/${two.id}`, { key })).status).toBe(200);
    const created = await rest(server, WEBSITES, form('POST', { url: 'three.example' }, key));
    expect([created.status, created.body.message]).toEqual([
      403,
      'Members who are limited to websites cannot add another one.',
    ]);
    // Access to a website that was deleted is access to none, not to all.
    await rest(server, `${WEBSITES}/${two.id}`, { method: 'DELETE' });
    expect((await teams(person)).websites?.nodes).toEqual([]);
    expect((await members(server))[1]).toMatchObject({ websites: [] });
  });

  test('who loses a right loses it at once, with the API keys', async () => {
    await using server = await startTestServer();
    const website = await newWebsite(server);
    const { id, person } = await joined(server, { email: 'ann@example.com', role: 'editor' });
    const key = await keyOf(server, id);
    const change = () => rest(server, `${WEBSITES}/${website.id}`, { ...json('PATCH', { email: 1 }), key });
    expect((await change()).status).toBe(200);
    const changed = await rest<MemberRecord>(server, `${MEMBERS}/${id}`, json('PATCH', { role: 'viewer' }));
    expect(changed.body.data).toMatchObject({ id, role: 'viewer', websites: null });
    const refused = await change();
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'The role viewer is not allowed to do this. It requires the role editor.',
    ]);
    expect((await teams(person)).viewer?.role).toBe('VIEWER');
    await rest(server, `${MEMBERS}/${id}`, { method: 'DELETE' });
    expect((await change()).status).toBe(401);
    const { data } = await person.ask(Memberships, {});
    expect(data.viewer).toEqual({ email: 'ann@example.com', role: null, team: null, memberships: [] });
    const { errors } = await person.ask(Teams, {});
    expect(errors?.map(({ message }) => message)).toEqual(['You belong to no team. Ask for an invitation.']);
  });

  test('may leave, and the session shows another team of the person', async () => {
    await using server = await startTestServer();
    await server.newAccount('ann@example.com');
    const { token } = await invite(server, { email: 'ann@example.com', role: 'viewer' });
    const ann = newPerson(server);
    await ann.ask(LogIn, { email: 'ann@example.com', password: 'correct horse' });
    await ann.ask(Accept, { token });
    const own = (await teams(ann)).viewer?.memberships?.[0]?.team.id ?? '';
    const { id } = (await members(server))[1] as MemberRecord;
    expect((await ann.ask(Leave, { id: String(id) })).data.removeMember?.__typename).toBe(
      'RemoveMemberSuccess',
    );
    expect((await teams(ann)).viewer).toMatchObject({ role: 'OWNER', team: { name: 'ann@example.com' } });
    expect((await ann.ask(Switch, { id: own })).data.switchTeam?.__typename).toBe('SwitchTeamSuccess');
    const foreign = await ann.ask(Switch, { id: String(server.teamId) });
    expect(foreign.data.switchTeam).toMatchObject({
      errors: [{ path: ['input', 'id'], message: 'Must be the id of a team that you belong to.' }],
    });
  });

  test('who belongs to several teams switches between them', async () => {
    await using server = await startTestServer();
    await newWebsite(server, { url: 'one.example' });
    const other = await server.newAccount('ann@example.com');
    await newWebsite(server, { url: 'two.example' }, other.key);
    const { token } = await invite(server, { email: 'ann@example.com', role: 'viewer' });
    const ann = newPerson(server);
    await ann.ask(LogIn, { email: 'ann@example.com', password: 'correct horse' });
    await ann.ask(Accept, { token });
    expect((await teams(ann)).websites?.nodes).toEqual([{ domain: 'one.example' }]);
    await ann.ask(Switch, { id: String(other.teamId) });
    expect((await teams(ann)).websites?.nodes).toEqual([{ domain: 'two.example' }]);
  });

  test('who is the only owner can neither leave nor get another role', async () => {
    const [owner] = await members(shared());
    const refused = ['Must not be the only owner of the team. Make another member an owner first.'];
    const where = `${MEMBERS}/${owner?.id}`;
    expect((await rest(shared(), where, { method: 'DELETE' })).body.errors).toEqual({ id: refused });
    expect((await rest(shared(), where, json('PATCH', { role: 'admin' }))).body.errors).toEqual({
      id: refused,
    });
    expect(await members(shared())).toHaveLength(1);
  });

  test('hands over the team: another owner, and one of two owners who leave at once stays', async () => {
    await using server = await startTestServer();
    const { id, person } = await joined(server, { email: 'ann@example.com', role: 'viewer' });
    expect((await rest(server, `${MEMBERS}/${id}`, json('PATCH', { role: 'owner' }))).status).toBe(200);
    expect((await person.ask(Rename, { name: 'Shops' })).data.updateTeam).toMatchObject({
      team: { name: 'Shops' },
    });
    const removals = await Promise.all(
      (await members(server)).map((row) => rest(server, `${MEMBERS}/${row.id}`, { method: 'DELETE' })),
    );
    expect(removals.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await server.deps.db.read.member.count()).toBe(1);
  });

  test('with the role admin manages all but owners', async () => {
    await using server = await startTestServer();
    const { id } = await joined(server, { email: 'ann@example.com', role: 'admin' });
    const key = await keyOf(server, id);
    await invite(server, { email: 'b@example.com', role: 'admin' }, key);
    const [owner] = await members(server, key);
    const asOwner = [403, 'The role admin is not allowed to do this. It requires the role owner.'];
    for (const [where, init] of [
      [MEMBERS, form('POST', { email: 'c@example.com', role: 'owner' }, key)],
      [`${MEMBERS}/${owner?.id}`, { ...json('PATCH', { role: 'viewer' }), key }],
      [`${MEMBERS}/${owner?.id}`, { method: 'DELETE', key }],
      [`${MEMBERS}/${id}`, { ...json('PATCH', { role: 'owner' }), key }],
    ] as const) {
      const { status, body } = await rest(server, where, init);
      expect([status, body.message]).toEqual(asOwner);
    }
  });

  test('of another team is not found, and a key without the scope is refused', async () => {
    const other = await shared().newAccount('other@example.com');
    const [owner] = await members(shared());
    for (const init of [json('PATCH', { role: 'viewer' }), { method: 'DELETE' }])
      expect((await rest(shared(), `${MEMBERS}/${owner?.id}`, { ...init, key: other.key })).body).toEqual(
        MISSING,
      );
    const narrow = await keyOf(shared(), owner?.id ?? 0, { scopes: ['websites:write', 'stats:read'] });
    const { status, body } = await rest(shared(), MEMBERS, { key: narrow });
    expect([status, body.message]).toEqual([403, 'The API key lacks the scope members:write.']);
  });

  test('is named in the security log, which only the team’s administrators read', async () => {
    await using server = await startTestServer();
    const { id, person } = await joined(server, { email: 'ann@example.com', role: 'admin' });
    await rest(server, WEBSITES, form('POST', { url: 'one.example' }, await keyOf(server, id)));
    const log = async () =>
      (await person.ask(Log, {})).data.viewer?.securityLog?.nodes?.map((event) => event) ?? [];
    expect(await log()).toEqual(
      expect.arrayContaining([
        { kind: 'WEBSITE_CREATED', email: 'ann@example.com', subject: 'one.example', detail: null },
        { kind: 'MEMBER_JOINED', email: null, subject: 'ann@example.com', detail: 'admin' },
        { kind: 'MEMBER_INVITED', email: 'owner@example.com', subject: 'ann@example.com', detail: 'admin' },
        { kind: 'ACCOUNT_CREATED', email: 'ann@example.com', subject: null, detail: null },
      ]),
    );
    // The owner's own events concern nobody else.
    expect((await log()).filter(({ kind }) => kind === 'ACCOUNT_CREATED')).toHaveLength(1);
    await rest(server, `${MEMBERS}/${id}`, json('PATCH', { role: 'editor' }));
    expect((await log()).map(({ kind }) => kind)).toEqual(['ACCOUNT_CREATED']);
  });
});
