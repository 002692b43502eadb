import { Plus } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { counted } from '../../../stats/format.ts';
import { View } from '../layout/View.tsx';
import { WebsitesTable } from './WebsitesTable.tsx';
import './websites.css';

const PAUSE_MS = 250;

/** The account's websites. The search text is part of the URL. */
export function WebsitesView() {
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const [typed, setTyped] = useState(search);
  const [total, setTotal] = useState<number>();
  const onTotal = useCallback((count: number) => setTotal(count), []);

  useEffect(() => setTyped(search), [search]);
  useEffect(() => {
    if (typed === search) return;
    const timer = setTimeout(() => setParams(typed ? { search: typed } : {}, { replace: true }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, search, setParams]);

  const isEmpty = total === 0 && !search;
  return (
    <View
      title="Websites"
      lead="The last 30 days, compared with the previous 30 days."
      actions={
        <Link href="/websites/new" className="button primary">
          <Plus size={18} aria-hidden />
          Add a website
        </Link>
      }
    >
      {isEmpty ? (
        <div className="card websites-none">
          <h2>No websites yet</h2>
          <p className="quiet">
            Add a website, put its script tag on your pages, and see your visitors here.
          </p>
          <Link href="/websites/new" className="button primary">
            Add your first website
          </Link>
        </div>
      ) : (
        <div className="websites-bar">
          <input
            type="search"
            aria-label="Search websites"
            placeholder="Search"
            maxLength={255}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <p className="quiet" role="status">
            {total !== undefined && counted(total, 'website')}
          </p>
        </div>
      )}
      <div hidden={isEmpty}>
        <WebsitesTable search={search} onTotal={onTotal} />
      </div>
    </View>
  );
}
