import { describe, expect, test } from '@jest/globals';
import { MAX_INVITATIONS } from '../../src/auth/members/invitations.ts';
import { graphql } from '../gql/gql.ts';
import { Accept, invite, joined, MEMBERS, members, PASSWORD, teams } from '../support/members.ts';
import { LogIn, newPerson, OWNER } from '../support/person.ts';
import { form, newWebsite, rest } from '../support/rest.ts';
import { NOON, startTestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared.ts';

const DAY_MS = 86_400_000;

const Shown = graphql(`
  query ShownInvitation($token: String!) {
    invitation(token: $token) { teamName email role }
  }
`);

const shared = sharedServer({}, newWebsite);

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

  test('that was accepted or revoked, or has expired, gives no access, and is no API key', async () => {
    await using server = await startTestServer();
    const { token: used } = await invite(server, { email: 'ann@example.com', role: 'owner' });
    await newPerson(server).ask(Accept, { token: used, password: PASSWORD });
    const { token: revoked, id } = await invite(server, { email: 'eve@example.com', role: 'owner' });
    await rest(server, `${MEMBERS}/${id}`, { method: 'DELETE' });
    const { token: expired } = await invite(server, { email: 'bob@example.com', role: 'owner' });
    server.setTime(NOON + 7 * DAY_MS);
    for (const token of [used, revoked, expired]) {
      const { data } = await newPerson(server).ask(Accept, { token, password: PASSWORD });
      expect(data.acceptInvitation?.__typename).toBe('UserErrors');
      expect((await rest(server, MEMBERS, { key: token })).status).toBe(401);
    }
    expect((await members(server)).map(({ status }) => status)).toEqual(['joined', 'joined', 'expired']);
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

  test('of a person with an account records wrong passwords in the security log of the person', async () => {
    await using server = await startTestServer();
    const { accountId } = await server.newAccount('ann@example.com');
    const { token } = await invite(server, { email: 'ann@example.com', role: 'viewer' });
    for (let index = 0; index < 11; index += 1)
      await newPerson(server).ask(Accept, { token, password: 'no' });
    // Events of strangers are written after the response.
    await server.deps.db.write(async () => undefined);
    const events = await server.deps.db.read.securityEvent.findMany({
      where: { accountId, actor: 'stranger' },
      orderBy: { id: 'asc' },
    });
    expect(events.map(({ kind, count }) => [kind, count])).toEqual([
      ['login_failed', 10],
      ['locked_out', 1],
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
    const { status, body } = await rest(shared(), MEMBERS, form('POST', fields));
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
    // Further events, which evict others from the log.
    const event = { ...row, kind: 'team_renamed', at, firstAt: at, count: 1 };
    await server.deps.db.write((tx) => tx.securityEvent.createMany({ data: Array(800).fill(event) }));
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
