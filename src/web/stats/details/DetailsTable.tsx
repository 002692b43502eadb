import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { useAsk } from '../../shared/client.ts';
import { t } from '../../shared/i18n/t.ts';
import { METRICS, type Metric, meaningOf, nameOf } from '../chart/metrics.ts';
import { headingOf as panelHeading } from '../panels/panels.ts';
import type { Period } from '../types.ts';
import { DetailsRows, type FilterByRow } from './DetailsRows.tsx';
import { type Details, metricOf } from './detailsAddress.ts';
import { DetailsDocument } from './documents.ts';
import { headingOf, type Scope, textIn, valueIn, variablesOf } from './rows.ts';
import './detailsTable.css';

interface Props {
  details: Details;
  scope: Scope;
  /** The totals of everything that the filter selects. */
  period: Period;
  url: string;
  /** For the viewer, rows with fewer visitors are summed up; null if there is no such number. */
  hideBelow: number | null;
  filter: FilterByRow | null;
  onSort: (metric: Metric) => void;
}

/** The rows of the details as a table, page by page. Its headings sort it. */
export function DetailsTable({ details, scope, period, url, hideBelow, filter, onSort }: Props) {
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
  return (
    <table className="details-table">
      <thead>
        <tr>
          <th scope="col">{panelHeading(panel.name)}</th>
          {split && <th scope="col">{headingOf(split)}</th>}
          {columns.map((metric) => (
            <th
              key={metric}
              scope="col"
              aria-sort={
                sort.metric !== metric ? undefined : sort.direction === 'asc' ? 'ascending' : 'descending'
              }
            >
              <button type="button" title={meaningOf(METRICS[metric])} onClick={() => onSort(metric)}>
                {sort.metric === metric &&
                  (sort.direction === 'asc' ? (
                    <ArrowUp size={14} aria-hidden />
                  ) : (
                    <ArrowDown size={14} aria-hidden />
                  ))}
                {nameOf(METRICS[metric])}
              </button>
            </th>
          ))}
        </tr>
      </thead>
      {after.map((cursor, index) => (
        <DetailsRows
          key={cursor}
          variables={{ ...asked, after: cursor }}
          {...{ details, most, url, hideBelow, filter }}
          whole={period[METRICS[unit].field] ?? 0}
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
          {columns.map((metric) => (
            <td key={metric}>
              {textIn(metric, period[METRICS[metric].field])}
              {metric === unit && <span className="details-table-share" />}
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}
