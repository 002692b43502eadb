import type { Change, Formats } from '../../../stats/formats.ts';
import { formatsWith } from '../../../stats/formatWords.ts';
import type { Translator } from '../../../texts/translator.ts';
import { currentLocale, currentTranslator, t } from './t.ts';

export type { Change };

/** Numbers and dates in the locale of the page. src/stats/formats.ts describes the functions. */

let made:
  | {
      translator: Translator;
      formats: Formats;
      moments: Moments;
      ago: Intl.RelativeTimeFormat;
      /** By currency: amounts on the axis of a chart. */
      axes: Map<string, Intl.NumberFormat>;
    }
  | undefined;

type Moments = Record<'day' | 'moment' | 'clock' | 'second', Intl.DateTimeFormat>;

function current(): NonNullable<typeof made> {
  const translator = currentTranslator();
  if (made?.translator === translator) return made;
  const { locale } = translator;
  const formats = formatsWith(translator);
  const moments = {
    day: new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' }),
    moment: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
    second: new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }),
    clock: new Intl.DateTimeFormat(locale, { timeStyle: 'short' }),
  };
  const ago = new Intl.RelativeTimeFormat(locale, { numeric: 'always' });
  made = { translator, formats, moments, ago, axes: new Map() };
  return made;
}

const inLocale =
  <Name extends keyof Formats>(name: Name) =>
  (...given: Parameters<Formats[Name]>): ReturnType<Formats[Name]> =>
    // biome-ignore lint/suspicious/noExplicitAny: TypeScript does not relate a name to its function.
    (current().formats[name] as any)(...given);

export const grouped = inLocale('grouped');
export const brief = inLocale('brief');
export const share = inLocale('share');
export const shareInColumn = inLocale('shareInColumn');
export const change = inLocale('change');
export const rateChange = inLocale('rateChange');

/** How a number is written, and how its change from another one is. */
export interface NumberStyle {
  format: (value: number) => string;
  change: (now: number, before: number) => Change | null;
}

/** The change of a number. Numbers that are written alike have not changed. */
export function changeOf({ format, change }: NumberStyle, now: number, before: number): Change | null {
  return format(now) === format(before) ? change(before, before) : change(now, before);
}

export const percent = inLocale('percent');
export const moneyInWords = inLocale('moneyInWords');
export const decimal = inLocale('decimal');
export const duration = inLocale('duration');
export const durationInColumn = inLocale('durationInColumn');
export const daysInWords = inLocale('daysInWords');
export const shortDayInWords = inLocale('shortDayInWords');
export const monthInWords = inLocale('monthInWords');
export const periodInWords = inLocale('periodInWords');
export const hourInWords = inLocale('hourInWords');
export const hourOnAxis = inLocale('hourOnAxis');
export const pointInWords = inLocale('pointInWords');
export const dayOnAxis = inLocale('dayOnAxis');
export const monthOnAxis = inLocale('monthOnAxis');

/** A timestamp as a day in the browser's time zone: `Nov 21, 2026`. */
export const dayOf = (iso: string) => current().moments.day.format(new Date(iso));

/** A timestamp to the minute: `Nov 21, 2026, 9:30 AM`. */
export const momentOf = (iso: string) => current().moments.moment.format(new Date(iso));

/** The time of a timestamp in the browser's time zone: `9:30 AM`. */
export const clock = (iso: string) => current().moments.clock.format(new Date(iso));

/** The time of a timestamp to the second: `9:30:05 AM`. */
export const clockToSecond = (iso: string) => current().moments.second.format(new Date(iso));

/** An amount of money on the axis of a chart, in compact notation: `€1.2K`. */
export function moneyOnAxis(currency: string, amount: number): string {
  const { axes, translator } = current();
  const format =
    axes.get(currency) ??
    new Intl.NumberFormat(translator.locale, {
      style: 'currency',
      currency,
      notation: 'compact',
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: 0,
      maximumFractionDigits: 2,
    });
  axes.set(currency, format);
  return format.format(amount);
}

const AGO = [
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
] as const;

/**
 * How long ago a timestamp was: `2 minutes ago`, after a month its day.
 * @param now Unix milliseconds. The clock of the server may be ahead of it.
 */
export function agoInWords(iso: string, now: number): string {
  let past = Math.floor((now - Date.parse(iso)) / 60_000);
  if (past < 1) return t('lastHit.now');
  for (const [unit, size] of AGO) {
    if (past < size) return current().ago.format(-past, unit);
    past = Math.floor(past / size);
  }
  return dayOf(iso);
}

/** A noun within a sentence: `visitors` in English. Some languages write nouns as in headings. */
export const inSentence = (noun: string) =>
  t('grammar.nouns') === 'lower' ? noun.toLocaleLowerCase(currentLocale()) : noun;
