import { useLayoutEffect, useRef, useState } from 'react';
import { changeOf } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import { untilInWords } from '../compare.ts';
import { AXIS_HEIGHT } from './chartOptions.ts';
import { formatted, type MetricEntry, nameOf } from './metrics.ts';
import type { Point } from './points.ts';
import { placeTip, type Spot } from './tipPlace.ts';

interface Props {
  point: Point;
  metric: MetricEntry;
  /** Where the point is drawn. */
  spot: Spot;
  /** Where the lines are drawn: that of the period, and that of the compared one. */
  lines: readonly (readonly (Spot | null)[])[];
  /** Whether a click or a second tap shows the days of the point. */
  opens: boolean;
}

/** The tooltip of the selected point. It covers neither the point nor, if there is room, the lines. */
export function ChartTip({ point, metric, spot, lines, opens }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ left: 0, top: 0 });
  useLayoutEffect(() => {
    const tip = element.current;
    const frame = tip?.offsetParent;
    if (!tip || !frame) return;
    setPlace(
      placeTip(
        spot,
        { width: tip.offsetWidth, height: tip.offsetHeight },
        { width: frame.clientWidth, height: frame.clientHeight - AXIS_HEIGHT },
        lines,
      ),
    );
  }, [spot, lines]);
  const { now, gap, before, words, unfinished, partial } = point;
  const name = nameOf(metric);
  const earlier = before?.partial ? null : (before?.value ?? null);
  const changed =
    now === null || earlier === null || (unfinished && before?.untilHour == null) || (partial && !unfinished)
      ? null
      : changeOf(metric, Number(now), Number(earlier));
  return (
    <div ref={element} className="chart-tip" style={place}>
      <p className="chart-tip-row chart-key">
        <span>{words}</span>
        <strong>{gap ? t('chart.noHour') : formatted(metric, now)}</strong>
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
