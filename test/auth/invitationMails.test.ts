import { describe, expect, test } from '@jest/globals';
import { graphql } from '../gql/gql.ts';
import { type MailingServer, startMailing } from '../support/accountMails.ts';
import { invite } from '../support/members.ts';
import { LogIn, newPerson, OWNER } from '../support/person.ts';
import { NOON, startTestServer } from '../support/server.ts';

const DAY_MS = 86_400_000;

const InviteByPage = graphql(`
  mutation InviteByPage($input: InviteMemberInput!) {
    inviteMember(input: $input) { __typename ... on InviteMemberSuccess { invited { url mailed } } }
  }
`);

const setTeamName = ({ server }: MailingServer, name: string) =>
  server.deps.db.write((tx) => tx.team.update({ where: { id: server.teamId }, data: { name } }));
const setLanguage = ({ server }: MailingServer, email: string, language: string) =>
  server.deps.db.write((tx) => tx.account.update({ where: { email }, data: { language } }));

describe('an invitation', () => {
  test('is mailed with its link, the team, the inviting person and the role', async () => {
    await using mailing = await startMailing();
    await setTeamName(mailing, 'Shops');
    const owner = newPerson(mailing.server);
    await owner.ask(LogIn, OWNER);
    const input = { email: 'ann@example.com', role: 'EDITOR' } as const;
    const { data } = await owner.ask(InviteByPage, { input });
    if (data.inviteMember.__typename !== 'InviteMemberSuccess') throw new Error(JSON.stringify(data));
    const { url, mailed } = data.inviteMember.invited;
    expect(mailed).toBe(true);
    const [mail] = await mailing.mails(1);
    expect(mail?.recipients).toEqual(['ann@example.com']);
    expect(mail?.subject).toBe('Invitation to the team “Shops”');
    const said =
      'owner@example.com invites you to the team “Shops” of Footfall, web analytics at stats.example.com. ' +
      'Your role: Editor.';
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain(said);
      expect(part).toContain(url);
    }
    expect(url).toMatch(/^https:\/\/stats\.example\.com\/join\?token=/);
  });

  test('is in the language of the person’s account, or else of the inviting person', async () => {
    await using mailing = await startMailing();
    const { server } = mailing;
    await server.newAccount('known@example.com');
    await setLanguage(mailing, OWNER.email, 'de');
    await invite(server, { email: 'new@example.com', role: 'viewer' });
    expect((await mailing.mails(1)).at(-1)?.subject).toBe('Einladung in das Team „owner@example.com“');
    await setLanguage(mailing, 'known@example.com', 'en');
    await invite(server, { email: 'known@example.com', role: 'viewer' });
    expect((await mailing.mails(2)).at(-1)?.subject).toBe('Invitation to the team “owner@example.com”');
  });

  test('shows a team name with markup and line breaks as text on one line', async () => {
    await using mailing = await startMailing();
    const { server } = mailing;
    const owner = newPerson(server);
    await owner.ask(LogIn, OWNER);
    await owner.ask(RenameForMail, { name: '<a href="//evil.example">Win</a>\r\nBcc: all@example.com' });
    await invite(server, { email: 'ann@example.com', role: 'viewer' });
    const [mail] = await mailing.mails(1);
    expect(mail?.recipients).toEqual(['ann@example.com']);
    expect(mail?.subject).toBe(
      'Invitation to the team “<a href="//evil.example">Win</a>Bcc: all@example.com”',
    );
    expect(mail?.headers.has('bcc')).toBe(false);
    expect(mail?.html).toContain('&lt;a href=&quot;//evil.example&quot;&gt;Win');
    expect(mail?.html).not.toContain('<a href="//evil.example"');
  });

  test('is mailed to an address at most three times a day, and has a link anyway', async () => {
    await using mailing = await startMailing();
    const { server } = mailing;
    const send = async () => (await invite(server, { email: 'ann@example.com', role: 'viewer' })).mailed;
    expect([await send(), await send(), await send(), await send()]).toEqual([true, true, true, false]);
    expect((await invite(server, { email: 'other@example.com', role: 'viewer' })).mailed).toBe(true);
    server.setTime(NOON + DAY_MS);
    expect(await send()).toBe(true);
    const mails = await mailing.mails(5);
    expect(mails.filter(({ recipients }) => recipients[0] === 'ann@example.com')).toHaveLength(4);
  });

  test('of a server without a mail server differs only in saying that no mail is sent', async () => {
    await using mailing = await startMailing();
    await using plain = await startTestServer();
    const fields = { email: 'ann@example.com', role: 'viewer' };
    const { url, token, mailed, ...same } = await invite(plain, fields);
    const other = await invite(mailing.server, fields);
    expect([mailed, other.mailed]).toEqual([false, true]);
    expect(other).toEqual({ ...same, url: expect.any(String), token: expect.any(String), mailed: true });
    expect(url).toMatch(/\/join\?token=/);
  });
});

const RenameForMail = graphql(`
  mutation RenameForMail($name: String!) {
    updateTeam(input: { name: $name }) { __typename }
  }
`);
