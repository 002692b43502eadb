import { FEW } from '../../../engine/registry/dimensions.ts';
import { OTHER } from '../../../engine/registry/statistics.ts';
import type { FilterInput } from '../../gql/graphql.ts';
import { grouped, shareInColumn } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import type { ComparedPeriod } from '../chart/compared.ts';
import { NewGoal } from '../goals/NewGoal.tsx';
import { labelOf } from '../labels.ts';
import { PropertiesOf } from '../properties/PropertiesOf.tsx';
import type { Days, PanelName, Row, Website } from '../types.ts';
import type { LinkedRows } from './LinkOn.tsx';
import { isLong, MiddleCut } from './MiddleCut.tsx';
import { PageLink } from './PageLink.tsx';
import { dimensionOf, type Panel } from './panels.ts';
import { RowChange } from './RowChange.tsx';
import { RowIcon } from './RowIcon.tsx';
import './barRow.css';

interface Props {
  panel: Panel;
  row: Row;
  /** The total that the row's share refers to. */
  sum: number;
  /** The largest count, whose bar is as long as the row. */
  most: number;
  website: Website;
  among: LinkedRows;
  filter: RowFilter | null;
  /** With what the row is compared; without it, the row has no change. */
  compared?: ComparedPeriod | null;
  /** The count of its value in the compared period; null if it is not known. */
  before?: number | null | undefined;
}

/** The largest count of the rows. */
export const mostOf = (rows: readonly Row[]) => Math.max(0, ...rows.map(({ count }) => count));

/** The rows of a list, among which their pages are linked. */
export const rowsOf = (rows: readonly Row[], { from, to }: Days, filter: FilterInput | null): LinkedRows => ({
  from,
  to,
  filter,
  values: rows.map(({ value }) => value),
});

/** Filters the page by a value of a statistic. */
export type RowFilter = (name: PanelName, value: string) => void;

/** A row of a statistic, with a bar behind it. A click filters the page by its value. */
export function BarRow({ panel, row, sum, most, website, among, filter, compared, before }: Props) {
  const { value, count, source } = row;
  const label = labelOf(dimensionOf(panel.name), row);
  // What they sum up may be other values.
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
      <PageLink
        name={panel.name}
        value={value}
        label={label}
        website={website}
        among={among}
        className="bar-row-link"
      />
      {!isSum && value !== '' && (
        <>
          <PropertiesOf name={panel.name} value={value} label={label} className="bar-row-link" />
          <NewGoal name={panel.name} value={value} label={label} />
        </>
      )}
      <span className="bar-row-numbers">
        <span className="bar-row-count">{grouped(count)}</span>
        {compared && (
          <RowChange
            unit={panel.unit}
            before={isSum ? null : (before ?? null)}
            count={count}
            compared={compared}
          />
        )}
      </span>
      <span className="bar-row-share">{shareInColumn(count, sum)}</span>
    </li>
  );
}
