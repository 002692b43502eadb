import logo from '../shared/footfall.svg';
import type { Website } from './types.ts';
import './topBar.css';

/** The line over everything: what this is, and for who is logged in the ways to the account area. As high for everybody. */
export function TopBar({ website, account }: { website: Website | null; account: boolean }) {
  return (
    <div className="top-bar">
      <span className="top-bar-brand">
        <img src={logo} alt="" width={20} height={20} />
        Footfall
      </span>
      {account && (
        <nav aria-label="Account">
          <a href="/websites">All websites</a>
          {website && <a href={`/websites/${website.databaseId}`}>Settings</a>}
        </nav>
      )}
    </div>
  );
}
