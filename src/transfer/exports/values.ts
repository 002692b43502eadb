import { dayNumber, dayText } from '../../calendar/days.ts';
import type { FieldType, Value } from './layout.ts';

/** Decimal places of a stored amount. */
const PLACES = 4;

/** Converts ten-thousandths, in decimal digits, to exact decimal text: `499000` is `49.9`. */
export function amountText(tenThousandths: string): string {
  const isNegative = tenThousandths.startsWith('-');
  const digits = tenThousandths.replace('-', '').padStart(PLACES + 1, '0');
  const decimals = digits.slice(-PLACES).replace(/0+$/, '');
  const whole = digits.slice(0, -PLACES);
  return `${isNegative ? '-' : ''}${whole}${decimals === '' ? '' : `.${decimals}`}`;
}

/** The reverse of {@link amountText}; undefined for another text. */
function tenThousandthsOf(text: string): string | undefined {
  const [, sign = '', whole = '', decimals = ''] = /^(-?)(\d{1,12})(?:\.(\d{1,4}))?$/.exec(text) ?? [];
  if (whole === '') return undefined;
  return String(BigInt(`${sign}${whole}${decimals.padEnd(PLACES, '0')}`));
}

/** Converts the value of a column to that of a file. 64-bit integers are given as text. */
export function fileValue(type: FieldType, stored: unknown): Value {
  if (stored === null || stored === undefined) return null;
  if (type === 'day') return dayText(Number(stored));
  if (type === 'time') return new Date(Number(stored)).toISOString();
  if (type === 'amount') return amountText(String(stored));
  if (type === 'integer' || type === 'number') return Number(stored);
  return String(stored);
}

const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;

const isInt64 = (text: string) =>
  /^-?\d{1,19}$/.test(text) && BigInt(text) >= MIN_INT64 && BigInt(text) <= MAX_INT64;

/** Whether a text is a time as {@link fileValue} writes it. */
const isTime = (text: string) => {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString() === text;
};
const isDay = (text: string) => /^[1-9]\d{3}-\d\d-\d\d$/.test(text) && isTime(`${text}T00:00:00.000Z`);

/** What values of each type look like, for error messages. */
export const EXAMPLES: Readonly<Record<FieldType, string>> = {
  day: 'a day such as 2026-11-21',
  time: 'a time such as 2026-11-21T12:00:00.000Z',
  int64: 'a 64-bit integer',
  amount: 'an amount such as 49.9',
  integer: 'an integer',
  number: 'a number',
  text: 'a text',
};

/**
 * Converts the value of a file to that of a column: the reverse of {@link fileValue}. 64-bit integers stay
 * text.
 * @returns undefined if it is not a value of the type.
 */
export function storedValue(type: FieldType, value: unknown): Value | undefined {
  if (value === null) return null;
  const text = String(value);
  switch (type) {
    case 'day':
      return isDay(text) ? dayNumber(text) : undefined;
    case 'time':
      return isTime(text) ? Date.parse(text) : undefined;
    case 'amount':
      return tenThousandthsOf(text);
    case 'int64':
      return isInt64(text) ? text : undefined;
    case 'integer':
      return /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
    case 'number':
      return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined;
    default:
      return typeof value === 'string' ? value : undefined;
  }
}
