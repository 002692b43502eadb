import { SearchX } from 'lucide-react';
import './notice.css';

interface Props {
  /** Whether the viewer is logged in. */
  viewer: boolean;
  /** Whether the address is that of a shared link. */
  link: boolean;
}

/** Shown if there are no statistics that the viewer may see. Does not reveal whether others may see some. */
export default function Missing({ viewer, link }: Props) {
  const next = encodeURIComponent(location.pathname + location.search);
  return (
    <main className="notice">
      <div className="card notice-card">
        <SearchX size={28} aria-hidden />
        <h1>Statistics not found</h1>
        <p className="quiet">
          {link
            ? 'This link does not work, or no longer. Ask the person who shared it for a new one.'
            : viewer
              ? 'There are no statistics at this address, or you do not have access to them.'
              : 'There are no statistics at this address, or they are private. If they are yours, log in.'}
        </p>
        {link ? null : viewer ? (
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
