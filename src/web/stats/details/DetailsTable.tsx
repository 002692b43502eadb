import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { useAsk } from '../../shared/client.ts';
import { t } from '../../shared/i18n/t.ts';
import { entryOf } from '../chart/goalMetrics.ts';
import { CHART_METRICS, isMetric, type Metric, meaningOf, nameOf } from '../chart/metrics.ts';
import { headingOf as panelHeading } from '../panels/panels.ts';
import { RowChange } from '../panels/RowChange.tsx';
import type { Website } from '../types.ts';
import { DetailsRows, type FilterByRow } from './DetailsRows.tsx';
import { type Column, type Details, metricOf, type Sort } from './detailsAddress.ts';
import { DetailsDocument } from './documents.ts';
import { hasChange, headingOf, type Scope, textIn, valueIn, variablesOf } from './rows.ts';
import './detailsTable.css';

interface Props {
  details: Details;
  scope: Scope;
  /** With the totals of everything that the filter selects. */
  website: Website;
  filter: FilterByRow | null;
  onSort: (metric: Metric) => void;
}

interface ColumnNameProps {
  column: Column;
  sort: Sort;
  onSort: (metric: Metric) => void;
}

/** The heading of a column. Rows cannot be sorted by the metrics of a goal. */
function ColumnName({ column, sort, onSort }: ColumnNameProps) {
  const entry = entryOf(column, null);
  if (!isMetric(column)) return <span title={meaningOf(entry)}>{nameOf(entry)}</span>;
  const Arrow = sort.direction === 'asc' ? ArrowUp : ArrowDown;
  return (
    <button type="button" title={meaningOf(entry)} onClick={() => onSort(column)}>
      {sort.metric === column && <Arrow size={14} aria-hidden />}
      {nameOf(entry)}
    </button>
  );
}

/** The rows of the details as a table, page by page. Its headings sort it. */
export function DetailsTable({ details, scope, website, filter, onSort }: Props) {
  const { period } = website;
  const { panel, split, columns, sort } = details;
  const { currency } = scope;
  const asked = variablesOf(details, scope);
  const key = JSON.stringify(asked);
  const [cursors, setCursors] = useState({ of: key, after: [null] as (string | null)[] });
  // If the query has changed, starts again at the first page.
  const after = cursors.of === key ? cursors.after : [null];
  const [{ data }] = useAsk(DetailsDocument, { ...asked, after: null });
  const [first] = data?.website?.period.breakdown.nodes ?? [];
  // Only the first of the descending rows is known to be the largest.
  const most = first && sort.direction === 'desc' ? valueIn(first, sort.metric) : null;
  const unit = metricOf(panel);
  const compared = hasChange(details, { period, website }) ? { period, website } : null;
  return (
    <table className="details-table">
      <thead>
        <tr>
          <th scope="col">{panelHeading(panel.name)}</th>
          {split && <th scope="col">{headingOf(split)}</th>}
          {columns.flatMap((metric) => [
            <th
              key={metric}
              scope="col"
              className={isMetric(metric) ? undefined : 'details-table-unsorted'}
              aria-sort={
                sort.metric !== metric ? undefined : sort.direction === 'asc' ? 'ascending' : 'descending'
              }
            >
              <ColumnName column={metric} sort={sort} onSort={onSort} />
            </th>,
            metric === unit && compared && (
              <th key="change" scope="col" className="details-table-change">
                {t('details.change')}
              </th>
            ),
          ])}
        </tr>
      </thead>
      {after.map((cursor, index) => (
        <DetailsRows
          key={cursor}
          variables={{ ...asked, after: cursor }}
          details={details}
          currency={currency}
          most={most}
          website={website}
          filter={filter}
          compared={compared}
          whole={period[CHART_METRICS[unit].field] ?? 0}
          onMore={
            index === after.length - 1 ? (next) => setCursors({ of: key, after: [...after, next] }) : null
          }
        />
      ))}
      <tfoot>
        <tr>
          <th scope="row" colSpan={split ? 2 : 1}>
            {t('details.all')}
          </th>
          {columns.flatMap((metric) => [
            <td key={metric}>
              {textIn(metric, period[entryOf(metric, null).field], currency)}
              {metric === unit && <span className="details-table-share" />}
            </td>,
            metric === unit && compared && (
              <td key="change">
                <RowChange
                  unit={panel.unit}
                  count={period[unit]}
                  before={period.previous?.[unit] ?? null}
                  compared={compared}
                />
              </td>
            ),
          ])}
        </tr>
      </tfoot>
    </table>
  );
}
