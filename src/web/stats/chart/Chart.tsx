import { lazy, Suspense, useMemo } from 'react';
import { Boundary } from '../../shared/Boundary.tsx';
import { daysInWords } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import { notesOf } from '../annotations/marks.ts';
import { comparedInWords } from '../compare.ts';
import type { Days, GoalNumbers, Period, Website } from '../types.ts';
import { ChartTable } from './ChartTable.tsx';
import { intervalName } from './intervals.ts';
import { type CountedField, formatted, type MetricEntry, nameOf } from './metrics.ts';
import { countedBefore, pointsOf } from './points.ts';
import './chart.css';

// A separate module: if the chart library fails to load, the rest of the page still works. Requested
// immediately, so that it loads while the statistics are read.
const canvas = import('./ChartCanvas.tsx');
canvas.catch(() => undefined);
const ChartCanvas = lazy(() => canvas);
const Annotations = lazy(() => import('../annotations/Annotations.tsx'));

interface Props {
  period: Period;
  website: Website;
  metric: MetricEntry;
  /** Whether the viewer is logged in. */
  account: boolean;
  /** Shows the days of a point, or those between two points. */
  onOpen: (days: Days) => void;
}

/** A metric over time, as a chart, and as a table with the same numbers for screen readers. */
export function Chart({ period, website, metric, account, onOpen }: Props) {
  const points = useMemo(() => pointsOf(period, website, metric), [period, website, metric]);
  const isKnown = countedBefore(period, website) !== 'none';
  const previous = isKnown ? period.previous : null;
  const charted = isKnown ? period.compared : null;
  const days = daysInWords(period.from, period.to);
  const total = (of: Pick<Period, CountedField> & GoalNumbers) => formatted(metric, of[metric.field]);
  const name = nameOf(metric);
  const summary = previous
    ? t('chart.summaryCompared', {
        metric: name,
        days,
        total: total(period),
        before: comparedInWords(previous),
        earlier: total(previous),
      })
    : t('chart.summary', { metric: name, days, total: total(period) });
  const compared = points.some(({ before }) => before);
  const partial = points.some((point) => point.partial);
  return (
    <div className="chart">
      <div className="chart-with-notes">
        <Boundary className="chart-failed" text={t('chart.failed')}>
          <Suspense fallback={<div className="chart-canvas" />}>
            <ChartCanvas
              points={points}
              metric={metric}
              label={t('chart.label', { summary })}
              today={website.today}
              onOpen={onOpen}
            />
          </Suspense>
        </Boundary>
        {(account || period.annotations.length > 0) && (
          <Boundary>
            <Suspense>
              <Annotations period={period} website={website} account={account} />
            </Suspense>
          </Boundary>
        )}
      </div>
      <p className="chart-legend quiet" aria-hidden="true">
        <span className="chart-key">{days}</span>
        {(partial || points.some(({ unfinished }) => unfinished)) && (
          <span className="chart-key chart-key-unfinished">
            {partial ? t(`chart.incomplete.${intervalName(period.series.interval)}`) : t('chart.incomplete')}
          </span>
        )}
        {charted && compared && (
          <span className="chart-key chart-key-before">{comparedInWords(charted)}</span>
        )}
      </p>
      <ChartTable
        points={points}
        metric={metric}
        summary={summary}
        compared={compared}
        notes={notesOf(period)}
      />
    </div>
  );
}
