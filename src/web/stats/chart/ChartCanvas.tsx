import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import './navigatorLanguage.ts';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useDark } from '../../shared/theme.ts';
import type { Days } from '../types.ts';
import { useMedia } from '../useMedia.ts';
import { ChartTip } from './ChartTip.tsx';
import { axisFontOf, chartOptions, HEIGHT, linesOf } from './chartOptions.ts';
import type { MetricEntry } from './metrics.ts';
import { daysBetweenPoints, type Point } from './points.ts';

interface Props {
  points: Point[];
  metric: MetricEntry;
  label: string;
  /** The current day in the website's time zone. */
  today: string;
  /** Shows the days of a point that was clicked, or of the points between which the pointer was dragged. */
  onOpen: (days: Days) => void;
}

/** The selected point, and its distances from the left and the top edge in pixels. */
interface Spot {
  index: number;
  left: number;
  top: number;
}

/**
 * The lines on a canvas. Redrawn if the points, the width or the color scheme change. The arrow keys move
 * from point to point, and Enter opens one.
 */
export default function ChartCanvas({ points, metric, label, today, onOpen }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const [spot, setSpot] = useState<Spot | null>(null);
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
    setSpot(null);
    const options = chartOptions(points, metric, parent, {
      onMove: (chart, index) => setSpot(index === null ? null : { index, ...placeOf(chart, points, index) }),
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
    const at = spot?.index;
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

  const point = spot && points[spot.index];
  const opens = spot !== null && daysBetweenPoints(points, [spot.index, spot.index], today) !== null;
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
      {spot && <div className="chart-line" style={{ left: spot.left }} />}
      <div aria-live="polite">
        {point && <ChartTip {...{ point, metric, opens }} left={spot.left} top={spot.top} />}
      </div>
    </div>
  );
}

/** Where a point is drawn, in pixels of the chart's frame. */
function placeOf(chart: uPlot, points: Point[], index: number) {
  const { left, top } = chart.over.getBoundingClientRect();
  const frame = chart.root.getBoundingClientRect();
  const value = points[index]?.now ?? points[index]?.before?.value ?? 0;
  return {
    left: left - frame.left + chart.valToPos(index, 'x'),
    top: top - frame.top + chart.valToPos(value, 'y'),
  };
}
