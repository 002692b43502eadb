import logo from '../../shared/footfall.svg';
import { ThemeSwitch } from '../../shared/ThemeSwitch.tsx';
import { Shortcuts } from '../shortcuts/Shortcuts.tsx';
import type { Website } from '../types.ts';
import './topBar.css';

/**
 * The bar at the top of the page: the product's name and, if the viewer is logged in, links to the account
 * area. Its height is the same in both cases.
 */
export function TopBar({ website, account }: { website: Website | null; account: boolean }) {
  return (
    <div className="top-bar">
      <span className="top-bar-brand">
        <img src={logo} alt="" width={20} height={20} />
        Footfall
      </span>
      <div className="top-bar-tools">
        <ThemeSwitch />
        <Shortcuts />
      </div>
      {account && (
        <nav aria-label="Account">
          <a href="/websites">All websites</a>
          {website && <a href={`/websites/${website.databaseId}`}>Settings</a>}
        </nav>
      )}
    </div>
  );
}
