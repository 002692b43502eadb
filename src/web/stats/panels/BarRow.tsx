import { ExternalLink } from 'lucide-react';
import { FEW } from '../../../analysis/dimensions.ts';
import { OTHER } from '../../../stats/definitions.ts';
import { grouped, shareInColumn } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import { labelOf } from '../labels.ts';
import type { PanelName, Row, Website } from '../types.ts';
import { linkTo } from './links.ts';
import { isLong, MiddleCut } from './MiddleCut.tsx';
import { dimensionOf, type Panel } from './panels.ts';
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
  const { value, count, source } = row;
  const label = labelOf(dimensionOf(panel.name), row);
  const link = linkTo(panel.name, value, website.url);
  const isSum = value === FEW || value === OTHER;
  // The label may be truncated. For a referrer, the title is the ASCII name, which is unambiguous.
  const title =
    value === FEW && website.hideBelow !== null
      ? t(`panel.small.${panel.unit}s`, { count: website.hideBelow })
      : (panel.name === 'REFERRER' && value) || label;
  const quiet = value === '' || isSum ? ' quiet' : '';
  // A tag is shown as typed; its source only gives it the icon.
  const content =
    source && panel.name === 'REFERRER' ? (
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
          aria-label={t('filters.by', { label })}
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
        <a className="bar-row-link" href={link} target="_blank" rel="noreferrer" title={t('panel.openPage')}>
          <ExternalLink size={14} aria-hidden />
          <span className="visually-hidden">{t('panel.open', { label })}</span>
        </a>
      )}
      <span className="bar-row-count">{grouped(count)}</span>
      <span className="bar-row-share">{shareInColumn(count, sum)}</span>
    </li>
  );
}
