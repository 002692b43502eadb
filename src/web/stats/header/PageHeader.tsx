import type { ReactNode } from 'react';
import { daysInWords } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import type { Shown } from '../address.ts';
import { countedBefore, isUnfinished } from '../chart/points.ts';
import { comparedInWords, usualComparison } from '../compare.ts';
import { WebsiteSwitcher } from '../switcher/WebsiteSwitcher.tsx';
import type { Period, Website } from '../types.ts';
import type { Go } from '../useAddress.ts';
import { ComparePicker } from './ComparePicker.tsx';
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
            compare={compare ?? usualComparison(range)}
            website={website}
            onChoose={(chosen) => go({ compare: chosen })}
          />
        )}
      </div>
      {children}
    </header>
  );
}

/** The days shown, and the days that they are compared with, in words. */
export function DaysShown({ website }: { website: Website | null }) {
  const period = website?.period;
  if (!website || !period)
    return (
      <p className="quiet days-shown">
        <Wait>{t('header.daysShown')}</Wait>
      </p>
    );
  const whole = daysInWords(period.from, period.to);
  const days = isUnfinished(period, website) ? t('header.soFar', { days: whole }) : whole;
  return (
    <p className="quiet days-shown" data-swipe>
      {withCompared(days, period, website)}
    </p>
  );
}

/** Adds what the days are compared with; or that nothing was recorded then, and since when it is. */
function withCompared(days: string, period: Period, website: Website): string {
  const { previous } = period;
  if (!previous) return days;
  const before = comparedInWords(previous);
  const { recordedSince: since } = website;
  if (!since || countedBefore(period, website) !== 'none') return t('header.compared', { days, before });
  return t('header.nothingBefore', { days, before, since: daysInWords(since, since) });
}

function Wait({ children }: { children: string }) {
  return (
    <>
      <span className="visually-hidden">{children}</span>
      <span className="skeleton statistics-wait" />
    </>
  );
}
