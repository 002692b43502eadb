import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { simpleParser } from 'mailparser';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/log.ts';
import { sendInThread } from '../../src/reports/threads.ts';
import { startCli } from '../support/cli.ts';
import { withDatabase } from '../support/copy/content.ts';
import { createSite } from '../support/crash/site.ts';
import { type Answer, startMailbox } from '../support/mailbox.ts';
import { startProcess } from '../support/process.ts';
import { signal } from '../support/reports.ts';
import { temporaryFolder } from '../support/server.ts';

const OWNER = ['--email', 'owner@example.com'];
const FROM = 'Footfall <reports@stats.example.com>';

/** Creates a folder with an account and a website that gets reports. */
async function prepared() {
  const temporary = await temporaryFolder();
  const cli = startCli(temporary.folder);
  const footfall = (args: string[], env: Record<string, string> = {}) =>
    cli.footfall(args, { BASE_URL: 'https://stats.example.com', ...env });
  await footfall(['account', 'create', ...OWNER, '--password', 'long enough for it']);
  await footfall(['website', 'create', ...OWNER, '--url', 'example.com']);
  return {
    folder: temporary.folder,
    footfall,
    async [Symbol.asyncDispose]() {
      await cli[Symbol.asyncDispose]();
      await temporary[Symbol.asyncDispose]();
    },
  };
}

describe('footfall report send', () => {
  let made: Awaited<ReturnType<typeof prepared>>;
  beforeAll(async () => {
    made = await prepared();
  });
  afterAll(() => made[Symbol.asyncDispose]());

  test('writes a mail into a file, without a mail server', async () => {
    const file = path.join(made.folder, 'report.eml');
    const ended = await made.footfall([
      'report',
      'send',
      '--website',
      '1',
      '--period',
      '2026-W46',
      '--dry-run',
      file,
    ]);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toContain('nothing was sent');
    const mail = await simpleParser(await readFile(file));
    expect(mail.subject).toBe('example.com: no visitors, Week 46, Nov 9 – 15, 2026');
    expect(mail.to).toMatchObject({ text: 'owner@example.com' });
  });

  test('sends to the given address and prints JSON for scripts', async () => {
    await using mailbox = await startMailbox();
    const args = [
      'report',
      'send',
      '--website',
      '1',
      '--period',
      '2026-10',
      '--to',
      'you@example.org',
      '--json',
    ];
    const ended = await made.footfall(args, { SMTP_URL: mailbox.url, MAIL_FROM: FROM });
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    const [mail] = mailbox.mails;
    expect(JSON.parse(ended.stdout)).toEqual({
      website: 1,
      period: '2026-10',
      to: 'you@example.org',
      file: null,
      messageId: mail?.messageId,
    });
    expect(mail?.recipients).toEqual(['you@example.org']);
    expect(mail?.subject).toBe('example.com: no visitors, October 2026');
  });

  test.each([
    [['--website', '7'], 'website: There is no website with this id'],
    [['--website', 'x'], 'website: There is no website with this id'],
    [['--website', '1', '--period', '2026-47'], 'period: Must be a week or a month that has ended'],
    [['--website', '1', '--to', 'nobody'], 'to: Must be an email address'],
    [['--website', '1'], 'SMTP_URL and MAIL_FROM are not set'],
    [[], "required option '--website <id>' not specified"],
  ])('%j fails with advice', async (args, message) => {
    const ended = await made.footfall(['report', 'send', ...args]);
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toContain(message);
  });
});

test('a thread that is stopped while it starts sends nothing', async () => {
  await using mailbox = await startMailbox();
  await using temporary = await temporaryFolder();
  const { url } = await createSite(temporary.folder);
  const at = new Date();
  await withDatabase(url, (db) =>
    db.write(async (tx) => {
      await tx.website.update({ where: { id: 1 }, data: { email: true } });
      const report = { websiteId: 1, period: '2026-W46', state: 'waiting', attempts: 0 };
      await tx.report.create({ data: { ...report, nextAt: at, createdAt: at } });
    }),
  );
  const config = readConfig({ DATABASE_URL: url, SMTP_URL: mailbox.url, MAIL_FROM: FROM });
  const send = sendInThread(config, createLog('silent', false));
  await send(1, { soon: AbortSignal.abort(), now: new AbortController().signal });
  expect(mailbox.tries).toBe(0);
});

test.each([
  ['SIGTERM', 'sent'],
  ['SIGKILL', 'unknown'],
] as const)(
  'the server sends due reports once; %s while sending leaves reports in progress as %s',
  async (name, state) => {
    await using mailbox = await startMailbox();
    await using temporary = await temporaryFolder();
    const { folder } = temporary;
    const site = await createSite(folder);
    const env = { ...site.env, SMTP_URL: mailbox.url, MAIL_FROM: FROM };
    const at = new Date(Date.now() - 60_000);
    await withDatabase(site.url, (db) =>
      db.write(async (tx) => {
        const base = { teamId: 1, privacy: 1, email: true, emailSince: new Date(), excludeBots: true };
        for (let index = 0; index < 8; index++) {
          const domain = `${index}.example`;
          const { id: websiteId } = await tx.website.create({
            data: {
              ...base,
              url: `https://${domain}`,
              domain,
              timezone: 'UTC',
              trackingId: domain,
              createdAt: at,
              updatedAt: at,
            },
          });
          const report = { websiteId, period: '2026-W46', state: 'waiting', attempts: 0 };
          await tx.report.create({ data: { ...report, nextAt: at, createdAt: at } });
        }
      }),
    );
    const [begun, gate] = [signal(), signal()];
    let arrived = 0;
    mailbox.answer = async (): Promise<Answer> => {
      if (++arrived === 4) begun.give();
      await gate.given;
      return 'accept';
    };
    const first = await startProcess(folder, env);
    await begun.given;
    const stopped = first.stop(name);
    if (name === 'SIGTERM') await first.says(/^Received SIGTERM/);
    else await stopped;
    gate.give();
    expect(await stopped).toBe(name === 'SIGTERM' ? 0 : null);

    // Simulates the expiry of its claims and its lease.
    await withDatabase(site.url, (db) =>
      db.write(async (tx) => {
        await tx.report.updateMany({ where: { nextAt: { not: null } }, data: { nextAt: at } });
        await tx.lease.deleteMany();
      }),
    );
    // A busy thread may have begun the others before it knew of the signal. Then none is left to send.
    const isLeft = mailbox.mails.length < 8;
    await using second = await startProcess(folder, env);
    if (isLeft) await second.says(/^Email reports: round finished$/);
    expect(await second.stop('SIGTERM')).toBe(0);
    const domains = mailbox.mails.map(({ subject }) => subject?.split(':')[0]).sort();
    expect(domains).toEqual(Array.from({ length: 8 }, (_, index) => `${index}.example`));
    await withDatabase(site.url, async (db) => {
      const rows = await db.read.report.findMany({ orderBy: { id: 'asc' } });
      expect(rows.map(({ state }) => state)).toEqual([
        ...Array.from({ length: 4 }, () => state),
        ...Array.from({ length: 4 }, () => 'sent'),
      ]);
    });
  },
);
