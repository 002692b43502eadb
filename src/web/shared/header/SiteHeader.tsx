import { LogOut } from 'lucide-react';
import type { ElementType, ReactNode } from 'react';
import { LanguageSwitch } from '../i18n/LanguageSwitch.tsx';
import { t } from '../i18n/t.ts';
import { ThemeSwitch } from '../ThemeSwitch.tsx';
import { Brand, places } from './parts.tsx';
import './siteHeader.css';

interface Props {
  /** Whether the viewer is logged in: the header then leads to the account area. */
  account: boolean;
  /** The path of the page, which marks its place in the navigation; empty for a page without one. */
  path?: string;
  /** The element of links: by default one that loads another page. */
  link?: ElementType;
  /** Called after the choice of another language. */
  onLanguage?: NonNullable<Parameters<typeof LanguageSwitch>[0]>['onChosen'];
  /** Logs out. */
  onLogOut: () => void;
  /** Whether a logout is under way. */
  isLeaving: boolean;
  /** Further tools, beside those of all pages. */
  tools?: ReactNode;
  /** Shown below the bar. */
  children?: ReactNode;
}

/** The header of all pages: the product's name, the places of the account, and the tools. */
export function SiteHeader(props: Props) {
  const { account, path = '', link: Anchor = 'a', onLanguage, onLogOut, isLeaving, tools, children } = props;
  return (
    <>
      <a className="site-header-skip" href="#content">
        {t('shell.skip')}
      </a>
      <header className={account ? 'site-header site-header-account' : 'site-header'}>
        <div className="site-header-inside">
          <Brand account={account} link={Anchor} />
          {account && (
            <nav aria-label={t('shell.main')}>
              <ul>
                {places().map(({ href, text, isHere, isPage }) => {
                  const Element = isPage ? Anchor : 'a';
                  return (
                    <li key={href}>
                      <Element href={href} aria-current={isHere(path) ? 'page' : undefined}>
                        {text}
                      </Element>
                    </li>
                  );
                })}
              </ul>
            </nav>
          )}
          <div className="site-header-tools">
            <LanguageSwitch {...(onLanguage && { onChosen: onLanguage })} />
            <ThemeSwitch />
            {tools}
            {account && (
              <button
                type="button"
                className="button plain site-header-out"
                title={t('shell.logOut')}
                disabled={isLeaving}
                onClick={onLogOut}
              >
                <LogOut size={16} aria-hidden />
                <span>{t('shell.logOut')}</span>
              </button>
            )}
          </div>
        </div>
        {children}
      </header>
    </>
  );
}
