import type { Outcome } from './mailServer.ts';

/** What may become of a report, and what each means. */
export const REPORT_STATES = {
  waiting: 'It is about to be sent, or is tried again later.',
  handed_over: 'A mail server is taking it right now.',
  sent: 'The mail server took it.',
  refused: 'The mail server refused it for good, or for longer than three days.',
  unknown: 'The line broke after the mail server had it: it may have arrived, and is not sent again.',
  cancelled: 'Reports were switched off before it was sent.',
} as const;

export type ReportState = keyof typeof REPORT_STATES;

const MINUTE_MS = 60_000;
const LONGEST_PAUSE_MS = 6 * 3_600_000;

/** How long a report waits after so many attempts: 1, 2, 4… minutes, at most 6 hours. */
const pauseAfter = (attempts: number) =>
  Math.min(2 ** Math.max(attempts - 1, 0) * MINUTE_MS, LONGEST_PAUSE_MS);

/** What is older is given up. */
export const GIVE_UP_AFTER_MS = 3 * 24 * 3_600_000;

/** What a report becomes by what a mail server did. */
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
