import { Plus } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { t } from '../../shared/i18n/t.ts';
import { View } from '../layout/View.tsx';
import { type Order, readShown, type Shown, writeShown } from './address.ts';
import { TotalsCard } from './TotalsCard.tsx';
import { WebsitesBar } from './WebsitesBar.tsx';
import type { Read } from './WebsitesPage.tsx';
import { WebsitesTable } from './WebsitesTable.tsx';
import './websites.css';

/** The account's websites with their numbers. Search, period and order are part of the address. */
export function WebsitesView() {
  const [params, setParams] = useSearchParams();
  const shown = useMemo(() => readShown(params), [params]);
  const [read, setRead] = useState<Read>();
  const go = useCallback(
    (change: Partial<Shown>, how?: { replace: boolean }) =>
      setParams((before) => writeShown({ ...readShown(before), pages: 1, ...change }), how),
    [setParams],
  );
  const isEmpty = read?.total === 0 && !shown.search;
  return (
    <View
      title={t('websites.title')}
      actions={
        <Link href="/websites/new" className="button primary">
          <Plus size={18} aria-hidden />
          {t('websites.add')}
        </Link>
      }
    >
      {isEmpty ? (
        <div className="card websites-none">
          <h2>{t('websites.none')}</h2>
          <p className="quiet">{t('websites.noneHint')}</p>
          <Link href="/websites/new" className="button primary">
            {t('websites.addFirst')}
          </Link>
        </div>
      ) : (
        <>
          <WebsitesBar shown={shown} total={read?.total} onChange={go} />
          {read?.totals !== null && <TotalsCard totals={read?.totals ?? null} period={shown.period} />}
        </>
      )}
      <div hidden={isEmpty}>
        <WebsitesTable
          shown={shown}
          onRead={setRead}
          onOrder={(order: Order) => go({ order })}
          onPages={(pages) => go({ pages }, { replace: true })}
        />
      </div>
    </View>
  );
}
