import { type Change, change, changeOf, grouped, percent, rateChange } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import type { PresetName } from '../../shared/periods.ts';
import { beforeInWords } from './comparedWith.ts';
import './metric.css';

/** The metrics of the table, by the names of their columns. */
export const PORTFOLIO_METRICS = {
  visitors: { field: 'visitors', isRate: false },
  visits: { field: 'visits', isRate: false },
  pageviews: { field: 'pageviews', isRate: false },
  bounce_rate: { field: 'bounceRate', isRate: true },
} as const;

export type MetricName = keyof typeof PORTFOLIO_METRICS;
export const METRIC_NAMES = Object.keys(PORTFOLIO_METRICS) as MetricName[];

/** The numbers of a period that the table shows. */
export type Numbers = Record<(typeof PORTFOLIO_METRICS)[MetricName]['field'], number | null>;

interface Props {
  name: MetricName;
  period: PresetName;
  now: Numbers;
  /** Of the compared period; null if there is none, or if only a part of it was recorded. */
  before: Numbers | null;
}

/** A metric of a period, and its change from the compared period. */
export function Metric({ name, period, now, before }: Props) {
  const { field, isRate } = PORTFOLIO_METRICS[name];
  const format = isRate ? percent : grouped;
  const [value, earlier] = [now[field], before?.[field] ?? null];
  const unit = { format, change: isRate ? rateChange : change };
  const changed = value === null || earlier === null ? null : changeOf(unit, value, earlier);
  return (
    <span className="metric">
      {value === null ? '–' : format(value)}
      {changed && (
        <small className={toneOf(changed, isRate)}>
          {changed.text}
          <span className="visually-hidden">
            {' '}
            {t('websites.comparedWith', { before: beforeInWords(period) ?? '' })}
          </span>
        </small>
      )}
    </span>
  );
}

/** An increase of the bounce rate is neither good nor bad: a page may answer a question at once. */
function toneOf({ direction }: Change, isRate: boolean): string {
  if (isRate || direction === 0) return 'quiet';
  return direction > 0 ? 'metric-more' : 'metric-fewer';
}
