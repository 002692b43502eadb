import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { FEW } from '../../../engine/registry/dimensions.ts';
import type { FilterInput } from '../../gql/graphql.ts';
import { share } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import { labelOf } from '../labels.ts';
import type { RowFilter } from '../panels/BarRow.tsx';
import type { Period, Row } from '../types.ts';
import { MapFoot, shade } from './MapFoot.tsx';
import { MapTip } from './MapTip.tsx';
import { useAllCountries } from './useAllCountries.ts';
import { useZoom } from './useZoom.ts';
import { HEIGHT, type Land, readLands, WIDTH } from './world.ts';
import './worldMap.css';

/** A country that is under the pointer, at a place in pixels of the frame, or that the arrow keys chose. */
interface Spot {
  land: Land;
  pointer: { x: number; y: number } | null;
}

interface Props {
  period: Period;
  trackingId: string;
  /** The filter of the period. */
  given: FilterInput | null;
  filter: RowFilter | null;
}

/**
 * A world map. The more visitors a country has, the darker it is. A click or Enter filters the page by a
 * country.
 */
export default function WorldMap({ period, trackingId, given, filter }: Props) {
  const [lands, setLands] = useState<Land[] | null>(null);
  const [spot, setSpot] = useState<Spot | null>(null);
  const svg = useRef<SVGSVGElement>(null);
  const zoom = useZoom(svg, lands !== null && lands.length > 0);
  const rows = useAllCountries(period, trackingId, given);
  useEffect(() => {
    readLands().then(setLands, () => setLands([]));
  }, []);
  if (!lands) return <div className="world-map-wait" />;
  if (lands.length === 0) return <p className="quiet">{t('map.failed')}</p>;

  const sum = period.COUNTRY?.sum ?? 0;
  const byCode = new Map(rows.filter(isCountry).map((row) => [row.value, row]));
  const most = Math.max(...[...byCode.values()].map(({ count }) => count), 0);
  const drawn = [...byCode.keys()].flatMap((value) => lands.find(({ code }) => code === value) ?? []);
  const landOf = (target: EventTarget) => {
    const code = (target as Element).getAttribute('data-code');
    return code === null ? undefined : lands.find((land) => land.code === code);
  };

  function onPointer({ type, target, nativeEvent }: PointerEvent<SVGSVGElement>) {
    // When the map moves below a pointer that rests, browsers send a move, too.
    if (type === 'pointermove' && !nativeEvent.movementX && !nativeEvent.movementY) return;
    const land = landOf(target);
    setSpot(land ? { land, pointer: { x: nativeEvent.offsetX, y: nativeEvent.offsetY } } : null);
  }

  function choose(land: Land | undefined) {
    if (land?.code && byCode.has(land.code)) filter?.('COUNTRY', land.code);
  }

  function onKeyDown(event: KeyboardEvent<SVGSVGElement>) {
    if (event.key === 'Enter') return choose(spot?.land);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step || drawn.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const at = drawn.findIndex(({ code }) => code === spot?.land.code);
    const land = drawn[at < 0 ? 0 : (at + step + drawn.length) % drawn.length];
    if (!land) return;
    zoom.show(land.middle);
    setSpot({ land, pointer: null });
  }

  const { scale, x, y } = zoom.view;
  /** Where a country is drawn, in pixels of the frame. */
  const placeOf = ({ middle }: Land) => {
    const pixels = (svg.current?.clientWidth ?? WIDTH) / WIDTH;
    return { x: (middle[0] * scale + x) * pixels, y: (middle[1] * scale + y) * pixels };
  };
  const code = spot?.land.code ?? null;
  return (
    <>
      <svg
        ref={svg}
        className="world-map"
        data-zoomed={scale > 1}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={t(filter ? 'map.labelFilter' : 'map.label', {
          summary: summary(rows, sum),
          list: t('map.list'),
        })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys select a country.
        tabIndex={0}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        onClick={({ target }) => choose(landOf(target))}
        onPointerLeave={() => setSpot(null)}
        onBlur={() => setSpot(null)}
        onKeyDown={onKeyDown}
      >
        <g transform={`translate(${x} ${y}) scale(${scale})`}>
          {lands.map((land) => (
            <path
              key={land.key}
              d={land.path}
              data-code={land.code ?? undefined}
              className={classOf(
                land.code,
                land.code === code,
                filter !== null && byCode.has(land.code ?? ''),
              )}
              style={{ fill: shade((land.code && byCode.get(land.code)?.count) || 0, most) }}
            />
          ))}
        </g>
      </svg>
      <MapFoot
        most={most}
        zoom={zoom}
        places={drawn.map(({ code, middle }) => ({ middle, count: byCode.get(code ?? '')?.count ?? 0 }))}
      />
      <div aria-live="polite">
        {spot && code && (
          <MapTip {...(spot.pointer ?? placeOf(spot.land))} row={byCode.get(code)} code={code} sum={sum} />
        )}
      </div>
    </>
  );
}

function classOf(code: string | null, isChosen: boolean, isFilter: boolean): string | undefined {
  if (!code) return undefined;
  return (
    [isChosen && 'world-map-chosen', isFilter && 'world-map-filter'].filter(Boolean).join(' ') || undefined
  );
}

/** Neither the row of unknown countries nor that of small counts is on the map. */
const isCountry = ({ value }: Row) => value !== '' && value !== FEW;

function summary(rows: Row[], sum: number): string {
  const first = rows.filter(isCountry).slice(0, 3);
  if (first.length === 0) return t('map.none');
  const names = first.map((row) => `${labelOf('country', row)} (${share(row.count, sum)})`);
  return t('map.most', { countries: names.join(', ') });
}
