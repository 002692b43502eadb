import { weekStart } from '../../../calendar/days.ts';
import { momentOf, monthInWords } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import type { Website } from './website.ts';

/** A report of a website, with its state. */
export type Report = NonNullable<Website['reports']>[number];

/** Confirms that a report was sent: `Sent the report for week 46 to …`. */
export function sentInWords({ period, to }: { period: string; to: string | null }): string {
  const whom = { to: to ?? '' };
  return weekStart(period)
    ? t('reports.sentWeek', { week: Number(period.slice(-2)), ...whom })
    : t('reports.sentMonth', { month: monthInWords(period), ...whom });
}

/** The state of a report as text. */
export function stateInWords({ state, attempts, sentAt, nextAttemptAt }: Report): string {
  switch (state) {
    case 'SENT':
      return sentAt ? t('reports.sentOn', { moment: momentOf(sentAt) }) : t('reports.sent');
    case 'WAITING':
      return nextAttemptAt && attempts > 0
        ? t('reports.retry', { moment: momentOf(nextAttemptAt) })
        : t('reports.waiting');
    case 'HANDED_OVER':
      return t('reports.sending');
    case 'REFUSED':
      return t('reports.failed');
    case 'UNKNOWN':
      return t('reports.unknown');
    case 'CANCELLED':
      return t('reports.cancelled');
  }
}
