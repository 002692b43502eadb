import { SearchX } from 'lucide-react';
import './notice.css';

/** Shown if there are no statistics that the viewer may see. Does not reveal whether others may see some. */
export default function Missing({ viewer }: { viewer: boolean }) {
  const next = encodeURIComponent(location.pathname + location.search);
  return (
    <main className="notice">
      <div className="card notice-card">
        <SearchX size={28} aria-hidden />
        <h1>Statistics not found</h1>
        <p className="quiet">
          {viewer
            ? 'There are no statistics at this address, or you do not have access to them.'
            : 'There are no statistics at this address, or they are private. If they are yours, log in.'}
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
