import { counted, share } from '../../../stats/format.ts';
import type { Row } from '../types.ts';

interface Props {
  /** The place of the country, in pixels of the map's frame. */
  x: number;
  y: number;
  code: string;
  /** The row of the country; undefined if it has no visitors. */
  row: Row | undefined;
  /** The visitors of all countries. */
  sum: number;
}

const names = new Intl.DisplayNames('en', { type: 'region' });

/** The tooltip of a country, above the pointer or the middle of the country. */
export function MapTip({ x, y, code, row, sum }: Props) {
  return (
    <p className="world-map-tip" style={{ left: `clamp(5rem, ${x}px, calc(100% - 5rem))`, top: y }}>
      <strong>{row?.label ?? names.of(code) ?? code}</strong>
      {row ? `${counted(row.count, 'visitor')}, ${share(row.count, sum)}` : 'No visitors'}
    </p>
  );
}
