import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Answer, type Mailbox, startMailbox } from '../support/mailbox.ts';
import { DAY, MINUTE, MONDAY, signal, startReporting } from '../support/reports.ts';
import type { TestServer } from '../support/server.ts';

const clock = { now: 0 };
let mailbox: Mailbox;
let server: TestServer;
beforeEach(async () => {
  mailbox = await startMailbox();
  clock.now = MONDAY - 8 * DAY;
  server = await startReporting(mailbox, clock);
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await mailbox.close();
});

/** Runs the jobs at the given time. */
async function at(time: number, who: TestServer = server): Promise<void> {
  clock.now = time;
  await who.runJobs();
}

async function addWebsite(fields: Record<string, string> = {}, time = MONDAY - 8 * DAY): Promise<number> {
  clock.now = time;
  const body = new URLSearchParams({ url: 'teahouse.example', email: '1', ...fields });
  const response = await server.call('/api/v1/websites', { method: 'POST', body });
  return ((await response.json()) as { data: { id: number } }).data.id;
}

/** Adds websites that get reports, in the database: a request for each takes most of the time of a test. */
async function addWebsites(domains: readonly string[]): Promise<void> {
  const at = new Date(clock.now);
  const same = { teamId: server.teamId, privacy: 1, email: true, excludeBots: false, timezone: 'UTC' };
  const data = domains.map((domain) => ({
    ...{ ...same, domain, url: `https://${domain}`, trackingId: domain },
    ...{ createdAt: at, updatedAt: at, emailSince: at },
  }));
  await server.deps.db.write((tx) => tx.website.createMany({ data }));
}

const reports = () => server.deps.db.read.report.findMany({ orderBy: { id: 'asc' } });

describe('a report', () => {
  test('is sent on Monday at 08:00, once, to the account’s address', async () => {
    await addWebsite();
    await at(MONDAY - MINUTE);
    expect(mailbox.mails).toHaveLength(0);
    await at(MONDAY);
    expect(mailbox.mails.map(({ recipients, subject }) => [recipients, subject])).toEqual([
      [['owner@example.com'], 'teahouse.example: no visitors, Week 46, Nov 9 – 15, 2026'],
    ]);
    for (const later of [MINUTE, DAY, 2 * DAY, 7 * DAY - MINUTE]) await at(MONDAY + later);
    expect(mailbox.mails).toHaveLength(1);
    await at(MONDAY + 7 * DAY);
    expect(mailbox.mails).toHaveLength(2);
    expect((await reports()).map(({ period, state, attempts }) => [period, state, attempts])).toEqual([
      ['2026-W46', 'sent', 1],
      ['2026-W47', 'sent', 1],
    ]);
  });

  test('is sent at 08:00 in the website’s time zone', async () => {
    await addWebsite({ timezone: 'Pacific/Auckland' });
    // 08:00 in Auckland, in daylight saving time.
    const there = MONDAY - 13 * 60 * MINUTE;
    await at(there - MINUTE);
    expect(mailbox.mails).toHaveLength(0);
    await at(there);
    expect(mailbox.mails).toHaveLength(1);
  });

  test('is not sent if reports are off or were off when it was due', async () => {
    const id = await addWebsite({ email: '0' });
    await at(MONDAY);
    expect(mailbox.mails).toHaveLength(0);
    clock.now = MONDAY + MINUTE;
    await server.call(`/api/v1/websites/${id}`, { method: 'PUT', body: new URLSearchParams({ email: '1' }) });
    await at(MONDAY + 2 * MINUTE);
    expect(mailbox.mails).toHaveLength(0);
    await at(MONDAY + 7 * DAY);
    expect(mailbox.mails).toHaveLength(1);
  });

  test('is not sent about a week that was over when the website was registered', async () => {
    // Monday at 07:00, an hour before reports about the week before are due.
    await addWebsite({}, MONDAY - 60 * MINUTE);
    for (const later of [0, MINUTE, DAY]) await at(MONDAY + later);
    expect([mailbox.mails, await reports()]).toEqual([[], []]);
    await at(MONDAY + 7 * DAY);
    expect(mailbox.mails.map(({ subject }) => subject)).toEqual([
      'teahouse.example: no visitors, Week 47, Nov 16 – 22, 2026',
    ]);
  });

  test.each([
    ['a minute before the limit', 3 * DAY - MINUTE, 1],
    ['at the limit', 3 * DAY, 0],
  ])('missed in an outage is only sent within three days: %s', async (_title, later, count) => {
    await addWebsite();
    await at(MONDAY + later);
    expect(mailbox.mails).toHaveLength(count);
  });
});

describe('exactly one mail', () => {
  test('is sent by two instances that both run the jobs', async () => {
    const count = 30;
    await addWebsites(Array.from({ length: count }, (_, index) => `${index}.example`));
    const other = await startReporting(mailbox, clock, server);
    try {
      clock.now = MONDAY;
      const lease = { name: 'jobs' };
      // Both instances are leader, as after a pause that outlasts the lease.
      await server.deps.db.write((tx) => tx.lease.deleteMany({ where: lease }));
      const first = server.runJobs();
      await server.deps.db.write((tx) => tx.lease.deleteMany({ where: lease }));
      await Promise.all([first, other.runJobs()]);
      await Promise.all([server.runJobs(), other.runJobs()]);
    } finally {
      await other[Symbol.asyncDispose]();
    }
    const subjects = mailbox.mails.map(({ subject }) => subject?.split(':')[0]);
    expect(new Set(subjects).size).toBe(count);
    expect(subjects).toHaveLength(count);
  });

  test('is sent after temporary rejections, with growing pauses between the attempts', async () => {
    await addWebsite();
    mailbox.answer = () => ({ code: 451, text: 'greylisted, try later' });
    await at(MONDAY);
    expect(await reports()).toMatchObject([{ state: 'waiting', attempts: 1 }]);
    const tries: number[] = [];
    for (let minute = 1; minute <= 15; minute++) {
      const before = mailbox.tries;
      await at(MONDAY + minute * MINUTE);
      if (mailbox.tries > before) tries.push(minute);
    }
    expect(tries).toEqual([1, 3, 7, 15]);
    expect((await reports())[0]?.error).toContain('451 greylisted, try later');
    mailbox.answer = () => 'accept';
    await at(MONDAY + 31 * MINUTE);
    await at(MONDAY + 60 * MINUTE);
    expect(mailbox.mails).toHaveLength(1);
    expect(await reports()).toMatchObject([{ state: 'sent', attempts: 6, error: null }]);
  });

  test('is given up after three days of temporary rejections', async () => {
    await addWebsite();
    mailbox.recipient = () => ({ code: 450, text: 'mailbox busy' });
    for (let hour = 0; hour <= 80; hour += 8) await at(MONDAY + hour * 60 * MINUTE);
    expect(await reports()).toMatchObject([{ state: 'refused', nextAt: null }]);
    expect((await reports())[0]?.error).toContain('450 mailbox busy');
    const { tries } = mailbox;
    await at(MONDAY + 5 * DAY);
    expect(mailbox.tries).toBe(tries);
  });

  test.each([
    ['the recipient', () => (mailbox.recipient = () => ({ code: 550, text: 'no such mailbox' }))],
    ['the mail', () => (mailbox.answer = () => ({ code: 554, text: 'no such mailbox' }))],
  ])('is given up if the mail server permanently rejects %s', async (_title, refuse) => {
    await addWebsite();
    refuse();
    for (const later of [0, MINUTE, DAY]) await at(MONDAY + later);
    expect(mailbox.tries).toBe(1);
    expect(await reports()).toMatchObject([{ state: 'refused', attempts: 1, sentAt: null }]);
    expect((await reports())[0]?.error).toMatch(/55[04] no such mailbox/);
  });

  test('is sent if the mail server accepts it but drops the connection before confirming', async () => {
    await addWebsite();
    mailbox.answer = () => 'drop';
    await at(MONDAY);
    mailbox.answer = () => 'accept';
    for (const later of [MINUTE, 10 * MINUTE, DAY]) await at(MONDAY + later);
    expect(mailbox.mails).toHaveLength(1);
    expect(await reports()).toMatchObject([{ state: 'unknown', attempts: 1 }]);
  });

  test('is sent to a mail server that accepts only one connection at a time', async () => {
    await mailbox.close();
    mailbox = await startMailbox(Number(new URL(mailbox.url).port), { most: 1 });
    await addWebsites(TWELVE);
    await at(MONDAY);
    expect(domains()).toEqual(TWELVE);
    expect(new Set((await reports()).map(({ attempts }) => attempts))).toEqual(new Set([1]));
  });

  test('is sent even if another report cannot be made, which is logged and retried', async () => {
    const websiteId = await addWebsite();
    await addWebsite({ url: 'other.example' });
    const when = new Date(MONDAY);
    await server.deps.db.write((tx) =>
      tx.report.create({
        data: { websiteId, period: 'odd', state: 'waiting', attempts: 0, nextAt: when, createdAt: when },
      }),
    );
    await at(MONDAY);
    expect(domains()).toEqual(['other.example', 'teahouse.example']);
    expect(await reports()).toMatchObject([
      { period: 'odd', state: 'waiting', attempts: 1, error: 'The report could not be created.' },
      { state: 'sent' },
      { state: 'sent' },
    ]);
    expect(server.logLines.join('')).toContain('has the invalid period odd');
  });

  test('is sent although an instance whose clock was a day ahead had claimed it', async () => {
    const websiteId = await addWebsite();
    await mailbox.close();
    await at(MONDAY);
    mailbox = await startMailbox(Number(new URL(mailbox.url).port));
    const tomorrow = new Date(MONDAY + 24 * 60 * MINUTE);
    await server.deps.db.write((tx) =>
      tx.report.updateMany({ where: { websiteId }, data: { claim: 'dead', nextAt: tomorrow } }),
    );
    await at(MONDAY + MINUTE);
    expect(await reports()).toMatchObject([{ state: 'sent', attempts: 2 }]);
  });

  test('is sent when an unreachable mail server is back', async () => {
    await addWebsite();
    await mailbox.close();
    await at(MONDAY);
    expect(await reports()).toMatchObject([{ state: 'waiting', attempts: 1 }]);
    expect((await reports())[0]?.error).toContain('ECONNREFUSED');
    mailbox = await startMailbox(Number(new URL(mailbox.url).port));
    await at(MONDAY + MINUTE);
    expect(mailbox.mails).toHaveLength(1);
  });

  test('is sent if the server stops while sending', async () => {
    await addWebsites(TWELVE);
    const gate = holdFirstFour();
    clock.now = MONDAY;
    const round = server.runJobs();
    await gate.reached;
    const stopped = server.stop();
    gate.open();
    await Promise.all([stopped, round]);
    const other = await startReporting(mailbox, clock, server);
    await at(MONDAY + MINUTE, other).finally(() => other.stop());
    expect(domains()).toEqual(TWELVE);
  });

  test('is sent if an instance freezes while sending and resumes after another took over', async () => {
    await addWebsites(TWELVE);
    const gate = holdFirstFour();
    clock.now = MONDAY;
    const frozen = server.runJobs();
    await gate.reached;
    const other = await startReporting(mailbox, clock, server);
    await at(MONDAY + 10 * MINUTE, other).finally(() => other.stop());
    expect((await reports()).map(({ state }) => state).sort()).toEqual([
      ...Array.from({ length: 8 }, () => 'sent'),
      ...Array.from({ length: 4 }, () => 'unknown'),
    ]);
    gate.open();
    await frozen;
    await at(MONDAY + DAY);
    expect(domains()).toEqual(TWELVE);
  });

  const TWELVE = Array.from({ length: 12 }, (_, index) => `${index}.example`).sort();
  const domains = () => mailbox.mails.map(({ subject }) => subject?.split(':')[0]).sort();

  /** Makes the mail server hold the first four mails until the gate is opened. */
  function holdFirstFour(): { reached: Promise<void>; open: () => void } {
    const gate = signal();
    const reached = signal();
    let count = 0;
    mailbox.answer = async (): Promise<Answer> => {
      if (++count === 4) reached.give();
      if (count <= 4) await gate.given;
      return 'accept';
    };
    return { reached: reached.given, open: gate.give };
  }
});
