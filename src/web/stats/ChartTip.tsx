import { change, grouped } from '../../stats/format.ts';
import type { Point } from './points.ts';

/** The tooltip of the point under the pointer. */
export function ChartTip({ point, name, left }: { point: Point; name: string; left: number }) {
  const { now, before, words, unfinished } = point;
  const changed = now !== null && before && !unfinished ? change(now, before.count) : null;
  return (
    <div
      className="chart-tip"
      style={{ left: `clamp(6.5rem, ${left}px, calc(100% - 6.5rem))` }}
      aria-hidden="true"
    >
      <p className="chart-tip-row chart-key">
        <span>{words}</span>
        <strong>{now === null ? '–' : grouped(now)}</strong>
      </p>
      {before && (
        <p className="chart-tip-row chart-key chart-key-before quiet">
          <span>{before.words}</span>
          <span>{grouped(before.count)}</span>
        </p>
      )}
      <p className="quiet">
        {name}
        {unfinished && ' so far'}
        {changed && `, ${changed.text}`}
      </p>
    </div>
  );
}
