import { useEffect } from 'react';
import { useAsk } from '../../shared/client.ts';
import { Problem } from '../../shared/Problem.tsx';
import { WEBSITES } from './list.ts';
import { WebsiteRow } from './WebsiteRow.tsx';

interface Props {
  search: string;
  after: string | null;
  /** The expected number of rows, for placeholders during loading. */
  rows: number;
  /** Called with the total number of websites, and with the cursor of the next page. */
  onRead: (total: number, next: string | null) => void;
}

const OF_WEBSITES = { additionalTypenames: ['Website'] };

/** One page of the table. */
export function WebsitesPage({ search, after, rows, onRead }: Props) {
  const [{ data, error, fetching }, again] = useAsk(
    WEBSITES,
    { search: search || null, after },
    { requestPolicy: 'cache-and-network', context: OF_WEBSITES },
  );
  const websites = data?.websites;
  useEffect(() => {
    if (websites) {
      onRead(websites.totalCount, websites.pageInfo.hasNextPage ? websites.pageInfo.endCursor : null);
    }
  }, [websites, onRead]);

  if (error && !fetching) {
    return (
      <tbody>
        <tr className="websites-whole">
          <td colSpan={5}>
            <Problem error={error} retry={() => again({ requestPolicy: 'network-only' })} />
          </td>
        </tr>
      </tbody>
    );
  }
  return (
    <tbody aria-busy={!websites}>
      {websites
        ? websites.nodes.map((website) => <WebsiteRow key={website.id} website={website} />)
        : Array.from({ length: rows }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are all the same.
            <tr key={index} className="websites-wait">
              <td colSpan={5}>
                <div className="skeleton" />
              </td>
            </tr>
          ))}
    </tbody>
  );
}
