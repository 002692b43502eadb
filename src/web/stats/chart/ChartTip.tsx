import { formatted, type MetricEntry } from './metrics.ts';
import type { Point } from './points.ts';

/** The tooltip of the point under the pointer. */
export function ChartTip({ point, metric, left }: { point: Point; metric: MetricEntry; left: number }) {
  const { now, before, words, unfinished, partial } = point;
  const earlier = before?.partial ? null : (before?.value ?? null);
  const changed =
    now === null || earlier === null || unfinished || partial ? null : metric.change(now, earlier);
  return (
    <div
      className="chart-tip"
      style={{ left: `clamp(6.5rem, ${left}px, calc(100% - 6.5rem))` }}
      aria-hidden="true"
    >
      <p className="chart-tip-row chart-key">
        <span>{words}</span>
        <strong>{formatted(metric, now)}</strong>
      </p>
      {before && (
        <p className="chart-tip-row chart-key chart-key-before quiet">
          <span>{before.words}</span>
          <span>{formatted(metric, before.value)}</span>
        </p>
      )}
      <p className="quiet">
        {metric.name}
        {unfinished ? ' so far' : partial && ', incomplete'}
        {changed && `, ${changed.text}`}
      </p>
    </div>
  );
}
