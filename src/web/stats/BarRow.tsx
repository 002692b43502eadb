import { FEW } from '../../analysis/dimensions.ts';
import { counted, grouped, share } from '../../stats/format.ts';
import { linkTo } from './links.ts';
import type { Panel } from './panels.ts';
import { RowIcon } from './RowIcon.tsx';
import type { Row, Website } from './types.ts';
import './barRow.css';

interface Props {
  panel: Panel;
  row: Row;
  /** The total that the row's share refers to. */
  sum: number;
  website: Pick<Website, 'url' | 'hideBelow'>;
}

/** A row of a statistic. The length of its bar is its share. */
export function BarRow({ panel, row, sum, website }: Props) {
  const link = linkTo(panel.name, row.value, website.url);
  const few = row.value === FEW ? website.hideBelow : null;
  // The label may be truncated. For a referrer, the title is the ASCII name, which is unambiguous.
  const title =
    few !== null
      ? `Sum of the values with fewer than ${counted(few, panel.unit)} each.`
      : (panel.name === 'REFERRER' && row.value) || row.label;
  return (
    <li className="bar-row">
      <span className="bar-row-bar" style={{ width: `${sum > 0 ? (row.count / sum) * 100 : 0}%` }} />
      <RowIcon name={panel.name} value={row.value} />
      {link ? (
        <a className="bar-row-label" title={title} href={link} target="_blank" rel="noreferrer">
          {row.label}
        </a>
      ) : (
        <span className={row.value && few === null ? 'bar-row-label' : 'bar-row-label quiet'} title={title}>
          {row.label}
        </span>
      )}
      <span className="bar-row-count">{grouped(row.count)}</span>
      <span className="bar-row-share">{share(row.count, sum)}</span>
    </li>
  );
}
