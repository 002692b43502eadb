import { afterEach, beforeEach } from '@jest/globals';
import { type Mailbox, startMailbox } from './mailbox.ts';
import { DAY, MONDAY, startReporting } from './reports.ts';
import type { TestServer } from './server.ts';

/** The domains of websites that get a report at the same time, sorted. */
export const TWELVE = Array.from({ length: 12 }, (_, index) => `${index}.example`).sort();

/**
 * A server that sends reports, and the mailbox to which it sends them, for each test of a file. The time is
 * eight days before the Monday on which the first reports are due.
 */
export function officeForFile() {
  const clock = { now: 0 };
  const running = {} as { mailbox: Mailbox; server: TestServer };
  const office = Object.assign(running, {
    clock,

    /** Runs the jobs at the given time. */
    async at(time: number, who: TestServer = running.server): Promise<void> {
      clock.now = time;
      await who.runJobs();
    },

    /** Adds a website that gets reports. @returns its id. */
    async addWebsite(fields: Record<string, string> = {}, time = MONDAY - 8 * DAY): Promise<number> {
      clock.now = time;
      const body = new URLSearchParams({ url: 'teahouse.example', email: '1', ...fields });
      const response = await running.server.call('/api/v1/websites', { method: 'POST', body });
      return ((await response.json()) as { data: { id: number } }).data.id;
    },

    /** As addWebsite, in the database: a request for each takes most of the time of a test. */
    async addWebsites(domains: readonly string[]): Promise<void> {
      const at = new Date(clock.now);
      const { teamId } = running.server;
      const same = { teamId, privacy: 1, email: true, excludeBots: false, timezone: 'UTC' };
      const data = domains.map((domain) => ({
        ...{ ...same, domain, url: `https://${domain}`, trackingId: domain },
        ...{ createdAt: at, updatedAt: at, emailSince: at },
      }));
      await running.server.deps.db.write((tx) => tx.website.createMany({ data }));
    },

    reports: () => running.server.deps.db.read.report.findMany({ orderBy: { id: 'asc' } }),

    /** The domains of the reports in the mailbox, sorted. */
    domains: () => running.mailbox.mails.map(({ subject }) => subject?.split(':')[0]).sort(),
  });
  beforeEach(async () => {
    running.mailbox = await startMailbox();
    clock.now = MONDAY - 8 * DAY;
    running.server = await startReporting(running.mailbox, clock);
  });
  afterEach(async () => {
    await running.server[Symbol.asyncDispose]();
    await running.mailbox.close();
  });
  return office;
}
