import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import './navigatorLanguage.ts';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useDark } from '../../shared/theme.ts';
import type { Days } from '../types.ts';
import { useMedia } from '../useMedia.ts';
import { ChartTip } from './ChartTip.tsx';
import { axisFontOf, chartOptions, drawn, HEIGHT, linesOf } from './chartOptions.ts';
import type { MetricEntry, Value } from './metrics.ts';
import { daysBetweenPoints, type Point } from './points.ts';
import type { Spot } from './tipPlace.ts';

interface Props {
  points: Point[];
  metric: MetricEntry;
  label: string;
  /** The current day in the website's time zone. */
  today: string;
  /** Shows the days of a point that was clicked, or of the points between which the pointer was dragged. */
  onOpen: (days: Days) => void;
}

/** The selected point, where it is drawn, and where the lines are. */
interface Selected {
  index: number;
  spot: Spot;
  lines: (Spot | null)[][];
}

/**
 * The lines on a canvas. Redrawn if the points, the width or the color scheme change. The arrow keys move
 * from point to point, and Enter opens one.
 */
export default function ChartCanvas({ points, metric, label, today, onOpen }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const [selected, setSelected] = useState<Selected | null>(null);
  const dark = useDark();
  // On paper, all colors are light.
  const printed = useMedia('print');
  const open = (first: number, last: number) => {
    const days = daysBetweenPoints(points, [first, last], today);
    if (days) onOpen(days);
  };
  const opening = useRef(open);
  opening.current = open;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the styles' colors change with the last two.
  useEffect(() => {
    const parent = element.current;
    if (!parent) return;
    setSelected(null);
    const options = chartOptions(points, metric, parent, {
      onMove: (chart, index) =>
        setSelected(index === null ? null : { index, ...placesOf(chart, points, index) }),
      onSelect: (first, last) => opening.current(first, last),
    });
    const chart = new uPlot(options, linesOf(points), parent);
    plot.current = chart;
    // A canvas does not redraw itself when a font arrives.
    const font = axisFontOf(parent);
    if (!document.fonts.check(font))
      document.fonts.load(font).then(
        () => plot.current === chart && chart.redraw(),
        () => undefined,
      );
    const resized = new ResizeObserver(() => {
      if (parent.clientWidth !== chart.width) chart.setSize({ width: parent.clientWidth, height: HEIGHT });
    });
    resized.observe(parent);
    return () => {
      plot.current = null;
      resized.disconnect();
      chart.destroy();
    };
  }, [points, metric, dark, printed]);

  function onKeyDown(event: KeyboardEvent) {
    const chart = plot.current;
    const last = points.findLastIndex(({ future }) => !future);
    if (!chart || last < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = selected?.index;
    if (event.key === 'Enter' && at !== undefined) return open(at, at);
    const target = {
      ArrowRight: at === undefined ? 0 : Math.min(at + 1, last),
      ArrowLeft: at === undefined ? last : Math.max(at - 1, 0),
      Home: 0,
      End: last,
      Escape: null,
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    // Elsewhere on the page, the arrow keys may have another use.
    event.stopPropagation();
    chart.setCursor(
      target === null ? { left: -10, top: -10 } : { left: chart.valToPos(target, 'x'), top: 1 },
    );
  }

  const point = selected && points[selected.index];
  const opens =
    selected !== null && daysBetweenPoints(points, [selected.index, selected.index], today) !== null;
  return (
    <div className="chart-frame">
      <div
        ref={element}
        className={opens ? 'chart-canvas chart-opens' : 'chart-canvas'}
        role="img"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys select a point.
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => plot.current?.setCursor({ left: -10, top: -10 })}
      />
      {selected && <div className="chart-line" style={{ left: selected.spot.left }} />}
      <div aria-live="polite">
        {point && (
          <ChartTip point={point} metric={metric} opens={opens} spot={selected.spot} lines={selected.lines} />
        )}
      </div>
    </div>
  );
}

/** Where a point and the lines are drawn. */
function placesOf(chart: uPlot, points: Point[], selected: number): Pick<Selected, 'spot' | 'lines'> {
  const { left, top } = chart.over.getBoundingClientRect();
  const frame = chart.root.getBoundingClientRect();
  const placed = (index: number, value: number): Spot => ({
    left: left - frame.left + chart.valToPos(index, 'x'),
    top: top - frame.top + chart.valToPos(value, 'y'),
  });
  const lineOf = (valueAt: (point: Point) => Value | null | undefined) =>
    points.map((point, index) => {
      const value = drawn(valueAt(point));
      return value === null ? null : placed(index, value);
    });
  const { now, before } = points[selected] ?? {};
  return {
    spot: placed(selected, drawn(now ?? before?.value) ?? 0),
    lines: [lineOf((point) => point.now), lineOf((point) => point.before?.value)],
  };
}
