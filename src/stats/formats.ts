import { addDays, weekStart } from '../calendar/days.ts';

/** A change between two values, and whether it is a decrease, none or an increase. */
export interface Change {
  text: string;
  direction: -1 | 0 | 1;
}

/** The words among numbers and dates, which Intl does not have. */
export interface FormatWords {
  /** A week by its number and its days: `Week 46, Nov 9 – 15, 2026`. */
  week(number: number, days: string): string;
  /** An hour of a day of 24 hours from its first to its last minute: `09:00–09:59`. */
  hour(from: string, to: string): string;
  /** A difference of rates in percentage points, with its sign: `+2.1 points`. */
  points(size: number, signed: string): string;
  hours(value: string): string;
  minutes(value: string): string;
  seconds(value: string): string;
}

const UTC = { timeZone: 'UTC' } as const;

const dateOf = (day: string) => new Date(`${day.length === 7 ? `${day}-01` : day}T00:00:00Z`);

const timeOf = (hour: number, minute = 0) => new Date(Date.UTC(1970, 0, 1, hour, minute));

/** Replaces the thin spaces of Intl. Searches for the subject of a mail would fail with them. */
const plain = (text: string) => text.replaceAll(/[\u2009\u202f]/g, ' ');

/** Creates the functions that write numbers and dates of statistics in a locale. */
export function formatsOf(locale: string, words: FormatWords) {
  const number = (options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options);
  const date = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...UTC, ...options });
  const whole = number();
  const short = number({ notation: 'compact', maximumFractionDigits: 1 });
  const oneDecimal = number({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const percents = [0, 1].map((maximumFractionDigits) => number({ style: 'percent', maximumFractionDigits }));
  const percentInColumn = number({
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    // Columns are narrow.
    useGrouping: false,
  });
  const dayFormat = date({ day: 'numeric', month: 'short', year: 'numeric' });
  const weekday = date({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
  const shortDay = date({ weekday: 'short', day: 'numeric', month: 'short' });
  const monthFormat = date({ month: 'long', year: 'numeric' });
  const dayAxis = date({ month: 'short', day: 'numeric' });
  const monthAxis = date({ month: 'short', year: 'numeric' });
  const clock = date({ hour: 'numeric', minute: '2-digit' });
  const clockAxis = date({ hour: 'numeric' });
  /** Whether the day of the locale has twice twelve hours. */
  const isTwelve = clock.resolvedOptions().hour12 === true;

  /** A rate as a percentage: below 10 % with one decimal. */
  const percentage = (rate: number) => percents[Math.abs(rate) < 0.1 ? 1 : 0]?.format(rate) ?? '';

  /** A count with thousands separators: `12,345`. */
  const grouped = (count: number) => whole.format(count);

  /** A count in compact notation: `12.3K`. Below ten thousand, all digits. */
  const brief = (count: number) => (count < 10_000 ? whole.format(count) : short.format(count));

  /** A share as a percentage: `12.3%`, `<0.1%`; empty if the whole is 0. */
  function share(part: number, all: number): string {
    if (all <= 0) return '';
    const rate = part / all;
    return rate > 0 && rate < 0.001 ? `<${percentage(0.001)}` : percentage(rate);
  }

  /**
   * A share with one decimal, for columns, where all numbers have the same precision: `12.3%`, `0.0%`; empty
   * if the whole is 0.
   */
  const shareInColumn = (part: number, all: number): string =>
    all <= 0 ? '' : percentInColumn.format(part / all);

  /** Rounds the size of a change in percent: below 10 to one decimal. */
  function signed(value: number, textOf: (size: number, sign: string) => string): Change {
    const size = Math.abs(value);
    const rounded = Math.sign(value) * (size < 10 ? Math.round(size * 10) / 10 : Math.round(size));
    const direction = rounded > 0 ? 1 : rounded < 0 ? -1 : 0;
    const sign = { '1': '+', '0': '±', '-1': '−' }[String(direction) as '1'];
    return { text: textOf(Math.abs(rounded), sign), direction };
  }
  const percentOf = number({ style: 'percent', maximumFractionDigits: 1 });

  /** The relative change between two values: `+12%`, `−3%`, `±0%`; null if the earlier one is 0. */
  const change = (now: number, before: number): Change | null =>
    before <= 0
      ? null
      : signed(((now - before) / before) * 100, (size, sign) => `${sign}${percentOf.format(size / 100)}`);

  /** The change between two rates of 0 to 1, in percentage points: `+2.1 points`, `−12 points`. */
  const rateChange = (now: number, before: number): Change =>
    signed((now - before) * 100, (size, sign) => words.points(size, `${sign}${grouped(size)}`));

  /** A rate of 0 to 1 as a percentage: `38%`, `4.2%`, `<0.1%`. */
  const percent = (rate: number) => share(rate, 1);

  const currencies = new Map<string, Intl.NumberFormat>();

  /**
   * An amount of money: `€1,249.90`.
   * @param amount decimal text. Texts are formatted exactly where the browser can.
   */
  function moneyInWords({ currency, amount }: { currency: string; amount: string }): string {
    const format = currencies.get(currency) ?? number({ style: 'currency', currency });
    currencies.set(currency, format);
    return format.format(amount as Intl.StringNumericLiteral);
  }

  /** A number with one decimal: `2.4`, `1,234.0`. */
  const decimal = (value: number) => oneDecimal.format(value);

  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');

  /**
   * A time in seconds as its two largest units: `45s`, `1m 24s`, `2h 5m`. A second unit of 0 is omitted.
   */
  function duration(seconds: number): string {
    const whole = Math.round(seconds);
    const [large, small, units] =
      whole < 3_600
        ? [Math.floor(whole / 60), whole % 60, ['minutes', 'seconds'] as const]
        : [Math.floor(whole / 3_600), Math.floor((whole % 3_600) / 60), ['hours', 'minutes'] as const];
    const parts = [
      large > 0 && words[units[0]](String(large)),
      (small > 0 || large === 0) && words[units[1]](String(small)),
    ];
    return parts.filter(Boolean).join(' ');
  }

  /** A time in seconds for columns, always with two units: `1m 24s`, `0m 05s`, `2h 05m`. */
  function durationInColumn(seconds: number): string {
    const whole = Math.round(seconds);
    return whole < 3_600
      ? `${words.minutes(String(Math.floor(whole / 60)))} ${words.seconds(two(whole % 60))}`
      : `${words.hours(String(Math.floor(whole / 3_600)))} ${words.minutes(two((whole % 3_600) / 60))}`;
  }

  /** A range of days: `Oct 23 – Nov 21, 2026`. A single day includes its weekday: `Sat, Nov 21, 2026`. */
  const daysInWords = (from: string, to: string) =>
    from === to ? weekday.format(dateOf(from)) : plain(dayFormat.formatRange(dateOf(from), dateOf(to)));

  /** A day without its year, for use next to its week or month: `Sat, Nov 21`. */
  const shortDayInWords = (day: string) => shortDay.format(dateOf(day));

  /** The month of a day (`2026-11-21`) or of a month (`2026-11`): `November 2026`. */
  const monthInWords = (day: string) => monthFormat.format(dateOf(day));

  /**
   * A week or month by its name: `2026-W46` gives `Week 46, Nov 9 – 15, 2026`; `2026-10` gives
   * `October 2026`.
   */
  function periodInWords(name: string): string {
    const monday = weekStart(name);
    if (!monday) return monthInWords(name);
    return words.week(Number(name.slice(-2)), daysInWords(monday, addDays(monday, 6)));
  }

  /** The start of an hour of the day, 0 to 23: `13:00`, `1:00 PM`. */
  const hourInWords = (hour: number) => (isTwelve ? plain(clock.format(timeOf(hour))) : `${two(hour)}:00`);

  /** The start of an hour on the axis of a chart: `13:00`, `1 PM`. */
  const hourOnAxis = (hour: number) => (isTwelve ? plain(clockAxis.format(timeOf(hour))) : hourInWords(hour));

  /** All minutes of an hour: `13:00–13:59`, `1:00 – 1:59 PM`. */
  const wholeHour = (hour: number) =>
    isTwelve
      ? plain(clock.formatRange(timeOf(hour), timeOf(hour, 59)))
      : words.hour(`${two(hour)}:00`, `${two(hour)}:59`);

  /**
   * A point of a series. An hour: `09:00–09:59`, `9:00 – 9:59 AM`; a day: `Sat, Nov 21, 2026`; a month:
   * `November 2026`.
   */
  function pointInWords(at: string): string {
    if (at.length === 2) return wholeHour(Number(at));
    return at.length === 7 ? monthInWords(at) : weekday.format(dateOf(at));
  }

  /** A day on the axis of a chart: `Nov 21`. */
  const dayOnAxis = (day: string) => dayAxis.format(dateOf(day));
  /** A month on the axis of a chart: `Nov 2026`. */
  const monthOnAxis = (day: string) => monthAxis.format(dateOf(day));

  return {
    grouped,
    brief,
    share,
    shareInColumn,
    change,
    rateChange,
    percent,
    moneyInWords,
    decimal,
    duration,
    durationInColumn,
    daysInWords,
    shortDayInWords,
    monthInWords,
    periodInWords,
    hourInWords,
    pointInWords,
    hourOnAxis,
    dayOnAxis,
    monthOnAxis,
  };
}

export type Formats = ReturnType<typeof formatsOf>;
