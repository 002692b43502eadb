import { Minus, Plus, RotateCcw } from 'lucide-react';
import { brief } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import type { useZoom } from './useZoom.ts';
import type { MapPlace } from './zoomTarget.ts';

interface Props {
  /** The visitors of the country that has the most. */
  most: number;
  zoom: ReturnType<typeof useZoom>;
  /** The countries with visitors. */
  places: readonly MapPlace[];
}

/** Below the map: the legend of its colors, and the buttons that zoom. */
export function MapFoot({ most, zoom, places }: Props) {
  return (
    <div className="world-map-foot">
      {most > 0 && (
        <p className="world-map-legend quiet" aria-hidden="true">
          {scaleOf(most).map((count) => (
            <span key={count}>
              <i style={{ background: shade(count, most) }} />
              <span>{brief(count)}</span>
            </span>
          ))}
          {t('map.visitors')}
        </p>
      )}
      <div className="world-map-zoom">
        {zoom.canZoomOut && (
          <button type="button" className="button plain" title={t('map.whole')} onClick={zoom.reset}>
            <RotateCcw size={16} aria-hidden />
            <span className="visually-hidden">{t('map.whole')}</span>
          </button>
        )}
        <button
          type="button"
          className="button plain"
          title={t('map.out')}
          aria-disabled={!zoom.canZoomOut}
          onClick={() => zoom.zoomBy(0.5, places)}
        >
          <Minus size={16} aria-hidden />
          <span className="visually-hidden">{t('map.outLabel')}</span>
        </button>
        <button
          type="button"
          className="button plain"
          title={t('map.in')}
          aria-disabled={!zoom.canZoomIn}
          onClick={() => zoom.zoomBy(2, places)}
        >
          <Plus size={16} aria-hidden />
          <span className="visually-hidden">{t('map.inLabel')}</span>
        </button>
      </div>
    </div>
  );
}

/** The color of a country. The square root keeps one large country from making all others look alike. */
export function shade(count: number, most: number): string | undefined {
  if (count === 0) return undefined;
  const percent = (16 + 84 * Math.sqrt(count / most)).toFixed(1);
  return `color-mix(in oklab, var(--accent) ${percent}%, var(--world-land))`;
}

/** Up to four counts whose colors are evenly spaced, up to the largest, for the legend. */
export function scaleOf(most: number): number[] {
  const counts = [1 / 4, 1 / 2, 3 / 4, 1].map((part) => Math.max(1, Math.round(most * part ** 2)));
  return [...new Set(counts)];
}
