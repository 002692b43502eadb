import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { MAX_INVITATIONS } from '../../src/auth/members/invitations.ts';
import { graphql } from '../gql/gql.ts';
import {
  Accept,
  invite,
  joined,
  keyOf,
  MEMBERS,
  type MemberRecord,
  members,
  PASSWORD,
} from '../support/members.ts';
import { LogIn, newPerson, OWNER, type Person } from '../support/person.ts';
import { form, json, MISSING, newWebsite, rest, WEBSITES } from '../support/rest.ts';
import { NOON, startTestServer, type TestServer } from '../support/server.ts';

const DAY_MS = 86_400_000;
const Shown = graphql(`
  query ShownInvitation($token: String!) {
    invitation(token: $token) { teamName email role }
  }
`);
const Teams = graphql(`
  query Teams {
    viewer {
      email
      role
      team { name members { totalCount nodes { email role status isViewer websites { domain } } } }
      memberships { role isCurrent team { id name } }
    }
    websites { nodes { domain } }
  }
`);
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

const teams = async (person: Person) => (await person.ask(Teams, {})).data;

describe('an invitation', () => {
  test('is accepted once: the person gets an account, a session and the role', async () => {
    await using server = await startTestServer();
    const { token, ...row } = await invite(server, { email: ' Ann@Example.com ', role: 'editor' });
    expect(row).toMatchObject({
      ...{ email: 'ann@example.com', role: 'editor', websites: null, status: 'invited' },
      url: `https://stats.example.com/join?token=${token}`,
    });
    const person = newPerson(server);
    expect((await person.ask(Shown, { token })).data.invitation).toEqual({
      ...{ teamName: 'owner@example.com', email: 'ann@example.com', role: 'EDITOR' },
    });
    expect((await person.ask(Accept, { token, password: PASSWORD })).data.acceptInvitation).toEqual({
      __typename: 'AcceptInvitationSuccess',
      viewer: { email: 'ann@example.com', role: 'EDITOR', team: { name: 'owner@example.com' } },
    });
    expect((await teams(person)).viewer).toMatchObject({ email: 'ann@example.com', role: 'EDITOR' });
    expect(await members(server)).toMatchObject([
      { email: 'owner@example.com', role: 'owner', status: 'joined' },
      { id: row.id, email: 'ann@example.com', role: 'editor', status: 'joined', expires_at: null },
    ]);

    const other = newPerson(server);
    expect((await other.ask(Shown, { token })).data.invitation).toBeNull();
    const again = await other.ask(Accept, { token, password: PASSWORD });
    expect(again.data.acceptInvitation).toEqual({
      __typename: 'UserErrors',
      errors: [
        { path: ['input', 'token'], message: expect.stringMatching(/^This invitation is not valid: it was/) },
      ],
    });
  });

  test('of two attempts at once is accepted by one', async () => {
    await using server = await startTestServer();
    const { token } = await invite(server, { email: 'ann@example.com', role: 'viewer' });
    const attempts = await Promise.all(
      [1, 2, 3].map(() => newPerson(server).ask(Accept, { token, password: PASSWORD })),
    );
    const results = attempts.map(({ data }) => data?.acceptInvitation?.__typename ?? 'refused');
    expect(results.filter((name) => name === 'AcceptInvitationSuccess')).toHaveLength(1);
    expect(await members(server)).toHaveLength(2);
  });

  test('expires after seven days, ends when it is revoked or replaced', async () => {
    await using server = await startTestServer();
    const first = await invite(server, { email: 'ann@example.com', role: 'viewer' });
    const second = await invite(server, { email: 'ann@example.com', role: 'admin' });
    expect(second.id).toBe(first.id);
    const shown = async (token: string) => (await newPerson(server).ask(Shown, { token })).data.invitation;
    expect(await shown(first.token)).toBeNull();
    expect(await shown(second.token)).toMatchObject({ role: 'ADMIN' });
    server.setTime(NOON + 7 * DAY_MS - 1);
    expect(await shown(second.token)).not.toBeNull();
    server.setTime(NOON + 7 * DAY_MS);
    expect(await shown(second.token)).toBeNull();
    expect((await members(server))[1]).toMatchObject({ status: 'expired' });
    const third = await invite(server, { email: 'ann@example.com', role: 'viewer' });
    const removed = await rest(server, `${MEMBERS}/${third.id}`, { method: 'DELETE' });
    expect(removed.body).toEqual({ id: third.id, object: 'member', deleted: true, status: 200 });
    expect(await shown(third.token)).toBeNull();
    expect(await members(server)).toHaveLength(1);
  });

  test('of a person with an account asks for the password of the account, or for its session', async () => {
    await using server = await startTestServer();
    await server.newAccount('ann@example.com');
    const { token } = await invite(server, { email: 'ann@example.com', role: 'viewer' });
    const { data } = await newPerson(server).ask(Accept, { token, password: PASSWORD });
    expect(data.acceptInvitation).toEqual({
      __typename: 'UserErrors',
      errors: [
        {
          path: ['input', 'password'],
          message: 'Must be the password of your account with this email address.',
        },
      ],
    });
    const owner = newPerson(server);
    await owner.ask(LogIn, OWNER);
    const { errors } = await owner.ask(Accept, { token });
    expect(errors?.[0]).toMatchObject({
      message: 'This invitation is for ann@example.com. Log out, and open it again.',
      extensions: { code: 'FORBIDDEN' },
    });
    const ann = newPerson(server);
    await ann.ask(LogIn, { email: 'ann@example.com', password: 'correct horse' });
    expect((await ann.ask(Accept, { token })).data.acceptInvitation).toEqual({
      __typename: 'AcceptInvitationSuccess',
      viewer: { email: 'ann@example.com', role: 'VIEWER', team: { name: 'owner@example.com' } },
    });
    expect((await teams(ann)).viewer?.memberships).toMatchObject([
      { role: 'OWNER', isCurrent: false, team: { name: 'ann@example.com' } },
      { role: 'VIEWER', isCurrent: true, team: { name: 'owner@example.com' } },
    ]);
  });

  test('of an address that became a member’s, or got an account meanwhile, is not accepted', async () => {
    await using server = await startTestServer();
    const { person } = await joined(server, { email: 'ann@example.com', role: 'viewer' });
    const { token } = await invite(server, { email: 'new@example.com', role: 'admin' });
    await server.deps.db.write((tx) =>
      tx.account.update({ where: { email: 'ann@example.com' }, data: { email: 'new@example.com' } }),
    );
    expect((await person.ask(Accept, { token })).data.acceptInvitation).toMatchObject({
      errors: [{ path: ['input', 'token'], message: 'You already belong to the team.' }],
    });

    const other = await server.newAccount('other@example.com');
    const [one, two] = [
      await invite(server, { email: 'eve@example.com', role: 'viewer' }),
      await invite(server, { email: 'eve@example.com', role: 'viewer' }, other.key),
    ];
    const attempts = await Promise.all(
      [one, two].map((sent) => newPerson(server).ask(Accept, { token: sent.token, password: PASSWORD })),
    );
    expect(attempts.map(({ errors }) => errors)).toEqual([undefined, undefined]);
    expect(await server.deps.db.read.account.count({ where: { email: 'eve@example.com' } })).toBe(1);
  });

  test('of a person with a second factor needs a session: the password alone starts none', async () => {
    await using server = await startTestServer();
    const { accountId } = await server.newAccount('ann@example.com');
    const at = new Date(NOON);
    await server.deps.db.write((tx) =>
      tx.secondFactor.create({
        data: { accountId, kind: 'totp', name: 'App', createdAt: at, enabledAt: at },
      }),
    );
    const { token } = await invite(server, { email: 'ann@example.com', role: 'viewer' });
    const person = newPerson(server);
    const { data } = await person.ask(Accept, { token, password: 'correct horse' });
    const message = 'Your account has a second factor. Log in first, and then open the invitation again.';
    expect(data.acceptInvitation).toMatchObject({ errors: [{ message }] });
    expect(person.cookies.has('__Host-footfall_session')).toBe(false);
    expect(await members(server)).toMatchObject([{}, { status: 'invited' }]);
  });

  test.each([
    [{ email: 'nobody', role: 'viewer' }, { email: [expect.stringMatching(/^Must be an email address/)] }],
    [{ email: 'a@example.com', role: 'boss' }, { role: ['Must be one of: viewer, editor, admin, owner.'] }],
    [{ email: 'owner@example.com', role: 'viewer' }, { email: ['Is already a member of the team.'] }],
    [
      { email: 'a@example.com', role: 'viewer', websites: '1,99' },
      { websites: ['Must be ids of websites of the team; 99 is none.'] },
    ],
    [
      { email: 'a@example.com', role: 'admin', websites: '1' },
      { websites: ['Must be null for the role admin, which has access to all websites.'] },
    ],
  ])('with invalid fields is refused: %j', async (fields, errors) => {
    const { status, body } = await rest(shared, MEMBERS, form('POST', fields));
    expect([status, body.errors]).toEqual([422, errors]);
  });

  test('is one of at most a hundred in a day, and wrong tokens of a client are limited', async () => {
    await using server = await startTestServer();
    const row = { teamId: server.teamId, kind: 'member_invited', actor: 'browser', device: '', country: '' };
    const at = new Date(NOON - DAY_MS + 1);
    await server.deps.db.write((tx) =>
      tx.securityEvent.createMany({
        data: Array(MAX_INVITATIONS - 1).fill({ ...row, at, firstAt: at, count: 1 }),
      }),
    );
    await invite(server, { email: 'a@example.com', role: 'viewer' });
    const refused = await rest(server, MEMBERS, form('POST', { email: 'b@example.com', role: 'viewer' }));
    expect([refused.status, refused.body.message]).toEqual([
      429,
      'A team can send 100 invitations in 24 hours. Try again later.',
    ]);
    server.setTime(NOON + 1);
    await invite(server, { email: 'b@example.com', role: 'viewer' });

    const guesses = [];
    for (let index = 0; index < 12; index += 1)
      guesses.push(await newPerson(server).ask(Shown, { token: `guess ${index}` }));
    expect(guesses[9]?.errors).toBeUndefined();
    expect(guesses[11]?.errors?.[0]?.extensions.code).toBe('TOO_MANY_REQUESTS');
  });
});

let shared: TestServer;
beforeAll(async () => {
  shared = await startTestServer();
  await newWebsite(shared);
});
afterAll(() => shared?.[Symbol.asyncDispose]());

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
      errors: [{ message: 'Must be the id of a team that you belong to.' }],
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
    const [owner] = await members(shared);
    const refused = ['Must not be the only owner of the team. Make another member an owner first.'];
    const where = `${MEMBERS}/${owner?.id}`;
    expect((await rest(shared, where, { method: 'DELETE' })).body.errors).toEqual({ id: refused });
    expect((await rest(shared, where, json('PATCH', { role: 'admin' }))).body.errors).toEqual({
      id: refused,
    });
    expect(await members(shared)).toHaveLength(1);
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
    const other = await shared.newAccount('other@example.com');
    const [owner] = await members(shared);
    for (const init of [json('PATCH', { role: 'viewer' }), { method: 'DELETE' }])
      expect((await rest(shared, `${MEMBERS}/${owner?.id}`, { ...init, key: other.key })).body).toEqual(
        MISSING,
      );
    const narrow = await keyOf(shared, owner?.id ?? 0, { scopes: ['websites:write', 'stats:read'] });
    const { status, body } = await rest(shared, MEMBERS, { key: narrow });
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
