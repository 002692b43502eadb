import { ChevronsUpDown } from 'lucide-react';
import { Fragment, lazy, Suspense, useState } from 'react';
import { Boundary } from '../../shared/Boundary.tsx';
import { t } from '../../shared/i18n/t.ts';
import { SearchInput } from '../../shared/SearchInput.tsx';
import { useMenu } from '../../shared/useMenu.ts';
import type { Website } from '../types.ts';
import './websiteSwitcher.css';

/** A longer domain does not fit a phone in large letters. */
const LONG = 22;

const SwitcherMenu = lazy(() => import('./SwitcherMenu.tsx'));

/**
 * The heading with the website's domain. For people who are logged in, it is a button that opens a menu of
 * their websites.
 */
export function WebsiteSwitcher({ website, account }: { website: Website; account: boolean }) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const { frame, button } = useMenu(open, setOpen);
  const className = website.domain.length > LONG ? 'website-switcher-long' : undefined;
  if (!account) return <h1 className={className}>{breakable(website.domain)}</h1>;
  return (
    <div className="website-switcher" ref={frame}>
      <h1 className={className}>
        <button
          ref={button}
          type="button"
          aria-haspopup="dialog"
          aria-expanded={open}
          title={t('switcher.open')}
          onClick={() => {
            setTyped('');
            setOpen(!open);
          }}
        >
          <span>{breakable(website.domain)}</span>
          <ChevronsUpDown size={16} aria-hidden />
        </button>
      </h1>
      {open && (
        <div className="card website-switcher-menu" role="dialog" aria-label={t('switcher.open')}>
          <Boundary>
            <Suspense
              fallback={
                // Takes what a person types at once.
                <SearchInput label={t('switcher.search')} text={typed} onType={setTyped} maxLength={255} />
              }
            >
              <SwitcherMenu website={website} typed={typed} onType={setTyped} />
            </Suspense>
          </Boundary>
        </div>
      )}
    </div>
  );
}

/** A domain that may be broken after each dot. */
function breakable(domain: string) {
  const labels = domain.split('.');
  return labels.map((label, index) => (
    <Fragment key={labels.slice(0, index + 1).join('.')}>
      {label}
      {index < labels.length - 1 && (
        <>
          .<wbr />
        </>
      )}
    </Fragment>
  ));
}
