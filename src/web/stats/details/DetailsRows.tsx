import type { ReactNode } from 'react';
import { FEW, type FilterDimension } from '../../../engine/registry/dimensions.ts';
import { OTHER } from '../../../engine/registry/statistics.ts';
import type { StatisticsDetailsQueryVariables } from '../../gql/graphql.ts';
import { useAsk } from '../../shared/client.ts';
import { shareInColumn } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import { Problem } from '../../shared/Problem.tsx';
import type { ComparedPeriod } from '../chart/compared.ts';
import type { LinkedRows } from '../panels/LinkOn.tsx';
import { PageLink } from '../panels/PageLink.tsx';
import { dimensionOf } from '../panels/panels.ts';
import { RowChange } from '../panels/RowChange.tsx';
import { RowIcon } from '../panels/RowIcon.tsx';
import { PropertiesOf } from '../properties/PropertiesOf.tsx';
import type { Website } from '../types.ts';
import { type Details, isTime, metricOf } from './detailsAddress.ts';
import { DetailsDocument } from './documents.ts';
import { beforeIn, cellOf, labelIn, type Row, textIn, valueIn } from './rows.ts';

/** Values of dimensions by which a row filters. */
export type FilterByRow = (values: readonly (readonly [FilterDimension, string])[]) => void;

interface Props {
  variables: StatisticsDetailsQueryVariables;
  details: Details;
  /** The currency of revenue; null if there is none. */
  currency: string | null;
  /** The total that the shares refer to, including rows that the search excludes. */
  whole: number;
  /** The largest value of the sorted column; null without bars. */
  most: number | null;
  website: Website;
  /** Filters the page by a row; null if the viewer may not. */
  filter: FilterByRow | null;
  /** With what the rows are compared; null if they have no change. */
  compared: ComparedPeriod | null;
  /** Loads the page after a cursor; null except on the last page. */
  onMore: ((after: string) => void) | null;
}

/** A page of up to 100 rows. While others are loading, the previous rows stay, dimmed. */
export function DetailsRows({ variables, onMore, ...rest }: Props) {
  const [{ data, error, fetching }, refetch] = useAsk(DetailsDocument, variables);
  const { columns, split } = rest.details;
  const width = columns.length + (rest.compared ? 1 : 0) + (split ? 2 : 1);
  const note = (content: ReactNode) => (
    <tbody>
      <tr>
        <td className="details-table-note quiet" colSpan={width}>
          {content}
        </td>
      </tr>
    </tbody>
  );
  if (error) return note(<Problem error={error} retry={() => refetch({ requestPolicy: 'network-only' })} />);
  const rows = data?.website?.period.breakdown;
  if (!rows) return note(t(fetching ? 'details.loading' : 'details.gone'));
  const { endCursor, hasNextPage } = rows.pageInfo;
  const { from, to } = rest.website.period;
  const among = {
    from,
    to,
    filter: variables.filter ?? null,
    values: rows.nodes.map(({ values: [page] }) => page?.value ?? ''),
  };
  if (rows.totalCount === 0) return note(t('details.noRows'));
  return (
    <>
      <tbody aria-busy={fetching} className={fetching ? 'details-table-stale' : undefined}>
        {rows.nodes.map((row) => (
          <DetailsRow key={JSON.stringify(row.values)} row={row} among={among} {...rest} />
        ))}
      </tbody>
      {onMore &&
        hasNextPage &&
        endCursor &&
        note(
          <button type="button" className="button" disabled={fetching} onClick={() => onMore(endCursor)}>
            {t('details.more')}
          </button>,
        )}
    </>
  );
}

function DetailsRow({
  row,
  details,
  currency,
  whole,
  most,
  website,
  among,
  filter,
  compared,
}: Omit<Props, 'variables' | 'onMore'> & { row: Row; among: LinkedRows }) {
  const { panel, split, columns, sort } = details;
  const unit = metricOf(panel);
  const names = [dimensionOf(panel.name), ...(split ? [split] : [])];
  const labels = row.values.map((one, index) => labelIn(names[index] ?? 'page', one));
  const conditions = names.flatMap((name, index) =>
    isTime(name) ? [] : [[name as FilterDimension, row.values[index]?.value ?? ''] as const],
  );
  const isSum = row.values.some(({ value }) => value === FEW || value === OTHER);
  const act = filter && !isSum ? () => filter(conditions) : undefined;
  const few =
    row.values.some(({ value }) => value === FEW) && website.hideBelow !== null
      ? t('details.small', { count: website.hideBelow })
      : undefined;
  const [label = '', ...others] = labels;
  const [{ value, source } = { value: '', source: null }, second] = row.values;
  const filterLabel =
    conditions.length > 1
      ? t('filters.byTwo', { label, other: others[0] ?? '' })
      : t('filters.by', { label });
  const bar = most ? Math.min((valueIn(row, sort.metric) ?? 0) / most, 1) : 0;
  const quiet = (text: string) =>
    text === '' || isSum ? 'details-table-label quiet' : 'details-table-label';
  return (
    <tr className={act && 'details-table-filters'}>
      <th scope="row">
        <span className="details-table-value" style={{ backgroundSize: `${bar * 100}% 100%` }}>
          <RowIcon name={panel.name} value={value} source={source} />
          {act ? (
            <button type="button" className={quiet(value)} aria-label={filterLabel} onClick={act}>
              {label}
            </button>
          ) : (
            <span className={quiet(value)} title={few}>
              {label}
            </span>
          )}
          <PageLink
            name={panel.name}
            value={value}
            label={label}
            website={website}
            among={among}
            className="details-table-link"
          />
          {!isSum && (
            <PropertiesOf name={panel.name} value={value} label={label} className="details-table-link" />
          )}
        </span>
      </th>
      {split && (
        <td className="details-table-second">
          <span className="details-table-value">
            <RowIcon name={split.toUpperCase()} value={second?.value ?? ''} source={second?.source} />
            <span className={quiet(second?.value ?? '')}>{others[0]}</span>
          </span>
        </td>
      )}
      {columns.flatMap((metric) => [
        <td key={metric}>
          {textIn(metric, cellOf(row, metric, currency), currency)}
          {metric === unit && (
            <span className="details-table-share">{shareInColumn(valueIn(row, unit) ?? 0, whole)}</span>
          )}
        </td>,
        metric === unit && compared && (
          <td key="change">
            <RowChange
              unit={panel.unit}
              count={valueIn(row, unit) ?? 0}
              before={isSum ? null : beforeIn(row, panel)}
              compared={compared}
            />
          </td>
        ),
      ])}
    </tr>
  );
}
