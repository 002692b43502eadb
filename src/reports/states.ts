import DataLoader from 'dataloader';
import type { Database } from '../db/database.ts';
import type { Report } from '../generated/prisma/client.ts';
import type { Outcome } from './mailServer.ts';

/** The states of a report and their descriptions. */
export const REPORT_STATES = {
  waiting: 'The report is waiting for its first or next attempt.',
  handed_over: 'The report is being transferred to the mail server.',
  sent: 'The mail server accepted the report.',
  refused: 'The mail server rejected the report permanently, or for longer than three days.',
  unknown: 'The connection broke during the transfer. The report may have arrived and is not sent again.',
  cancelled: 'Email reports were switched off before the report was sent.',
} as const;

export type ReportState = keyof typeof REPORT_STATES;

const MINUTE_MS = 60_000;
export const LONGEST_PAUSE_MS = 6 * 3_600_000;

/** The delay after a number of attempts: 1, 2, 4… minutes, at most 6 hours. */
const pauseAfter = (attempts: number) =>
  Math.min(2 ** Math.max(attempts - 1, 0) * MINUTE_MS, LONGEST_PAUSE_MS);

/** Older reports are given up. */
export const GIVE_UP_AFTER_MS = 3 * 24 * 3_600_000;

/** Returns the next state of a report after an attempt. */
export function stateAfter(
  outcome: Outcome,
  { attempts, createdAt }: { attempts: number; createdAt: Date },
  now: number,
): { state: ReportState; error: string | null; nextAt: Date | null; sentAt: Date | null } {
  const over = { nextAt: null, sentAt: null };
  switch (outcome.kind) {
    case 'accepted':
      return { state: 'sent', error: null, nextAt: null, sentAt: new Date(now) };
    case 'refused':
      return { state: 'refused', error: outcome.error, ...over };
    case 'unknown':
      return { state: 'unknown', error: outcome.error, ...over };
    case 'later': {
      const nextAt = now + pauseAfter(attempts);
      const state = nextAt - createdAt.getTime() > GIVE_UP_AFTER_MS ? 'refused' : 'waiting';
      const { error } = outcome;
      return { state, error, sentAt: null, nextAt: state === 'waiting' ? new Date(nextAt) : null };
    }
  }
}

/** How far back reports are shown. */
const SHOWN_MS = 90 * 24 * 3_600_000;

/**
 * Loads the reports of a website by its id: those of the last 90 days, newest first. One SELECT reads all
 * websites.
 */
export function reportLoader(
  { read }: Pick<Database, 'read'>,
  now: () => number,
): DataLoader<number, Report[]> {
  return new DataLoader(async (ids) => {
    const rows = await read.report.findMany({
      where: { websiteId: { in: [...ids] }, createdAt: { gte: new Date(now() - SHOWN_MS) } },
      orderBy: { id: 'desc' },
    });
    const byWebsite = new Map(ids.map((id) => [id, [] as Report[]]));
    for (const row of rows) byWebsite.get(row.websiteId)?.push(row);
    return ids.map((id) => byWebsite.get(id) ?? []);
  });
}
