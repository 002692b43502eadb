import logo from '../../shared/footfall.svg';
import { LanguageSwitch } from '../../shared/i18n/LanguageSwitch.tsx';
import { t } from '../../shared/i18n/t.ts';
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
    <div className={account ? 'top-bar top-bar-account' : 'top-bar'}>
      <span className="top-bar-brand">
        <img src={logo} alt="" width={20} height={20} />
        <span>Footfall</span>
      </span>
      <div className="top-bar-tools">
        <LanguageSwitch />
        <ThemeSwitch />
        <Shortcuts />
      </div>
      {account && (
        <nav aria-label={t('header.account')}>
          <a href="/websites">{t('header.websites')}</a>
          {website && <a href={`/websites/${website.databaseId}`}>{t('header.settings')}</a>}
        </nav>
      )}
    </div>
  );
}
