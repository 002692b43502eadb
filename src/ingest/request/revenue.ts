import type { Revenue } from '../hit.ts';
import { type Convert, isMissing } from './fields.ts';

/** Decimal places of a stored amount: no currency in use has more. */
const PLACES = 4;
/** Amounts are smaller than this, in ten-thousandths. */
const LIMIT = 10n ** 16n;

/** Sign, integer part, and decimal places. */
const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?$/;
/** Longer texts are no amounts. */
const MAX_LENGTH = 100;

/** The currencies of ISO 4217, from the data of the runtime (CLDR). */
let currencies: ReadonlySet<string> | undefined;

function isCurrency(code: string): boolean {
  currencies ??= new Set(Intl.supportedValuesOf('currency'));
  return currencies.has(code);
}

/**
 * Converts an amount to ten-thousandths. Further decimal places are rounded, half away from zero: sums of
 * floating-point numbers have them, such as 0.1 + 0.2.
 * @param value a finite number, or a decimal text such as `49.90`.
 * @returns undefined unless it is one, and less than 10^12 in size.
 */
export function toAmount(value: unknown): bigint | undefined {
  const text = typeof value === 'number' ? numberText(value) : typeof value === 'string' ? value.trim() : '';
  if (text.length > MAX_LENGTH) return undefined;
  const [, sign, whole = '', places = ''] = DECIMAL.exec(text) ?? [];
  if (sign === undefined || whole + places === '') return undefined;
  const next = Number(places[PLACES] ?? '0');
  const size = BigInt(whole + places.slice(0, PLACES).padEnd(PLACES, '0')) + (next >= 5 ? 1n : 0n);
  if (size >= LIMIT) return undefined;
  return sign === '-' ? -size : size;
}

/** The shortest text of a number, without an exponent; that of small ones is rounded. */
const numberText = (value: number) => {
  const text = String(value);
  return text.includes('e-') ? value.toFixed(PLACES) : text;
};

/** Reads `{ amount, currency }`. */
export const toRevenue: Convert<Revenue> = (value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { amount: given, currency: code } = value as Record<string, unknown>;
  const amount = isMissing(given) ? undefined : toAmount(given);
  const currency = typeof code === 'string' ? code.trim().toUpperCase() : '';
  return amount !== undefined && currency.length === 3 && isCurrency(currency)
    ? { amount, currency }
    : undefined;
};
