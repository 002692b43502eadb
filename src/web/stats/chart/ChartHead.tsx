import type { ReactNode } from 'react';
import { dayCount } from '../../../calendar/days.ts';
import { t } from '../../shared/i18n/t.ts';
import { daysOf } from '../address.ts';
import type { Period, Range } from '../types.ts';
import { choices, type Interval } from './intervals.ts';
import { type MetricEntry, meaningOf } from './metrics.ts';

interface Props {
  metric: MetricEntry;
  period: Period;
  range: Range;
  /** Chooses what the metric is about, beside the interval. */
  children?: ReactNode;
  /** Receives null for the default interval. */
  onChoose: (interval: Interval | null) => void;
}

/** What the metric means, and the selection of the chart's interval. */
export function ChartHead({ metric, period, range, children, onChoose }: Props) {
  const { all, usual } = choices(daysOf(range), dayCount(period.from, period.to));
  const shown = period.series.interval.toLowerCase();
  return (
    <div className="chart-head">
      <p className="quiet">{meaningOf(metric)}</p>
      <div className="chart-choices">
        {children}
        {all.length > 1 && (
          <label className="chart-interval">
            <span className="quiet">{t('chart.by')}</span>
            <select
              aria-label={t('chart.interval')}
              value={shown}
              onChange={({ target }) => onChoose(target.value === usual ? null : (target.value as Interval))}
            >
              {all.map((name) => (
                <option key={name} value={name}>
                  {t(`interval.${name}`)}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
    </div>
  );
}
