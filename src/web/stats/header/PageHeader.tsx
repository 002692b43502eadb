import { Settings } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../shared/i18n/t.ts';
import type { Shown } from '../address.ts';
import { usuallyCompared } from '../compare.ts';
import { WebsiteSwitcher } from '../switcher/WebsiteSwitcher.tsx';
import type { Website } from '../types.ts';
import type { Go } from '../useAddress.ts';
import { ComparePicker } from './ComparePicker.tsx';
import { Wait } from './DaysShown.tsx';
import { RangePicker } from './RangePicker.tsx';
import './pageHeader.css';

interface Props {
  website: Website | null;
  /** Whether the viewer is logged in: the domain then opens a menu of the account's websites. */
  account: boolean;
  shown: Pick<Shown, 'range' | 'compare' | 'filters' | 'live'>;
  go: Go;
  /** The number of present visitors; null if it is not shown. */
  now: ReactNode;
  /** The filters. */
  children: ReactNode;
}

/**
 * The website's domain, the days shown, what they are compared with, and the filters. It stays at the top of
 * the window while the page scrolls.
 */
export function PageHeader({ website, account, shown, go, now, children }: Props) {
  const { range, compare, filters } = shown;
  return (
    <header className={filters.length > 0 ? 'page-header page-header-filtered' : 'page-header'} data-swipe>
      <div className="page-header-name">
        {website ? (
          <WebsiteSwitcher website={website} account={account} />
        ) : (
          <h1>
            <Wait>{t('page.title')}</Wait>
          </h1>
        )}
        {now}
        {account && website && (
          <a className="button plain page-header-settings" href={`/websites/${website.databaseId}`}>
            <Settings size={16} aria-hidden />
            <span>{t('header.settings')}</span>
          </a>
        )}
      </div>
      <div className="page-header-days">
        <RangePicker
          range={range}
          live={shown.live}
          website={website}
          onChoose={(chosen) => go({ range: chosen, live: false })}
        />
        {!shown.live && !('preset' in range && range.preset === 'all') && (
          <ComparePicker
            compare={compare ?? usuallyCompared(range)}
            website={website}
            onChoose={(chosen) => go({ compare: chosen })}
          />
        )}
      </div>
      {children}
    </header>
  );
}
