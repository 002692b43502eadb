import { describe, expect, test } from '@jest/globals';
import { removeAllSecondFactors } from '../../src/auth/secondFactors/manage.ts';
import { graphql } from '../gql/gql.ts';
import { type MailingServer, startMailing } from '../support/accountMails.ts';
import { joined, members, PASSWORD } from '../support/members.ts';
import { LogIn, newPerson, OWNER, type Person } from '../support/person.ts';
import { addApp, protectOwner } from '../support/secondFactors.ts';
import { NOON, startTestServer, type TestServer } from '../support/server.ts';

const TEN_MINUTES_MS = 600_000;

const OwnFactors = graphql(`query OwnFactors { viewer { secondFactors { id name } recoveryCodesLeft } }`);
const RemoveApp = graphql(`
  mutation RemoveApp($id: ID!) { removeSecondFactor(input: { id: $id }) { __typename } }
`);
const NewCodes = graphql(`mutation NewCodes { createRecoveryCodes { __typename } }`);
const Reset = graphql(`
  mutation ResetMember($id: ID!) {
    resetSecondFactors(input: { id: $id }) {
      __typename
      ... on ResetSecondFactorsSuccess { member { email hasSecondFactor } }
      ... on UserErrors { errors { path message } }
    }
  }
`);
const Log = graphql(`
  query ResetEvents { viewer { securityLog(first: 100) { nodes { kind email subject detail } } } }
`);

const logOf = async (person: Person) => (await person.ask(Log, {})).data.viewer?.securityLog?.nodes ?? [];
const factorsOf = async (person: Person) => (await person.ask(OwnFactors, {})).data.viewer;
const reset = async (person: Person, id: number) =>
  (await person.ask(Reset, { id: String(id) })).data.resetSecondFactors;

async function ownerIn(server: TestServer): Promise<Person> {
  const owner = newPerson(server);
  await owner.ask(LogIn, OWNER);
  return owner;
}
const lastOf = async (mailing: MailingServer, count: number) => (await mailing.mails(count)).at(-1);

describe('a mail tells the person, in the language of the account, that', () => {
  test('a second factor was added, recovery codes were replaced, and a factor was removed', async () => {
    await using mailing = await startMailing();
    const { server } = mailing;
    const data = { language: 'de' };
    await server.deps.db.write((tx) => tx.account.update({ where: { id: server.accountId }, data }));
    const { person } = await protectOwner(server);
    const added = await lastOf(mailing, 1);
    expect([added?.recipients, added?.subject]).toEqual([
      [OWNER.email],
      'Ein zweiter Faktor wurde hinzugefügt',
    ]);
    expect(added?.text).toContain('„Phone“');
    await person.ask(NewCodes, {});
    expect((await lastOf(mailing, 2))?.subject).toBe('Neue Wiederherstellungscodes wurden erstellt');
    const [factor] = (await factorsOf(person))?.secondFactors ?? [];
    await person.ask(RemoveApp, { id: factor?.id ?? '' });
    const removed = await lastOf(mailing, 3);
    expect(removed?.subject).toBe('Ein zweiter Faktor wurde entfernt');
    expect(removed?.html).toContain('„Phone“');
  });

  test('the operator removed all second factors, and nothing if there were none', async () => {
    await using mailing = await startMailing();
    const { server } = mailing;
    await server.newAccount('ann@example.com');
    await removeAllSecondFactors('ann@example.com', server.deps);
    await protectOwner(server);
    await removeAllSecondFactors(OWNER.email, server.deps);
    const mails = await mailing.mails(2);
    expect(mails.map(({ recipients, subject }) => [recipients[0], subject])).toEqual([
      [OWNER.email, 'A second factor has been added'],
      [OWNER.email, 'Your second factors have been removed'],
    ]);
    expect(mails[1]?.text).toMatch(/^The operator of the server has removed all second factors/);
  });
});

describe('the second factors of a member', () => {
  test('are removed by an owner: the person is told, both logs have it, and recovery codes end', async () => {
    await using mailing = await startMailing();
    const { server } = mailing;
    const { id, person } = await joined(server, { email: 'ann@example.com', role: 'viewer' });
    await addApp(person);
    expect((await members(server))[1]).toMatchObject({ email: 'ann@example.com', second_factor: true });
    const owner = await ownerIn(server);
    expect(await reset(owner, id)).toEqual({
      __typename: 'ResetSecondFactorsSuccess',
      member: { email: 'ann@example.com', hasSecondFactor: false },
    });
    expect(await factorsOf(person)).toEqual({ secondFactors: [], recoveryCodesLeft: 0 });
    const mail = await lastOf(mailing, 3);
    expect(mail?.recipients).toEqual(['ann@example.com']);
    expect(mail?.text).toMatch(/^owner@example\.com owns your team, and has removed all second factors/);
    expect((await logOf(person))[0]).toMatchObject({
      ...{ kind: 'SECOND_FACTOR_REMOVED', subject: 'Phone', detail: 'by owner@example.com' },
    });
    expect((await logOf(owner))[0]).toMatchObject({
      ...{ kind: 'MEMBER_FACTORS_REMOVED', email: OWNER.email, subject: 'ann@example.com' },
    });
    const again = newPerson(server);
    const login = await again.ask(LogIn, { email: 'ann@example.com', password: PASSWORD });
    expect(login.data.logIn.__typename).toBe('LogInSuccess');
  });

  test('who also belongs to a team of somebody else stay: they protect that team, too', async () => {
    await using server = await startTestServer();
    const { id, person } = await joined(server, { email: 'ann@example.com', role: 'owner' });
    await addApp(person);
    const other = await server.newAccount('other@example.com');
    const { accountId } = await server.deps.db.read.member.findUniqueOrThrow({ where: { id } });
    const data = { teamId: other.teamId, accountId, role: 'viewer', createdAt: new Date(NOON) };
    await server.deps.db.write((tx) => tx.member.create({ data }));
    const owner = await ownerIn(server);
    expect(await reset(owner, id)).toMatchObject({
      errors: [
        { message: expect.stringMatching(/^The person also belongs to a team that you do not own\./) },
      ],
    });
    expect((await factorsOf(person))?.secondFactors).toHaveLength(1);
    // An administrator of the other team is no owner of it, either.
    const join = (role: string) =>
      server.deps.db.write((tx) =>
        tx.member.upsert({
          where: { teamId_accountId: { teamId: other.teamId, accountId: server.accountId } },
          create: { ...data, accountId: server.accountId, role },
          update: { role },
        }),
      );
    await join('admin');
    expect((await reset(owner, id)).__typename).toBe('UserErrors');
    await join('owner');
    expect((await reset(owner, id)).__typename).toBe('ResetSecondFactorsSuccess');
  });

  test('are not removed by an administrator, without a confirmation, or for a stranger', async () => {
    await using server = await startTestServer();
    const { id, person } = await joined(server, { email: 'ann@example.com', role: 'viewer' });
    await addApp(person);
    const { person: admin } = await joined(server, { email: 'bob@example.com', role: 'admin' });
    const { errors } = await admin.ask(Reset, { id: String(id) });
    expect(errors?.[0]?.message).toMatch(/requires the role owner\.$/);
    const owner = await ownerIn(server);
    const other = await server.newAccount('other@example.com');
    const stranger = await server.deps.db.read.member.findFirstOrThrow({ where: { teamId: other.teamId } });
    expect(await reset(owner, stranger.id)).toMatchObject({ errors: [{ path: ['input', 'id'] }] });
    server.setTime(NOON + TEN_MINUTES_MS);
    expect((await reset(owner, id)).__typename).toBe('ConfirmationRequired');
    expect((await factorsOf(person))?.secondFactors).toHaveLength(1);
  });
});
