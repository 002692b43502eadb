import { lazy, Suspense, useMemo } from 'react';
import { daysInWords, grouped } from '../../stats/format.ts';
import { Boundary } from './Boundary.tsx';
import { countedBefore, pointsOf } from './points.ts';
import type { Metric, Period, Website } from './types.ts';
import './chart.css';

// A separate module: if the chart library fails to load, the rest of the page still works. Requested
// immediately, so that it loads while the statistics are read.
const canvas = import('./ChartCanvas.tsx');
canvas.catch(() => undefined);
const ChartCanvas = lazy(() => canvas);

const NAMES = { visitors: 'Visitors', pageviews: 'Pageviews' } as const;

/** A metric over time, as a chart, and as a table with the same numbers for screen readers. */
export function Chart({ period, website, metric }: { period: Period; website: Website; metric: Metric }) {
  const points = useMemo(() => pointsOf(period, website, metric), [period, website, metric]);
  const name = NAMES[metric];
  const previous = countedBefore(period, website) === 'none' ? null : period.previous;
  const days = daysInWords(period.from, period.to);
  const summary = `${name}, ${days}: ${grouped(period[metric])}.${
    previous
      ? ` Previous period, ${daysInWords(previous.from, previous.to)}: ${grouped(previous[metric])}.`
      : ''
  }`;
  const compared = points.some(({ before }) => before);
  return (
    <div className="chart">
      <Boundary otherwise={<p className="chart-failed quiet">The chart cannot be shown in this browser.</p>}>
        <Suspense fallback={<div className="chart-canvas" />}>
          <ChartCanvas
            points={points}
            name={name}
            label={`Chart. ${summary} The following table contains every point.`}
          />
        </Suspense>
      </Boundary>
      <p className="chart-legend quiet" aria-hidden="true">
        <span className="chart-key">{days}</span>
        {points.some(({ unfinished }) => unfinished) && (
          <span className="chart-key chart-key-unfinished">incomplete</span>
        )}
        {previous && compared && (
          <span className="chart-key chart-key-before">{daysInWords(previous.from, previous.to)}</span>
        )}
      </p>
      <div className="visually-hidden">
        <table>
          <caption>{summary}</caption>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">{name}</th>
              {compared && <th scope="col">Compared with</th>}
              {compared && <th scope="col">{name} in the previous period</th>}
            </tr>
          </thead>
          <tbody>
            {points.map(({ at, words, now, before }) => (
              <tr key={at}>
                <th scope="row">{words}</th>
                <td>{now === null ? 'no data yet' : grouped(now)}</td>
                {compared && <td>{before?.words}</td>}
                {compared && <td>{before && grouped(before.count)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
