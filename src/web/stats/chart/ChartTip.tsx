import { useLayoutEffect, useRef, useState } from 'react';
import { t } from '../../shared/i18n/t.ts';
import { untilInWords } from '../compare.ts';
import { formatted, type MetricEntry, nameOf } from './metrics.ts';
import type { Point } from './points.ts';

/** Between a point and its tooltip, in pixels. */
const GAP_PX = 14;

interface Props {
  point: Point;
  metric: MetricEntry;
  /** Where the point is drawn, in pixels of the chart's frame. */
  left: number;
  top: number;
  /** Whether a click or a second tap shows the days of the point. */
  opens: boolean;
}

/** The tooltip of the selected point: beside it, so that neither the point nor its peak is covered. */
export function ChartTip({ point, metric, left, top, opens }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ left: 0, top: 0 });
  useLayoutEffect(() => {
    const tip = element.current;
    const frame = tip?.offsetParent;
    if (!tip || !frame) return;
    const right = left + GAP_PX + tip.offsetWidth <= frame.clientWidth;
    setPlace({
      left: Math.max(0, right ? left + GAP_PX : left - GAP_PX - tip.offsetWidth),
      top: Math.min(Math.max(0, top - tip.offsetHeight / 2), frame.clientHeight - tip.offsetHeight),
    });
  }, [left, top]);
  const { now, before, words, unfinished, partial } = point;
  const name = nameOf(metric);
  const earlier = before?.partial ? null : (before?.value ?? null);
  const changed =
    now === null || earlier === null || (unfinished && before?.untilHour == null) || (partial && !unfinished)
      ? null
      : metric.change(now, earlier);
  return (
    <div ref={element} className="chart-tip" style={place}>
      <p className="chart-tip-row chart-key">
        <span>{words}</span>
        <strong>{formatted(metric, now)}</strong>
      </p>
      {before && (
        <p className="chart-tip-row chart-key chart-key-before quiet">
          <span>{untilInWords(before.words, before.untilHour)}</span>
          <span>{formatted(metric, before.value)}</span>
        </p>
      )}
      <p className="quiet">
        {unfinished
          ? t('chart.soFar', { metric: name })
          : partial
            ? t('chart.partial', { point: name })
            : name}
        {changed && `, ${changed.text}`}
      </p>
      {opens && <p className="chart-tip-hint quiet">{t('chart.tap')}</p>}
    </div>
  );
}
