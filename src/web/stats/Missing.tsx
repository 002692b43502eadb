import { SearchX } from 'lucide-react';
import './notice.css';

/** Shown if there are no statistics that the viewer may see. Does not reveal whether others may see some. */
export default function Missing({ viewer }: { viewer: boolean }) {
  const next = encodeURIComponent(location.pathname + location.search);
  return (
    <main className="notice">
      <div className="card notice-card">
        <SearchX size={28} aria-hidden />
        <h1>No statistics here</h1>
        <p className="quiet">
          {viewer
            ? 'There are none at this address, or they are not yours to see.'
            : 'There are none at this address, or their owner keeps them private. If that is you, log in.'}
        </p>
        {viewer ? (
          <a className="button primary" href="/websites">
            All websites
          </a>
        ) : (
          <a className="button primary" href={`/login?next=${next}`}>
            Log in
          </a>
        )}
      </div>
    </main>
  );
}
