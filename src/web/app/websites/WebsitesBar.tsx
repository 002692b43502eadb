import { useEffect, useState } from 'react';
import { t } from '../../shared/i18n/t.ts';

import { PERIODS, type PresetName, presetInWords } from '../../shared/periods.ts';
import { COLUMNS, firstOrder, type Order, orderText, readOrder, type Shown } from './address.ts';

const PAUSE_MS = 250;

interface Props {
  shown: Shown;
  /** The number of matching websites; undefined before the first answer. */
  total: number | undefined;
  onChange: (change: Partial<Shown>, how?: { replace: boolean }) => void;
}

/** The search, the period and, on phones, the order of the table. */
export function WebsitesBar({ shown: { search, period, order }, total, onChange }: Props) {
  const [typed, setTyped] = useState(search);
  useEffect(() => setTyped(search), [search]);
  useEffect(() => {
    if (typed === search) return;
    const timer = setTimeout(() => onChange({ search: typed }, { replace: true }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, search, onChange]);
  return (
    <div className="websites-bar">
      <input
        type="search"
        aria-label={t('websites.search')}
        placeholder={t('websites.searchShort')}
        maxLength={255}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <select
        aria-label={t('websites.period')}
        value={period}
        onChange={(event) => onChange({ period: event.currentTarget.value as PresetName })}
      >
        {PERIODS.map((name) => (
          <option key={name} value={name}>
            {presetInWords(name)}
          </option>
        ))}
      </select>
      <select
        className="websites-bar-order"
        aria-label={t('websites.order')}
        value={orderText(order)}
        onChange={(event) => onChange({ order: readOrder(event.currentTarget.value) })}
      >
        {orders(order).map((one) => (
          <option key={orderText(one)} value={orderText(one)}>
            {t(`websites.order.${one.column}.${one.direction}`)}
          </option>
        ))}
      </select>
      <p className="quiet" role="status">
        {total !== undefined && t('websites.count', { count: total })}
      </p>
    </div>
  );
}

/** The usual order of each column, and the chosen one. */
function orders(chosen: Order): Order[] {
  const usual = COLUMNS.map(firstOrder);
  return usual.some((one) => orderText(one) === orderText(chosen)) ? usual : [chosen, ...usual];
}
