import { Brand, places } from '../shared/header/parts.tsx';
import { t } from '../shared/i18n/t.ts';

/** The header of all pages without its tools, which need the page. */
export const FirstHeader = ({ account }: { account: boolean }) => (
  <header className={account ? 'site-header site-header-account' : 'site-header'}>
    <div className="site-header-inside">
      <Brand account={account} />
      {account && (
        <nav aria-label={t('shell.main')}>
          <ul>
            {places().map(({ href, text }) => (
              <li key={href}>
                <a href={href}>{text}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  </header>
);
