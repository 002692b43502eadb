import { useEffect } from 'react';
import { useAsk } from '../../shared/client.ts';
import { Problem } from '../../shared/Problem.tsx';
import { comparisonName, OF_MONTHS, periodName, usualComparison } from '../../shared/periods.ts';
import { orderArguments, type Shown } from './address.ts';
import { type Totals, WEBSITES } from './list.ts';
import { WebsiteRow } from './WebsiteRow.tsx';

/** What a page of the table reports to the view. */
export interface Read {
  /** The number of websites over all pages. */
  total: number;
  /** The cursor of the next page; null if there is none. */
  next: string | null;
  /** The totals over all websites; undefined unless it is the first page, null if there are too many. */
  totals: Totals | null | undefined;
}

interface Props {
  shown: Shown;
  after: string | null;
  /** The expected number of rows, for placeholders during loading. */
  rows: number;
  onRead: (read: Read) => void;
}

const OF_WEBSITES = { additionalTypenames: ['Website'] };

/** One page of the table. */
export function WebsitesPage({ shown, after, rows, onRead }: Props) {
  const { search, period } = shown;
  const [{ data, error, fetching, stale }, refetch] = useAsk(
    WEBSITES,
    {
      search: search || null,
      after,
      totals: after === null,
      period: periodName(period),
      ...orderArguments(shown),
      compare: comparisonName(usualComparison(OF_MONTHS.includes(period))),
    },
    { requestPolicy: 'cache-and-network', context: OF_WEBSITES },
  );
  useEffect(() => {
    if (!data?.websites) return;
    const { totalCount: total, pageInfo } = data.websites;
    const next = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    onRead({ total, next, totals: data.account === null ? null : data.account?.period });
  }, [data, onRead]);

  const websites = data?.websites;
  if (error && !fetching && !websites) {
    return (
      <tbody>
        <tr className="websites-whole">
          <td colSpan={7}>
            <Problem error={error} retry={() => refetch({ requestPolicy: 'network-only' })} />
          </td>
        </tr>
      </tbody>
    );
  }
  return (
    <tbody aria-busy={!websites || stale} className={stale ? 'websites-stale' : undefined}>
      {websites
        ? websites.nodes.map((website) => <WebsiteRow key={website.id} website={website} period={period} />)
        : Array.from({ length: rows }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are all the same.
            <tr key={index} className="websites-wait">
              <td colSpan={7}>
                <div className="skeleton" />
              </td>
            </tr>
          ))}
    </tbody>
  );
}
