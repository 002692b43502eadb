import { ExternalLink } from 'lucide-react';
import { FEW } from '../../../analysis/dimensions.ts';
import { OTHER } from '../../../stats/definitions.ts';
import { counted, grouped, shareInColumn } from '../../../stats/format.ts';
import type { PanelName, Row, Website } from '../types.ts';
import { linkTo } from './links.ts';
import { isLong, MiddleCut } from './MiddleCut.tsx';
import type { Panel } from './panels.ts';
import { RowIcon } from './RowIcon.tsx';
import './barRow.css';

interface Props {
  panel: Panel;
  row: Row;
  /** The total that the row's share refers to. */
  sum: number;
  /** The largest count, whose bar is as long as the row. */
  most: number;
  website: Pick<Website, 'url' | 'hideBelow'>;
  filter: RowFilter | null;
}

/** The largest count of the rows. */
export const mostOf = (rows: readonly Row[]) => Math.max(0, ...rows.map(({ count }) => count));

/** Filters the page by a value of a statistic. */
export type RowFilter = (name: PanelName, value: string) => void;

/** A row of a statistic, with a bar behind it. A click filters the page by its value. */
export function BarRow({ panel, row, sum, most, website, filter }: Props) {
  const { value, label, count, source } = row;
  const link = linkTo(panel.name, value, website.url);
  const isSum = value === FEW || value === OTHER;
  // The label may be truncated. For a referrer, the title is the ASCII name, which is unambiguous.
  const title =
    value === FEW && website.hideBelow !== null
      ? `Sum of the values with fewer than ${counted(website.hideBelow, panel.unit)} each.`
      : (panel.name === 'REFERRER' && value) || label;
  const quiet = value === '' || isSum ? ' quiet' : '';
  const content = source ? (
    <span className="bar-row-source">
      {source} <span className="quiet">{label}</span>
    </span>
  ) : (
    <MiddleCut text={label} />
  );
  return (
    <li className="bar-row">
      <span className="bar-row-bar" style={{ width: `${most > 0 ? Math.min(count / most, 1) * 100 : 0}%` }} />
      <RowIcon name={panel.name} value={value} source={source} />
      {filter && !isSum ? (
        <button
          type="button"
          className={`bar-row-label${quiet}${isLong(label) ? ' bar-row-cut' : ''}`}
          title={title}
          aria-label={`Filter by ${label}`}
          onClick={() => filter(panel.name, value)}
        >
          {content}
        </button>
      ) : (
        <span className={`bar-row-label${quiet}`} title={title}>
          {content}
        </span>
      )}
      {link && (
        <a className="bar-row-link" href={link} target="_blank" rel="noreferrer" title="Open the page">
          <ExternalLink size={14} aria-hidden />
          <span className="visually-hidden">Open {label}</span>
        </a>
      )}
      <span className="bar-row-count">{grouped(count)}</span>
      <span className="bar-row-share">{shareInColumn(count, sum)}</span>
    </li>
  );
}
