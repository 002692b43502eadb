import { useEffect, useRef, useState } from 'react';
import './navigatorLanguage.ts';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { ChartTip } from './ChartTip.tsx';
import { chartOptions, HEIGHT } from './chartOptions.ts';
import type { MetricEntry } from './metrics.ts';
import type { Point } from './points.ts';

interface Props {
  points: Point[];
  metric: MetricEntry;
  label: string;
}

/** The point under the pointer, and its distance from the left edge in pixels. */
interface Hover {
  index: number;
  left: number;
}

/** The lines on a canvas. Redrawn if the points, the width or the color scheme change. */
export default function ChartCanvas({ points, metric, label }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const [hover, setHover] = useState<Hover | null>(null);
  const dark = useDark();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the styles' colors change with `dark`.
  useEffect(() => {
    const parent = element.current;
    if (!parent) return;
    setHover(null);
    const data: uPlot.AlignedData = [
      points.map((_point, index) => index),
      points.map(({ before }) => before?.value ?? null),
      points.map((point) => (isOpen(point) ? null : point.now)),
      // A separate line between incomplete points and those beside them.
      points.map((point, index) =>
        [-1, 0, 1].some((step) => isOpen(points[index + step])) ? point.now : null,
      ),
    ];
    const onHover = (index: number | null, left: number) => setHover(index === null ? null : { index, left });
    const chart = new uPlot(chartOptions(points, metric, parent, onHover), data, parent);
    const resized = new ResizeObserver(() => {
      if (parent.clientWidth !== chart.width) chart.setSize({ width: parent.clientWidth, height: HEIGHT });
    });
    resized.observe(parent);
    return () => {
      resized.disconnect();
      chart.destroy();
    };
  }, [points, metric, dark]);
  const point = hover && points[hover.index];
  return (
    <div className="chart-frame">
      <div ref={element} className="chart-canvas" role="img" aria-label={label} />
      {point && <ChartTip point={point} metric={metric} left={hover.left} />}
    </div>
  );
}

/** Whether the value of a point is not final, or is not that of a whole week or month. */
const isOpen = (point: Point | undefined) => point !== undefined && (point.unfinished || point.partial);

function useDark(): boolean {
  const [query] = useState(() => matchMedia('(prefers-color-scheme: dark)'));
  const [dark, setDark] = useState(query.matches);
  useEffect(() => {
    const changed = () => setDark(query.matches);
    query.addEventListener('change', changed);
    return () => query.removeEventListener('change', changed);
  }, [query]);
  return dark;
}
