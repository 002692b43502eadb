import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { useAsk } from '../../shared/client.ts';
import { t } from '../../shared/i18n/t.ts';
import { CHART_METRICS, type Metric, meaningOf, nameOf } from '../chart/metrics.ts';
import { headingOf as panelHeading } from '../panels/panels.ts';
import { RowChange } from '../panels/RowChange.tsx';
import type { Website } from '../types.ts';
import { DetailsRows, type FilterByRow } from './DetailsRows.tsx';
import { type Details, metricOf } from './detailsAddress.ts';
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

/** The rows of the details as a table, page by page. Its headings sort it. */
export function DetailsTable({ details, scope, website, filter, onSort }: Props) {
  const { period } = website;
  const { panel, split, columns, sort } = details;
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
              aria-sort={
                sort.metric !== metric ? undefined : sort.direction === 'asc' ? 'ascending' : 'descending'
              }
            >
              <button type="button" title={meaningOf(CHART_METRICS[metric])} onClick={() => onSort(metric)}>
                {sort.metric === metric &&
                  (sort.direction === 'asc' ? (
                    <ArrowUp size={14} aria-hidden />
                  ) : (
                    <ArrowDown size={14} aria-hidden />
                  ))}
                {nameOf(CHART_METRICS[metric])}
              </button>
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
              {textIn(metric, period[CHART_METRICS[metric].field])}
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
