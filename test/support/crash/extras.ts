/** What a hit has beside its page: as it is sent, and as it is stored. */
interface Extras {
  /** Fields of the payload of an event or a pageview. */
  sent: object;
  /** A JSON object in the order of the names. */
  properties: string;
  /** As `499000 EUR`, in ten-thousandths; null for none. */
  revenue: string | null;
}

const CURRENCIES = ['EUR', 'JPY', 'USD'];

/** The extras of the hit with a number: no two hits have the same ones. */
function extrasOf(number: number, isEvent: boolean): Extras {
  const plan = number % 3 === 0 ? 'pro' : 'free';
  const properties = { number, plan };
  const stored = JSON.stringify({ number: String(number), plan });
  if (!isEvent) return { sent: { properties }, properties: stored, revenue: null };
  const sign = number % 4 === 3 ? '-' : '';
  const currency = CURRENCIES[number % CURRENCIES.length] ?? '';
  const revenue = { amount: `${sign}${number}.25`, currency };
  return {
    sent: { event: { name: `Event ${number % 7}`, properties, revenue } },
    properties: stored,
    revenue: `${sign}${number}2500 ${currency}`.replace(/^(-?)0+(?=\d)/, '$1'),
  };
}

/** The extras of a hit by its path, which ends with its number; one hit in ten is an event. */
export function extrasOfPath(path: string): Extras {
  const number = Number(/\/(\d+)$/.exec(path)?.[1] ?? Number.NaN);
  if (Number.isNaN(number)) return { sent: {}, properties: '', revenue: null };
  return extrasOf(number, number % 10 === 9);
}

/** The extras of a hit in one text, to compare stored ones with those of its path. */
export const extrasText = ({ properties, revenue }: Pick<Extras, 'properties' | 'revenue'>) =>
  `${properties} ${revenue ?? ''}`;
