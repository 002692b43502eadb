import { describe, expect, test } from '@jest/globals';
import type { AccountMail } from '../../src/auth/accountMails.ts';
import { createAccountMails } from '../../src/reports/accountMails.ts';
import { letterOf } from '../../src/reports/letter.ts';
import { wordsOf } from '../../src/reports/words.ts';
import { LANGUAGES } from '../../src/texts/languages.ts';
import { ChangeEmail, ownerOf, RequestReset, startMailing } from '../support/accountMails.ts';
import { type Mailbox, startMailbox } from '../support/mailbox.ts';
import { newPerson, OWNER } from '../support/person.ts';
import { NOON, startTestServer, type TestServer } from '../support/server.ts';
import { eventually } from '../support/site.ts';

const MINUTE_MS = 60_000;
const LATER = { code: 451, text: 'Try again later.' };
const to = OWNER.email;
const INVITATION = {
  url: 'https://stats.example.com/join?token=secret',
  team: 'Shops',
  role: 'editor',
} as const;
const MAILS: AccountMail[] = [
  { kind: 'password_reset', to, language: null, token: 'secret' },
  { kind: 'password_changed', to, language: null },
  { kind: 'email_change', to, language: null, token: 'secret', present: 'old@example.com' },
  { kind: 'email_change_requested', to, language: null, address: 'new@example.com' },
  { kind: 'email_changed', to, language: null, address: 'new@example.com' },
  { kind: 'email_taken', to, language: null },
  { kind: 'second_factor_added', to, language: null, name: 'Phone' },
  { kind: 'identity_linked', to, language: null, name: 'Okta' },
  { kind: 'second_factor_removed', to, language: null, name: 'Phone' },
  { kind: 'recovery_codes_created', to, language: null },
  { kind: 'second_factors_reset', to, language: null, by: 'boss@example.com' },
  { kind: 'second_factors_reset', to, language: null, by: null },
  { kind: 'invitation', to, language: null, ...INVITATION, inviter: 'boss@example.com' },
  { kind: 'invitation', to, language: null, ...INVITATION, inviter: null },
];

/** A server that sends to a mailbox, and its queue of mails. */
async function queueOf(mailbox: Mailbox) {
  const server = await startTestServer({ env: { SMTP_URL: mailbox.url, MAIL_FROM: 'a@example.com' } });
  const { config, log, now, random } = server.deps;
  const queue = createAccountMails({ config, log, now, random }, mailbox.url);
  return { server, queue };
}
const warnings = ({ logLines }: TestServer) =>
  logLines
    .map((line) => JSON.parse(line) as { level: number; msg: string; error?: string })
    .filter(({ level }) => level >= 40);

describe('a mail about an account', () => {
  test.each(Object.keys(LANGUAGES))(
    'has the same content as text and as HTML, in the language %s',
    async (language) => {
      await using mailbox = await startMailbox();
      const { server, queue } = await queueOf(mailbox);
      await using _server = server;
      for (const mail of MAILS) queue.send({ ...mail, language });
      await queue.run();
      expect(mailbox.mails).toHaveLength(MAILS.length);
      const words = await wordsOf(language);
      for (const [index, mail] of MAILS.entries()) {
        const { subject, paragraphs, action, reason } = letterOf(mail, server.deps.config, words);
        const { text = '', html, headers, ...got } = mailbox.mails[index] ?? {};
        expect(got).toMatchObject({ subject, recipients: [to] });
        expect(headers?.get('auto-submitted')).toBe('auto-generated');
        for (const part of [...paragraphs, reason]) {
          expect(text).toContain(part);
          expect(html).toContain(part);
        }
        expect(html).toContain(`lang="${language}"`);
        if (action) {
          expect(text).toContain(action.address);
          expect(html).toContain(`href="${action.address}"`);
        }
        // Nothing is loaded when the mail is opened.
        expect(html).not.toMatch(/<(?:img|link|script)\b|url\(/);
      }
    },
  );

  test('is in the language of the account, or else in that of the request', async () => {
    await using mailing = await startMailing();
    const { server } = mailing;
    const request = (language: 'DE' | 'EN') => newPerson(server).ask(RequestReset, { email: to, language });
    await request('DE');
    expect((await mailing.mails(1)).at(-1)?.subject).toBe('Neues Passwort setzen');
    const data = { language: 'en' };
    await server.deps.db.write((tx) => tx.account.update({ where: { id: server.accountId }, data }));
    await request('DE');
    expect((await mailing.mails(2)).at(-1)?.subject).toBe('Set a new password');
  });

  test('that names an address with markup shows it as text', async () => {
    await using mailing = await startMailing();
    const person = await ownerOf(mailing);
    await person.ask(ChangeEmail, { email: "o'neil+a@example.com" });
    const notice = (await mailing.mails(2)).find(({ recipients }) => recipients[0] === to);
    expect(notice?.text).toContain("o'neil+a@example.com");
    expect(notice?.html).toContain('o&#x27;neil+a@example.com');
  });
});

describe('the queue of mails about accounts', () => {
  test('tries a mail again in the next run if the mail server does not accept it now', async () => {
    await using mailbox = await startMailbox();
    const { server, queue } = await queueOf(mailbox);
    await using _server = server;
    mailbox.answer = () => LATER;
    for (const mail of MAILS.slice(0, 2)) queue.send(mail);
    await queue.run();
    expect([mailbox.mails.length, mailbox.tries]).toEqual([0, 2]);
    mailbox.answer = () => 'accept';
    await queue.run();
    expect(mailbox.mails).toHaveLength(2);
    await queue.run();
    expect(mailbox.mails).toHaveLength(2);
  });

  test('keeps mails while the mail server is away, and drops them after 15 minutes', async () => {
    const mailbox = await startMailbox();
    const { server, queue } = await queueOf(mailbox);
    await using _server = server;
    await mailbox.close();
    queue.send(MAILS[0] as AccountMail);
    await queue.run();
    server.setTime(NOON + 14 * MINUTE_MS);
    queue.send(MAILS[1] as AccountMail);
    await queue.run();
    server.setTime(NOON + 15 * MINUTE_MS);
    await queue.run();
    expect(warnings(server).map(({ error }) => error)).toContain(
      'The mail server did not accept it in time.',
    );
    await using again = await startMailbox(Number(new URL(mailbox.url).port));
    await queue.run();
    expect(again.mails.map(({ subject }) => subject)).toEqual(['Your password has been changed']);
  });

  test('drops a mail that the mail server rejects, and sends the next one', async () => {
    await using mailbox = await startMailbox();
    const { server, queue } = await queueOf(mailbox);
    await using _server = server;
    mailbox.recipient = (address) => (address === to ? null : { code: 550, text: 'No such mailbox.' });
    queue.send({ ...(MAILS[0] as AccountMail), to: 'nobody@example.com' });
    queue.send(MAILS[1] as AccountMail);
    await queue.run();
    await queue.run();
    expect(mailbox.mails.map(({ recipients }) => recipients)).toEqual([[to]]);
    expect(warnings(server)).toMatchObject([{ mail: 'password_reset' }]);
  });

  test('holds at most 500 mails', async () => {
    const mailbox = await startMailbox();
    await mailbox.close();
    const { server, queue } = await queueOf(mailbox);
    await using _server = server;
    for (let number = 0; number < 501; number += 1) queue.send(MAILS[1] as AccountMail);
    expect(warnings(server)).toMatchObject([{ error: 'Too many mails wait.' }]);
  });

  test('names the mails that a stopping server could not send', async () => {
    await using mailbox = await startMailbox();
    const { server, queue } = await queueOf(mailbox);
    await using _server = server;
    mailbox.answer = () => LATER;
    queue.send(MAILS[0] as AccountMail);
    await queue.stop();
    expect(warnings(server)).toMatchObject([{ mail: 'password_reset' }]);
  });

  test('is sent before a stopping server ends', async () => {
    await using mailbox = await startMailbox();
    const { server, queue } = await queueOf(mailbox);
    await using _server = server;
    queue.send(MAILS[0] as AccountMail);
    await queue.stop();
    expect(mailbox.mails).toHaveLength(1);
  });

  test('is tried again by the job of every minute', async () => {
    await using mailing = await startMailing();
    const { server, mailbox } = mailing;
    mailbox.answer = () => LATER;
    await newPerson(server).ask(RequestReset, { email: to });
    await eventually('the first attempt', () => mailbox.tries > 0);
    mailbox.answer = () => 'accept';
    await server.runJobs();
    await server.runJobs();
    expect(mailbox.mails).toHaveLength(1);
  });
});
