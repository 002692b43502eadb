import { dayCount } from '../../../calendar/days.ts';
import { daysOf, type Range } from '../address.ts';
import type { Period } from '../types.ts';
import { choices, INTERVALS, type Interval } from './intervals.ts';
import type { MetricEntry } from './metrics.ts';

interface Props {
  metric: MetricEntry;
  period: Period;
  range: Range;
  /** Receives null for the default interval. */
  onChoose: (interval: Interval | null) => void;
}

/** What the metric means, and the selection of the chart's interval. */
export function ChartHead({ metric, period, range, onChoose }: Props) {
  const { all, usual } = choices(daysOf(range), dayCount(period.from, period.to));
  const shown = period.series.interval.toLowerCase();
  return (
    <div className="chart-head">
      <p className="quiet">{metric.explanation}</p>
      {all.length > 1 && (
        <label className="chart-interval">
          <span className="quiet">by</span>
          <select
            aria-label="Interval of the chart"
            value={shown}
            onChange={({ target }) => onChoose(target.value === usual ? null : (target.value as Interval))}
          >
            {all.map((name) => (
              <option key={name} value={name}>
                {INTERVALS[name]}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}
