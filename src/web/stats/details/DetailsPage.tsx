import { counted } from '../../../stats/format.ts';
import type { StatisticsRowsQueryVariables } from '../../gql/graphql.ts';
import { useAsk } from '../../shared/client.ts';
import { Problem } from '../../shared/Problem.tsx';
import { RowsDocument } from '../documents.ts';
import { BarRow, type RowFilter } from '../panels/BarRow.tsx';
import type { Panel } from '../panels/panels.ts';
import type { Website } from '../types.ts';

interface Props {
  asked: StatisticsRowsQueryVariables;
  panel: Panel;
  /** The total that the shares refer to, including rows that the search excludes. */
  whole: number;
  /** The largest count of all rows. */
  most: number;
  website: Website;
  /** Filters the page by a row; null if the viewer may not. */
  filter: RowFilter | null;
  /** Loads the page after a cursor; null except on the last page. */
  onMore: ((after: string) => void) | null;
}

/** A page of up to 100 rows. While others are loading, the previous rows stay, dimmed. */
export function DetailsPage({ asked, panel, whole, most, website, filter, onMore }: Props) {
  const [{ data, error, fetching }, again] = useAsk(RowsDocument, asked);
  if (error) return <Problem error={error} retry={() => again({ requestPolicy: 'network-only' })} />;
  const rows = data?.website?.period.stats;
  if (!rows)
    return <p className="details-dialog-note quiet">{fetching ? 'Loading…' : 'No longer available.'}</p>;
  const { endCursor, hasNextPage } = rows.pageInfo;
  const first = !asked.after;
  return (
    <div aria-busy={fetching} className={fetching ? 'details-dialog-stale' : undefined}>
      {first && (
        <p className="details-dialog-note quiet" role="status">
          {rows.totalCount === 0
            ? 'No rows found.'
            : `${counted(rows.totalCount, 'row')}, ${counted(rows.sum, panel.unit)}`}
        </p>
      )}
      <ul className="details-dialog-list">
        {rows.nodes.map((row) => (
          <BarRow key={row.value} panel={panel} row={row} sum={whole} most={most} {...{ website, filter }} />
        ))}
      </ul>
      {onMore && hasNextPage && endCursor && (
        <button type="button" className="button" disabled={fetching} onClick={() => onMore(endCursor)}>
          Show more
        </button>
      )}
    </div>
  );
}
