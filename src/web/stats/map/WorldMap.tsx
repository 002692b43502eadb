import { type KeyboardEvent, type PointerEvent, useEffect, useState } from 'react';
import { useClient } from 'urql';
import { FEW } from '../../../analysis/dimensions.ts';
import { counted, share } from '../../../stats/format.ts';
import type { FilterInput } from '../../gql/graphql.ts';
import { fetchRows } from '../details/fetchRows.ts';
import type { RowFilter } from '../panels/BarRow.tsx';
import type { Period, Row } from '../types.ts';
import { HEIGHT, type Land, readLands, WIDTH } from './world.ts';
import './worldMap.css';

/** The country under the pointer, or selected with the arrow keys. */
interface Spot {
  code: string;
  x: number;
  y: number;
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
  const rows = useAllCountries(period, trackingId, given);
  useEffect(() => {
    readLands().then(setLands, () => setLands([]));
  }, []);
  if (!lands) return null;
  if (lands.length === 0)
    return <p className="quiet">The map could not be loaded. The list has the same numbers.</p>;

  const { sum } = period.COUNTRY;
  const byCode = new Map(rows.filter(isCountry).map((row) => [row.value, row]));
  const most = Math.max(...[...byCode.values()].map(({ count }) => count), 1);
  const drawn = [...byCode.keys()].flatMap((value) => lands.find(({ code }) => code === value) ?? []);

  function onPointer({ target, nativeEvent }: PointerEvent<SVGSVGElement>) {
    const code = (target as Element).getAttribute('data-code');
    const { offsetX: x, offsetY: y } = nativeEvent;
    setSpot(code ? { code, x, y } : null);
  }

  function choose(code: string | null | undefined) {
    if (code && byCode.has(code)) filter?.('COUNTRY', code);
  }

  function onKeyDown(event: KeyboardEvent<SVGSVGElement>) {
    if (event.key === 'Enter') return choose(spot?.code);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step || drawn.length === 0) return;
    event.preventDefault();
    const at = drawn.findIndex(({ code }) => code === spot?.code);
    const next = drawn[at < 0 ? 0 : (at + step + drawn.length) % drawn.length];
    const scale = event.currentTarget.clientWidth / WIDTH;
    if (next?.code) setSpot({ code: next.code, x: next.middle[0] * scale, y: next.middle[1] * scale });
  }

  return (
    <>
      <svg
        className="world-map"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={
          `World map: ${summary(rows, sum)} Use the arrow keys to move between countries` +
          `${filter ? ', and Enter to filter by one' : ''}. ` +
          'The list has the same numbers.'
        }
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys select a country.
        tabIndex={0}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        onClick={({ target }) => choose((target as Element).getAttribute('data-code'))}
        onPointerLeave={() => setSpot(null)}
        onBlur={() => setSpot(null)}
        onKeyDown={onKeyDown}
      >
        {lands.map(({ code, path, key }) => (
          <path
            key={key}
            d={path}
            data-code={code ?? undefined}
            className={classOf(code, code === spot?.code, filter !== null && byCode.has(code ?? ''))}
            style={{ fill: shade((code && byCode.get(code)?.count) || 0, most) }}
          />
        ))}
      </svg>
      <div aria-live="polite">
        {spot && <Tip spot={spot} row={byCode.get(spot.code)} name={nameOf(spot.code)} sum={sum} />}
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

function Tip({ spot, row, name, sum }: { spot: Spot; row: Row | undefined; name: string; sum: number }) {
  return (
    <p className="world-map-tip" style={{ left: `clamp(5rem, ${spot.x}px, calc(100% - 5rem))`, top: spot.y }}>
      <strong>{row?.label ?? name}</strong>
      {row ? `${counted(row.count, 'visitor')}, ${share(row.count, sum)}` : 'No visitors'}
    </p>
  );
}

const names = new Intl.DisplayNames('en', { type: 'region' });
const nameOf = (code: string) => names.of(code) ?? code;

/** The color of a country. The square root keeps one large country from making all others look alike. */
function shade(count: number, most: number): string | undefined {
  if (count === 0) return undefined;
  const percent = (16 + 84 * Math.sqrt(count / most)).toFixed(1);
  return `color-mix(in oklab, var(--accent) ${percent}%, var(--world-land))`;
}

/** Neither the row of unknown countries nor that of small counts is on the map. */
const isCountry = ({ value }: Row) => value !== '' && value !== FEW;

function summary(rows: Row[], sum: number): string {
  const first = rows.filter(isCountry).slice(0, 3);
  if (first.length === 0) return 'no visitors.';
  const names = first.map((row) => `${row.label} (${share(row.count, sum)})`);
  return `most visitors come from ${names.join(', ')}.`;
}

/** All countries. The page's query returns the first 100; this loads the rest, which few websites have. */
function useAllCountries(period: Period, trackingId: string, filter: FilterInput | null): Row[] {
  const client = useClient();
  const [more, setMore] = useState<{ of: Period; rows: Row[] } | null>(null);
  useEffect(() => {
    const { endCursor, hasNextPage } = period.COUNTRY.pageInfo;
    if (!hasNextPage) return;
    const { from, to } = period;
    fetchRows(client, { trackingId, from, to, name: 'COUNTRY', after: endCursor, filter }).then(
      (rows) => setMore({ of: period, rows }),
      () => undefined,
    );
  }, [client, period, trackingId, filter]);
  return more?.of === period ? [...period.COUNTRY.nodes, ...more.rows] : period.COUNTRY.nodes;
}
