import { useEffect, useRef } from 'react';
import { changeOf, daysInWords } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import { comparedInWords } from '../compare.ts';
import { Tabs } from '../panels/Tabs.tsx';
import type { Period, Website } from '../types.ts';
import {
  formatted,
  METRIC_NAMES,
  METRICS,
  type Metric,
  type MetricEntry,
  meaningOf,
  nameOf,
} from './metrics.ts';
import { countedBefore, hasOtherLength, isUnfinished } from './points.ts';
import './totals.css';

interface Props {
  period: Period;
  website: Website;
  metric: Metric;
  onChoose: (metric: Metric) => void;
}

/** The totals of the period, as tabs that select the metric of the chart. */
export function Totals({ period, website, metric, onChoose }: Props) {
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
  const events = period.events + (period.previous?.events ?? 0) > 0 || metric === 'events';
  const shown = METRIC_NAMES.filter((name) => name !== 'events' || events);
  return (
    <div className="totals" ref={element}>
      <Tabs
        className="totals-tabs"
        label={t('totals.label')}
        id="metric"
        tabs={shown.map((id) => ({
          id,
          title: meaningOf(METRICS[id]),
          content: <Total metric={METRICS[id]} {...{ period, website }} />,
        }))}
        chosen={metric}
        onChoose={onChoose}
      />
    </div>
  );
}

interface TotalProps {
  metric: MetricEntry;
  period: Period;
  website: Website;
}

function Total({ metric, period, website }: TotalProps) {
  const value = period[metric.field];
  return (
    <span className="total">
      <span className="total-name">{nameOf(metric)}</span>
      <span className="total-count">{formatted(metric, value)}</span>
      <Before {...{ metric, period, website }} />
    </span>
  );
}

/** The hour of the last half hour of a day, in which the compared day is a whole one. */
const LAST_HOUR = 23;

/** The change from the compared period, as far as the two can be compared. */
function Before({ metric, period, website }: TotalProps) {
  const { previous } = period;
  const counted = countedBefore(period, website);
  const [now, before] = [period[metric.field], previous?.[metric.field] ?? null];
  if (!previous || before === null || counted === 'none') return null;
  const isGrowing = isUnfinished(period, website) && previous.untilHour === null && website.hour < LAST_HOUR;
  // The compared hours are whole ones: at 09:40, they are those before 10:00.
  const isAhead = isUnfinished(period, website) && (previous.untilHour ?? 0) > website.hour;
  const changed = now === null ? null : changeOf(metric, now, before);
  // A period that is compared with whole days may still grow, so it is not marked as a decrease. For a single
  // day, the percentage is omitted as well.
  const isDay = period.from === period.to;
  const less = metric.grows && (isGrowing || (isDay && isAhead)) && changed?.direction === -1;
  const said = counted === 'part' || (less && isDay) ? null : changed;
  // A sum over other days of a calendar is no better or worse, if there are more or fewer of them.
  const isOther = metric.grows && hasOtherLength(period, website);
  const direction = less || isOther || !metric.moreIsBetter ? 0 : (said?.direction ?? 0);
  const recorded = counted === 'part' ? website.recordedSince : null;
  const compared = { days: comparedInWords(previous), before: metric.format(before) };
  const since = recorded && daysInWords(recorded, recorded);
  const explained = since
    ? t(isGrowing ? 'totals.comparedWholePart' : 'totals.comparedPart', { ...compared, since })
    : t(isGrowing ? 'totals.comparedWhole' : 'totals.compared', compared);
  return (
    <span className="total-change" title={explained}>
      {said && <span className={`total-${['less', 'same', 'more'][direction + 1]}`}>{said.text} </span>}
      <span className="quiet" aria-hidden="true">
        {t(said ? 'totals.from' : 'totals.before', { before: compared.before })}
      </span>
      <span className="visually-hidden">{explained}</span>
    </span>
  );
}
