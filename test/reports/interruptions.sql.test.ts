import { describe, expect, test } from '@jest/globals';
import { type Answer, startMailbox } from '../support/mailbox.ts';
import { officeForFile, TWELVE } from '../support/reportOffice.ts';
import { DAY, MINUTE, MONDAY, signal, startReporting } from '../support/reports.ts';

const office = officeForFile();
const { clock, at, addWebsite, addWebsites, reports } = office;

describe('exactly one mail', () => {
  test('is sent by two instances that both run the jobs', async () => {
    const count = 30;
    await addWebsites(Array.from({ length: count }, (_, index) => `${index}.example`));
    const other = await startReporting(office.mailbox, clock, office.server);
    try {
      clock.now = MONDAY;
      const lease = { name: 'jobs' };
      // Both instances are leader, as after a pause that outlasts the lease.
      await office.server.deps.db.write((tx) => tx.lease.deleteMany({ where: lease }));
      const first = office.server.runJobs();
      await office.server.deps.db.write((tx) => tx.lease.deleteMany({ where: lease }));
      await Promise.all([first, other.runJobs()]);
      await Promise.all([office.server.runJobs(), other.runJobs()]);
    } finally {
      await other[Symbol.asyncDispose]();
    }
    const subjects = office.mailbox.mails.map(({ subject }) => subject?.split(':')[0]);
    expect(new Set(subjects).size).toBe(count);
    expect(subjects).toHaveLength(count);
  });

  test('is sent even if another report cannot be made, which is logged and retried', async () => {
    const websiteId = await addWebsite();
    await addWebsite({ url: 'other.example' });
    const when = new Date(MONDAY);
    await office.server.deps.db.write((tx) =>
      tx.report.create({
        data: { websiteId, period: 'odd', state: 'waiting', attempts: 0, nextAt: when, createdAt: when },
      }),
    );
    await at(MONDAY);
    expect(office.domains()).toEqual(['other.example', 'teahouse.example']);
    expect(await reports()).toMatchObject([
      { period: 'odd', state: 'waiting', attempts: 1, error: 'The report could not be created.' },
      { state: 'sent' },
      { state: 'sent' },
    ]);
    expect(office.server.logLines.join('')).toContain('has the invalid period odd');
  });

  test('is sent although an instance whose clock was a day ahead had claimed it', async () => {
    const websiteId = await addWebsite();
    await office.mailbox.close();
    await at(MONDAY);
    office.mailbox = await startMailbox(Number(new URL(office.mailbox.url).port));
    const tomorrow = new Date(MONDAY + 24 * 60 * MINUTE);
    await office.server.deps.db.write((tx) =>
      tx.report.updateMany({ where: { websiteId }, data: { claim: 'dead', nextAt: tomorrow } }),
    );
    await at(MONDAY + MINUTE);
    expect(await reports()).toMatchObject([{ state: 'sent', attempts: 2 }]);
  });

  test('is sent when an unreachable mail server is back', async () => {
    await addWebsite();
    await office.mailbox.close();
    await at(MONDAY);
    expect(await reports()).toMatchObject([{ state: 'waiting', attempts: 1 }]);
    expect((await reports())[0]?.error).toContain('ECONNREFUSED');
    office.mailbox = await startMailbox(Number(new URL(office.mailbox.url).port));
    await at(MONDAY + MINUTE);
    expect(office.mailbox.mails).toHaveLength(1);
  });

  test('is sent if the server stops while sending', async () => {
    await addWebsites(TWELVE);
    const gate = holdFirstFour();
    clock.now = MONDAY;
    const round = office.server.runJobs();
    await gate.reached;
    const stopped = office.server.stop();
    gate.open();
    await Promise.all([stopped, round]);
    const other = await startReporting(office.mailbox, clock, office.server);
    await at(MONDAY + MINUTE, other).finally(() => other.stop());
    expect(office.domains()).toEqual(TWELVE);
  });

  test('is sent if an instance freezes while sending and resumes after another took over', async () => {
    await addWebsites(TWELVE);
    const gate = holdFirstFour();
    clock.now = MONDAY;
    const frozen = office.server.runJobs();
    await gate.reached;
    const other = await startReporting(office.mailbox, clock, office.server);
    await at(MONDAY + 10 * MINUTE, other).finally(() => other.stop());
    expect((await reports()).map(({ state }) => state).sort()).toEqual([
      ...Array.from({ length: 8 }, () => 'sent'),
      ...Array.from({ length: 4 }, () => 'unknown'),
    ]);
    gate.open();
    await frozen;
    await at(MONDAY + DAY);
    expect(office.domains()).toEqual(TWELVE);
  });

  /** Makes the mail server hold the first four mails until the gate is opened. */
  function holdFirstFour(): { reached: Promise<void>; open: () => void } {
    const gate = signal();
    const reached = signal();
    let count = 0;
    office.mailbox.answer = async (): Promise<Answer> => {
      if (++count === 4) reached.give();
      if (count <= 4) await gate.given;
      return 'accept';
    };
    return { reached: reached.given, open: gate.give };
  }
});
