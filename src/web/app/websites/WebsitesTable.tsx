import { useCallback, useState } from 'react';
import { WebsitesPage } from './WebsitesPage.tsx';

interface Props {
  search: string;
  onTotal: (total: number) => void;
}

interface Pages {
  search: string;
  /** The cursors after which the pages start. */
  afters: (string | null)[];
  /** The cursor of the next page; null if there is none. */
  next: string | null;
  total: number;
}

const firstPage = (search: string): Pages => ({ search, afters: [null], next: null, total: -1 });

/** The matching websites, in pages below each other. */
export function WebsitesTable({ search, onTotal }: Props) {
  const [pages, setPages] = useState(() => firstPage(search));
  // A new search starts at the first page, which shows the previous rows until the new ones are loaded.
  if (pages.search !== search) setPages(firstPage(search));
  const { afters, next, total } = pages;
  const onRead = useCallback(
    (count: number, following: string | null) => {
      setPages((before) => ({ ...before, next: following, total: count }));
      onTotal(count);
    },
    [onTotal],
  );
  const more = () => setPages((before) => ({ ...before, afters: [...before.afters, next], next: null }));

  if (total === 0 && search) {
    return <p className="card panel">No websites match “{search}”.</p>;
  }
  return (
    <>
      <table className="card websites">
        <caption className="visually-hidden">Websites and their statistics for the last 30 days</caption>
        <thead>
          <tr>
            <th scope="col">Website</th>
            <th scope="col" className="websites-number">
              Visitors
            </th>
            <th scope="col" className="websites-number">
              Pageviews
            </th>
            <th scope="col" className="websites-line">
              Visitors by day
            </th>
            <th scope="col" className="websites-ways">
              <span className="visually-hidden">Links</span>
            </th>
          </tr>
        </thead>
        {afters.map((after, index) => (
          <WebsitesPage
            key={after}
            search={search}
            after={after}
            rows={index === 0 ? 5 : Math.min(20, total - index * 20)}
            onRead={index === afters.length - 1 ? onRead : ignore}
          />
        ))}
      </table>
      {next && (
        <p className="websites-more-rows">
          <button type="button" className="button" onClick={more}>
            Show more
          </button>
        </p>
      )}
    </>
  );
}

const ignore = () => {};
