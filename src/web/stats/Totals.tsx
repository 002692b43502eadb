import { change, daysInWords, grouped } from '../shared/format.ts';
import { isUnfinished } from './points.ts';
import { Tabs } from './Tabs.tsx';
import type { Metric, Period, Website } from './types.ts';
import './totals.css';

interface Props {
  period: Period;
  website: Website;
  metric: Metric;
  onChoose: (metric: Metric) => void;
}

/** The period in numbers. Visitors and pageviews are tabs: the chart shows the chosen one. */
export function Totals({ period, website, metric, onChoose }: Props) {
  const of = (name: string, key: 'visitors' | 'pageviews' | 'visits' | 'events') => (
    <Total name={name} count={period[key]} before={period.previous?.[key] ?? null} {...{ period, website }} />
  );
  return (
    <div className="totals">
      <Tabs
        className="totals-tabs"
        label="What the chart shows"
        id="metric"
        tabs={[
          { id: 'visitors', content: of('Visitors', 'visitors') },
          { id: 'pageviews', content: of('Pageviews', 'pageviews') },
        ]}
        chosen={metric}
        onChoose={onChoose}
      />
      <div className="totals-plain">
        <div>{of('Visits', 'visits')}</div>
        {period.events + (period.previous?.events ?? 0) > 0 && <div>{of('Events', 'events')}</div>}
      </div>
    </div>
  );
}

interface TotalProps {
  name: string;
  count: number;
  before: number | null;
  period: Period;
  website: Website;
}

function Total({ name, count, before, period, website }: TotalProps) {
  const unfinished = isUnfinished(period, website);
  const { previous } = period;
  const changed = before === null ? null : change(count, before);
  // What is not over yet cannot be said to have become less.
  const direction = unfinished && changed?.direction === -1 ? 0 : changed?.direction;
  return (
    <span className="total">
      <span className="total-name">{name}</span>
      <span className="total-count">
        {grouped(count)}
        {unfinished && <span className="total-so-far"> so far</span>}
      </span>
      {previous && before !== null && (
        <span
          className="total-change"
          title={`Compared with ${unfinished ? 'the whole of ' : ''}${daysInWords(previous.from, previous.to)}: ${grouped(before)}`}
        >
          {changed && (
            <span className={`total-${['less', 'same', 'more'][(direction ?? 0) + 1]}`}>{changed.text} </span>
          )}
          <span className="quiet">
            {changed ? 'from' : 'before:'} {grouped(before)}
            <span className="visually-hidden"> in {daysInWords(previous.from, previous.to)}</span>
          </span>
        </span>
      )}
    </span>
  );
}
