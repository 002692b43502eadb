import { change, daysInWords, grouped } from '../../stats/format.ts';
import { countedBefore, isUnfinished } from './points.ts';
import { Tabs } from './Tabs.tsx';
import type { Metric, Period, Website } from './types.ts';
import './totals.css';

interface Props {
  period: Period;
  website: Website;
  metric: Metric;
  onChoose: (metric: Metric) => void;
}

/** The totals of the period. Visitors and pageviews are tabs that select the metric of the chart. */
export function Totals({ period, website, metric, onChoose }: Props) {
  const of = (name: string, key: 'visitors' | 'pageviews' | 'visits' | 'events') => (
    <Total name={name} count={period[key]} before={period.previous?.[key] ?? null} {...{ period, website }} />
  );
  return (
    <div className="totals">
      <Tabs
        className="totals-tabs"
        label="Metric of the chart"
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
  return (
    <span className="total">
      <span className="total-name">{name}</span>
      <span className="total-count">
        {grouped(count)}
        {isUnfinished(period, website) && <span className="total-so-far"> so far</span>}
      </span>
      {before !== null && <Before {...{ count, before, period, website }} />}
    </span>
  );
}

/** The change from the previous period, as far as the two can be compared. */
function Before({ count, before, period, website }: Omit<TotalProps, 'name'> & { before: number }) {
  const { previous } = period;
  const counted = countedBefore(period, website);
  if (!previous || counted === 'none') return null;
  const unfinished = isUnfinished(period, website);
  const changed = change(count, before);
  // An unfinished period may still grow, so it is not marked as a decrease. For a single day, the percentage
  // is omitted as well.
  const less = unfinished && changed?.direction === -1;
  const said = counted === 'part' || (less && period.from === period.to) ? null : changed;
  const direction = less ? 0 : (said?.direction ?? 0);
  const days = daysInWords(previous.from, previous.to);
  const since =
    counted === 'part' && website.recordedSince
      ? ` (recorded since ${daysInWords(website.recordedSince, website.recordedSince)})`
      : '';
  const explained = `${unfinished ? 'the complete period ' : ''}${days}: ${grouped(before)}${since}`;
  return (
    <span className="total-change" title={`Compared with ${explained}`}>
      {said && <span className={`total-${['less', 'same', 'more'][direction + 1]}`}>{said.text} </span>}
      <span className="quiet" aria-hidden="true">
        {said ? 'from' : 'before:'} {grouped(before)}
      </span>
      <span className="visually-hidden">compared with {explained}</span>
    </span>
  );
}
