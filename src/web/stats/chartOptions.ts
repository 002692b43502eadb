import type uPlot from 'uplot';
import { brief } from '../../stats/format.ts';
import { type Point, pointOnAxis } from './points.ts';

/** Height of the chart in pixels. The stylesheet reserves this space. */
export const HEIGHT = 280;

/** Intervals between the labels of the count axis, ascending. Counts have no fractions. */
const WHOLE = Array.from({ length: 12 }, (_, power) => [1, 2, 5].map((digit) => digit * 10 ** power)).flat();

/** Resolves a CSS color to a value that a canvas understands. */
function colourOf(parent: HTMLElement, css: string): string {
  const probe = parent.appendChild(document.createElement('span'));
  probe.style.color = css;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** The uPlot options of the chart. */
export function chartOptions(
  points: Point[],
  parent: HTMLElement,
  onHover: (index: number | null, left: number) => void,
): uPlot.Options {
  const colour = (css: string) => colourOf(parent, css);
  const [accent, quiet, line] = ['var(--accent)', 'var(--quiet)', 'var(--line)'].map(colour) as [
    string,
    string,
    string,
  ];
  const axis = { stroke: quiet, font: '12px system-ui, sans-serif', ticks: { show: false } };
  const few = points.length < 3;
  return {
    width: parent.clientWidth,
    height: HEIGHT,
    // The right padding is half the width of the longest label of the axis, `Nov 2026`.
    padding: [12, 34, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: false, y: false },
      points: { size: 9, fill: (_chart, series) => (series === 1 ? quiet : accent) },
    },
    scales: {
      // Adds space on both sides of a single point.
      x: { time: false, range: (_chart, from, to) => (from === to ? [from - 1, to + 1] : [from, to]) },
      y: { range: (_chart, _from, to) => [0, Math.max(to * 1.08, 5)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 32,
        incrs: [1, 2, 3, 4, 5, 6, 7, 10, 14, 15, 20, 30, 60, 90, 120, 240],
        space: 72,
        values: (_chart, marks) => marks.map((mark) => (points[mark] ? pointOnAxis(points[mark].at) : '')),
      },
      {
        ...axis,
        grid: { stroke: line, width: 1 },
        incrs: WHOLE,
        size: 54,
        values: (_chart, marks) => marks.map(brief),
      },
    ],
    series: [
      {},
      { stroke: quiet, width: 1.5, dash: [5, 5], points: { show: few, stroke: quiet } },
      {
        stroke: accent,
        width: 2.25,
        fill: colour('color-mix(in srgb, var(--accent) 13%, transparent)'),
        points: { show: few, stroke: accent },
      },
      { stroke: accent, width: 2.25, dash: [2, 4], points: { show: few, stroke: accent } },
    ],
    hooks: {
      setCursor: [
        ({ cursor: { idx, left = -1 }, bbox }) =>
          onHover(left < 0 ? null : (idx ?? null), left + bbox.left / devicePixelRatio),
      ],
    },
  };
}
