import { useEffect, useState } from 'react';
import { counted } from '../../../stats/format.ts';
import { PERIODS, type PresetName } from '../../shared/periods.ts';
import { COLUMNS, type Column, firstOrder, type Order, orderText, readOrder, type Shown } from './address.ts';

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
        aria-label="Search websites"
        placeholder="Search"
        maxLength={255}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <select
        aria-label="Period"
        value={period}
        onChange={(event) => onChange({ period: event.currentTarget.value as PresetName })}
      >
        {Object.entries(PERIODS).map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
      <select
        className="websites-bar-order"
        aria-label="Order"
        value={orderText(order)}
        onChange={(event) => onChange({ order: readOrder(event.currentTarget.value) })}
      >
        {orders(order).map((one) => (
          <option key={orderText(one)} value={orderText(one)}>
            {WORDS[one.column][one.direction]}
          </option>
        ))}
      </select>
      <p className="quiet" role="status">
        {total !== undefined && counted(total, 'website')}
      </p>
    </div>
  );
}

/** The usual order of each column, and the chosen one. */
function orders(chosen: Order): Order[] {
  const usual = (Object.keys(COLUMNS) as Column[]).map(firstOrder);
  return usual.some((one) => orderText(one) === orderText(chosen)) ? usual : [chosen, ...usual];
}

/** The orders in words: from the smallest or A, and from the largest or Z. */
const WORDS: Record<Column, Record<Order['direction'], string>> = {
  name: { ASC: 'A to Z', DESC: 'Z to A' },
  visitors: { ASC: 'Fewest visitors', DESC: 'Most visitors' },
  visits: { ASC: 'Fewest visits', DESC: 'Most visits' },
  pageviews: { ASC: 'Fewest pageviews', DESC: 'Most pageviews' },
  bounce_rate: { ASC: 'Lowest bounce rate', DESC: 'Highest bounce rate' },
};
