import { useEffect, useRef } from 'react';
import { t } from '../../shared/i18n/t.ts';
import { Tabs } from '../panels/Tabs.tsx';
import type { GoalNumbers, Period, Website } from '../types.ts';
import { classOf, comparedWith } from './compared.ts';
import { entryOf } from './goalMetrics.ts';
import {
  type CountedField,
  formatted,
  type GoalMetric,
  METRIC_NAMES,
  type Metric,
  type MetricEntry,
  meaningOf,
  nameOf,
} from './metrics.ts';
import './totals.css';

interface Props {
  period: Period;
  website: Website;
  metric: Metric | GoalMetric;
  /** The metrics of the chosen goal, and the currency of its revenue. */
  goalMetrics: readonly GoalMetric[];
  currency: string | null;
  onChoose: (metric: Metric | GoalMetric) => void;
}

/** The totals of the period, as tabs that select the metric of the chart. */
export function Totals({ period, website, metric, goalMetrics, currency, onChoose }: Props) {
  const element = useRef<HTMLDivElement>(null);
  // On a phone, the tabs scroll. `scrollIntoView` would also scroll the page.
  useEffect(() => {
    const tab = element.current?.querySelector<HTMLElement>(`#metric-${metric}`);
    const list = tab?.parentElement;
    if (!tab || !list) return;
    const hidden =
      tab.offsetLeft < list.scrollLeft ||
      tab.offsetLeft + tab.offsetWidth > list.scrollLeft + list.clientWidth;
    if (hidden) list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
  }, [metric]);
  const shown = [...shownMetrics(period, metric), ...goalMetrics];
  return (
    <div className="totals" ref={element}>
      <Tabs
        className="totals-tabs"
        label={t('totals.label')}
        id="metric"
        tabs={shown
          .map((id) => entryOf(id, currency))
          .map((entry) => ({
            id: entry.name,
            title: meaningOf(entry),
            content: <Total metric={entry} period={period} website={website} />,
          }))}
        chosen={metric}
        onChoose={onChoose}
      />
    </div>
  );
}

interface TotalProps {
  metric: MetricEntry;
  period: Counted;
  website: Pick<Website, 'today' | 'hour' | 'recordedSince'>;
}

/** A period without its series and panels. */
export type Counted = Pick<Period, 'from' | 'to' | CountedField | 'previous'> & GoalNumbers;

/** The metrics of which a period shows the total: events only where there are some. */
export const shownMetrics = (period: Counted, metric: Metric | GoalMetric): Metric[] => {
  const events = period.events + (period.previous?.events ?? 0) > 0 || metric === 'events';
  return METRIC_NAMES.filter((name) => name !== 'events' || events);
};

/** Characters of a total that fit its tab in the usual size. */
const LONG = 9;

/** The total of a metric, with its change. */
export function Total({ metric, period, website }: TotalProps) {
  const text = formatted(metric, period[metric.field]);
  return (
    <span className="total">
      <span className="total-name">{nameOf(metric)}</span>
      <span className={text.length > LONG ? 'total-count total-count-long' : 'total-count'}>{text}</span>
      <Before metric={metric} period={period} website={website} />
    </span>
  );
}

/** The change from the compared period, as far as the two can be compared. */
function Before({ metric, period, website }: TotalProps) {
  const before = period.previous?.[metric.field] ?? null;
  const compared = comparedWith(metric, [period[metric.field] ?? null, before], { period, website });
  if (!compared || before === null) return null;
  const { change, explained } = compared;
  return (
    <span className="total-change" title={explained}>
      {change && <span className={classOf(compared)}>{change.text} </span>}
      <span className="quiet" aria-hidden="true">
        {t(change ? 'totals.from' : 'totals.before', { before: metric.format(before) })}
      </span>
      <span className="visually-hidden">{explained}</span>
    </span>
  );
}
