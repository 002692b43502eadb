import { DAY_MS, dayNumber, monthOf } from '../../../calendar/days.ts';
import { MIN_HITS } from '../chunks/smallDays.ts';
import { type CountedDay, hitsOf } from './facts.ts';
import type { DayRange } from './ranges.ts';

/** Days of a website that are loaded and evaluated together: one day, or the small days of a month. */
export interface Part {
  websiteId: number;
  /** A day as 20261121, or a month as 202611. */
  key: number;
  /** Identifies the versions of the days: while it is the same, so are their hits. */
  version: string;
  days: readonly CountedDay[];
  /** The version of its whole month (facts.ts). */
  monthVersion: number;
}

/** The month of a part, as 202611. */
export const monthOfPart = ({ days }: Part): number => monthOf((days[0] as CountedDay).day);

/** Whether a part is one day. */
export const isDay = ({ key, days }: Part): boolean => days[0]?.day === key;

/**
 * The number whose remainder is the index of the share that has a part. The days of a large website are
 * divided among the threads. Only one thread needs the texts of a website with small days.
 */
export const shareNumber = (part: Part): number => (isDay(part) ? part.key : part.websiteId);

/** First and last possible day of a month. */
export const rangeOfMonth = (websiteId: number, month: number): DayRange => ({
  websiteId,
  from: 100 * month + 1,
  to: 100 * month + 31,
});

/**
 * Returns the ranges with all days of their months, so that the small days of a month are always the same.
 */
export const wholeMonths = (ranges: readonly DayRange[]): DayRange[] =>
  ranges.map(({ websiteId, from, to }) => ({
    websiteId,
    from: rangeOfMonth(websiteId, monthOf(from)).from,
    to: rangeOfMonth(websiteId, monthOf(to)).to,
  }));

/** The day before the current one. In every time zone, days before it are over. */
export const recentDay = (now: number): number =>
  dayNumber(new Date(now - DAY_MS).toISOString().slice(0, 10));

/**
 * Divides the days of a month into parts.
 * @param days all days of the month with hits, at least one, in ascending order.
 * @param recent days from this one on are single parts, because hits are still added to them.
 */
export function partsOf(days: readonly CountedDay[], recent: number): Part[] {
  const isSmall = (day: CountedDay) => hitsOf(day) < MIN_HITS && day.day < recent;
  const monthVersion = days.reduce((sum, day) => sum + hitsOf(day) + day.revision, 0);
  const partOf = (key: number, own: readonly CountedDay[]): Part => ({
    websiteId: (own[0] as CountedDay).websiteId,
    key,
    version: versionOf(own),
    days: own,
    monthVersion,
  });
  const parts = days.filter((day) => !isSmall(day)).map((day) => partOf(day.day, [day]));
  const small = days.filter(isSmall);
  return small.length === 0 ? parts : [...parts, partOf(monthOf((small[0] as CountedDay).day), small)];
}

const versionOf = (days: readonly CountedDay[]): string =>
  days.map(({ day, pageviews, events, revision }) => `${day} ${pageviews} ${events} ${revision}`).join();
