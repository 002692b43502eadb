import { monthOf } from '../../calendar/days.ts';
import { MIN_HITS } from '../chunks/smallDays.ts';
import type { DayFacts } from './facts.ts';
import type { DayRange } from './ranges.ts';

/** Days of a website that are loaded and evaluated together: one day, or the small days of a month. */
export interface Part {
  websiteId: number;
  /** A day as 20261121, or a month as 202611. */
  key: number;
  /** Identifies the versions of the days: while it is the same, so are their hits. */
  version: string;
  days: readonly DayFacts[];
}

/**
 * Returns the ranges with all days of their months, so that the small days of a month are always the same.
 */
export const wholeMonths = (ranges: readonly DayRange[]): DayRange[] =>
  ranges.map(({ websiteId, from, to }) => ({
    ...{ websiteId, from: monthOf(from) * 100 + 1, to: monthOf(to) * 100 + 31 },
  }));

/**
 * Divides days into parts.
 * @param days all days of the months of the ranges, by website and day.
 * @param recent days from this one on are single parts, because hits are still added to them.
 * @returns those parts that have days in the ranges.
 */
export function partsOf(days: readonly DayFacts[], ranges: readonly DayRange[], recent: number): Part[] {
  const months = new Map<string, DayFacts[]>();
  const parts: Part[] = [];
  for (const day of days) {
    const isSmall = day.chunkBytes === null && day.pageviews + day.events < MIN_HITS && day.day < recent;
    if (!isSmall) {
      parts.push({ websiteId: day.websiteId, key: day.day, version: versionOf([day]), days: [day] });
      continue;
    }
    const key = `${day.websiteId} ${monthOf(day.day)}`;
    const month = months.get(key);
    if (month) month.push(day);
    else months.set(key, [day]);
  }
  for (const month of months.values()) {
    const [{ websiteId, day }] = month as [DayFacts];
    parts.push({ websiteId, key: monthOf(day), version: versionOf(month), days: month });
  }
  const isAsked = ({ websiteId, day }: DayFacts) =>
    ranges.some((range) => range.websiteId === websiteId && range.from <= day && day <= range.to);
  return parts.filter((part) => part.days.some(isAsked));
}

const versionOf = (days: readonly DayFacts[]): string =>
  days.map(({ day, pageviews, events, revision }) => `${day} ${pageviews} ${events} ${revision}`).join();
