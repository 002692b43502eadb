import { brief, pointInWords } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';

const WIDTH = 120;
const HEIGHT = 32;
const EDGE = 2;

interface Props {
  points: readonly { at: string; visitors: number }[];
  /** What a point stands for. */
  interval: 'hour' | 'day' | 'week' | 'month';
}

/**
 * Visitors over time as a small line chart. Its axis starts at zero, so that the shapes of two charts are
 * comparable.
 */
export function Sparkline({ points, interval }: Props) {
  const most = points.reduce((a, b) => (b.visitors > a.visitors ? b : a), { at: '', visitors: 0 });
  const at = points.map(({ visitors }, index) => {
    const x = (index / Math.max(points.length - 1, 1)) * WIDTH;
    const y = HEIGHT - EDGE - (visitors / Math.max(most.visitors, 1)) * (HEIGHT - 2 * EDGE);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  const label = most.visitors
    ? t(`sparkline.${interval}`, { most: brief(most.visitors), at: pointInWords(most.at) })
    : t('sparkline.none');
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <polygon points={`0,${HEIGHT} ${at.join(' ')} ${WIDTH},${HEIGHT}`} />
      <polyline points={at.join(' ')} />
    </svg>
  );
}
