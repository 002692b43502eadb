import { useEffect, useState } from 'react';
import { labelOf } from '../labels.ts';
import { HEIGHT, type Land, readLands, WIDTH } from '../map/world.ts';
import type { Row } from '../types.ts';
import '../map/worldMap.css';

/** The radius of the dot of one visitor, and the largest radius, in units of the map. */
const [SMALLEST, LARGEST] = [5, 26];

/** A dot for each country with present visitors; its area is their number. The list has the same numbers. */
export function LiveMap({ rows }: { rows: readonly Row[] }) {
  const [lands, setLands] = useState<Land[] | null>(null);
  useEffect(() => {
    readLands().then(setLands, () => setLands([]));
  }, []);
  if (lands?.length === 0) return null;
  return (
    <div className="world-map-frame live-map">
      {lands ? <Drawn lands={lands} rows={rows} /> : <div className="live-map-wait" />}
    </div>
  );
}

function Drawn({ lands, rows }: { lands: readonly Land[]; rows: readonly Row[] }) {
  const dots = rows.flatMap((row) => {
    const { value, count } = row;
    const land = lands.find(({ code }) => code === value);
    return land ? [{ value, label: labelOf('country', row), count, middle: land.middle }] : [];
  });
  return (
    <svg className="world-map" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {lands.map(({ key, path }) => (
        <path key={key} d={path} />
      ))}
      {dots.map(({ value, label, count, middle: [x, y] }) => (
        <circle key={value} cx={x} cy={y} r={Math.min(LARGEST, SMALLEST * Math.sqrt(count))}>
          <title>{`${label}: ${count}`}</title>
        </circle>
      ))}
    </svg>
  );
}
