import { weekStart } from '../../../calendar/days.ts';
import { monthInWords } from '../../../stats/format.ts';
import { momentOf } from '../moments.ts';
import type { Website } from './website.ts';

/** A report of a website, with its state. */
export type Report = NonNullable<Website['reports']>[number];

/** Shown if the server has no mail server. */
export const NO_MAIL =
  'This server does not send mail, because its operator has not set SMTP_URL and MAIL_FROM.';

/** The period of a report for use within a sentence: `week 46`, or `October 2026`. */
export const periodInShort = (period: string) =>
  weekStart(period) ? `week ${Number(period.slice(-2))}` : monthInWords(period);

/** The state of a report as text. */
export function stateInWords({ state, attempts, sentAt, nextAttemptAt }: Report): string {
  switch (state) {
    case 'SENT':
      return sentAt ? `Sent on ${momentOf(sentAt)}` : 'Sent';
    case 'WAITING':
      return nextAttemptAt && attempts > 0
        ? `Will be retried on ${momentOf(nextAttemptAt)}`
        : 'About to be sent';
    case 'HANDED_OVER':
      return 'Being sent';
    case 'REFUSED':
      return 'Failed';
    case 'UNKNOWN':
      return 'May have been delivered';
    case 'CANCELLED':
      return 'Not sent: reports were switched off';
  }
}
