import { share } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import { labelOf, valueInWords } from '../labels.ts';
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

/** The tooltip of a country, above the pointer or the middle of the country. */
export function MapTip({ x, y, code, row, sum }: Props) {
  return (
    <p className="world-map-tip" style={{ left: `clamp(5rem, ${x}px, calc(100% - 5rem))`, top: y }}>
      <strong>{row ? labelOf('country', row) : valueInWords('country', code)}</strong>
      {row ? t('map.count', { count: row.count, share: share(row.count, sum) }) : t('map.noVisitors')}
    </p>
  );
}
