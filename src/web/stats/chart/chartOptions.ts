import type uPlot from 'uplot';
import { chartTaps } from './chartTaps.ts';
import type { MetricEntry, Value } from './metrics.ts';
import { type Point, pointOnAxis } from './points.ts';

/** Height of the chart in pixels. The stylesheet reserves this space. */
export const HEIGHT = 280;

/** Height of the time axis, below the lines. */
export const AXIS_HEIGHT = 32;

/** Numbers of points between the labels of the time axis: by hour, and others. */
const STEPS = {
  hour: [1, 2, 3, 6, 12, 24, 48, 72, 96],
  other: [1, 2, 3, 4, 5, 6, 7, 10, 14, 15, 20, 30, 60, 90, 120, 240],
};
/** With more weeks than this, their labels have the year. */
const MANY_WEEKS = 54;

/** The lines: positions, the previous period, the period, and its incomplete points. */
export function linesOf(points: Point[]): uPlot.AlignedData {
  return [
    points.map((_point, index) => index),
    points.map(({ before }) => drawn(before?.value)),
    points.map((point) => (isOpen(point) ? null : drawn(point.now))),
    // A separate line between incomplete points and those beside them.
    points.map((point, index) =>
      [-1, 0, 1].some((step) => isOpen(points[index + step])) ? drawn(point.now) : null,
    ),
  ];
}

/** The number that is drawn for a value. */
export const drawn = (value: Value | null | undefined) => (value == null ? null : Number(value));

/** Whether the value of a point is not final, or is not that of a whole week or month. */
const isOpen = (point: Point | undefined) => point !== undefined && (point.unfinished || point.partial);

/** Selects the points to mark: all if there are few, otherwise those without a line to a neighbor. */
const markedPoints: uPlot.Series.Points.Filter = ({ data }, series) => {
  const values = data[series] ?? [];
  if (values.length < 3) return null;
  return [...values.keys()].filter(
    (at) => values[at] != null && values[at - 1] == null && values[at + 1] == null,
  );
};

/** Resolves a CSS color to a value that a canvas understands. */
function colourOf(parent: HTMLElement, css: string): string {
  const probe = parent.appendChild(document.createElement('span'));
  probe.style.color = css;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** The font of the axes: that of the page, which a canvas does not inherit. */
export const axisFontOf = (parent: HTMLElement) => `12px ${getComputedStyle(parent).fontFamily}`;

/** The width of the axis of values: that of its widest label, which may be money. */
function axisWidth(chart: uPlot, labels: string[] | null): number {
  chart.ctx.font = axisFontOf(chart.root);
  const widest = Math.max(0, ...(labels ?? []).map((label) => chart.ctx.measureText(label).width));
  return Math.max(54, Math.ceil(widest) + 16);
}

interface Handlers {
  /** Receives the point at the pointer, or null when the pointer leaves. */
  onMove: (chart: uPlot, index: number | null) => void;
  /** Receives the first and the last point of a selection; the same one twice for a click or a second tap. */
  onSelect: (first: number, last: number) => void;
}

/** A drag over fewer pixels is a click. */
const DRAG_PX = 8;

/** The uPlot options of the chart. */
export function chartOptions(
  points: Point[],
  metric: MetricEntry,
  parent: HTMLElement,
  { onMove, onSelect }: Handlers,
): uPlot.Options {
  const colour = (css: string) => colourOf(parent, css);
  const [accent, quiet, line] = ['var(--accent)', 'var(--quiet)', 'var(--line)'].map(colour) as [
    string,
    string,
    string,
  ];
  const axis = { stroke: quiet, font: axisFontOf(parent), ticks: { show: false } };
  const long = points.length > MANY_WEEKS;
  const marks = (stroke: string) => ({ stroke, show: true, filter: markedPoints });
  const taps = chartTaps((index) => onSelect(index, index));
  function onCursor(chart: uPlot) {
    const index = (chart.cursor.left ?? -1) < 0 ? null : (chart.cursor.idx ?? null);
    if (index === null) taps.forget();
    onMove(chart, index);
  }
  return {
    width: parent.clientWidth,
    height: HEIGHT,
    // The right padding is half the width of the longest label of the axis, `Nov 2026`.
    padding: [12, 34, 0, 0],
    legend: { show: false },
    cursor: {
      // Its line would be below the pointer; ChartCanvas draws one at the point.
      x: false,
      y: false,
      drag: { x: true, y: false, setScale: false, dist: DRAG_PX },
      bind: { mouseleave: taps.mouseleave },
      points: { size: 9, fill: (_chart, series) => (series === 1 ? quiet : accent) },
    },
    scales: {
      // Adds space on both sides of a single point.
      x: { time: false, range: (_chart, from, to) => (from === to ? [from - 1, to + 1] : [from, to]) },
      // Below 0 is revenue with more refunds than payments.
      y: { range: (_chart, from, to) => [Math.min(0, from * 1.08), Math.max(to * 1.08, metric.least)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: AXIS_HEIGHT,
        incrs: points[0]?.at.includes('T') ? STEPS.hour : STEPS.other,
        space: 72,
        values: (_chart, marks) =>
          marks.map((mark) => (points[mark] ? pointOnAxis(points[mark].at, long) : '')),
      },
      {
        ...axis,
        grid: { stroke: line, width: 1 },
        incrs: metric.increments,
        size: axisWidth,
        values: (_chart, marks) => marks.map(metric.onAxis),
      },
    ],
    series: [
      {},
      { stroke: quiet, width: 1.5, dash: [5, 5], points: marks(quiet) },
      {
        stroke: accent,
        width: 2.25,
        fill: colour('color-mix(in srgb, var(--accent) 13%, transparent)'),
        points: marks(accent),
      },
      { stroke: accent, width: 2.25, dash: [2, 4], points: marks(accent) },
    ],
    hooks: {
      setCursor: [onCursor],
      setSelect: [
        (chart) => {
          const { left, width } = chart.select;
          if (width < DRAG_PX) return;
          onSelect(chart.posToIdx(left), chart.posToIdx(left + width));
          chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        },
      ],
      ready: [taps.listen],
    },
  };
}
