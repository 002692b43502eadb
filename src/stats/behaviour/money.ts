/** An exact amount of a currency. */
export interface Money {
  /** ISO 4217. */
  currency: string;
  /** Decimal text, with the decimal places of the currency, or more where the amount has more. */
  amount: string;
}

/** Decimal places of a stored amount. */
const PLACES = 4;

const placesOf = (currency: string): number =>
  Math.min(
    PLACES,
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().minimumFractionDigits ?? 0,
  );

/** Converts an amount in ten-thousandths to decimal text, exactly: `499000` of EUR is `49.90`. */
export function moneyOf(currency: string, tenThousandths: bigint): Money {
  const size = tenThousandths < 0n ? -tenThousandths : tenThousandths;
  const digits = String(size).padStart(PLACES + 1, '0');
  const whole = digits.slice(0, -PLACES);
  const decimals = digits.slice(-PLACES).replace(/0+$/, '').padEnd(placesOf(currency), '0');
  const text = decimals === '' ? whole : `${whole}.${decimals}`;
  return { currency, amount: tenThousandths < 0n ? `-${text}` : text };
}
