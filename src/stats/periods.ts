import { z } from 'zod';
import { requireStats } from '../auth/viewer.ts';
import { localTime } from '../calendar/clock.ts';
import {
  addDays,
  addMonths,
  dayCount,
  dayText,
  endOfMonth,
  FIRST_DAY,
  startOfMonth,
} from '../calendar/days.ts';
import type { Context } from '../context.ts';
import type { Website } from '../generated/prisma/client.ts';
import { daysInOrder, daysRules } from '../validation/days.ts';
import { parseInput } from '../validation/rules.ts';

/** Periods with a name, and what each is. */
export const PERIODS = {
  today: 'The day that it is.',
  yesterday: 'The day before.',
  last_7_days: 'Seven days, of which the last is today.',
  last_30_days: 'Thirty days, of which the last is today.',
  this_month: 'From the first of the month to today.',
  last_month: 'The whole month before.',
  last_12_months: 'This month so far, and the eleven before it.',
  all: 'From the first day with traffic to today.',
} as const;

export type PeriodName = keyof typeof PERIODS;

/** A range of a website's local days, as year-month-day, both included. */
export interface Days {
  from: string;
  to: string;
}

/** A period of a website's statistics. */
export interface Period extends Days {
  website: Website;
  /** What it is compared with; null where nothing can come before it. */
  before: Days | null;
}

const custom = z.object(daysRules).refine(...daysInOrder);

/** The day that it is in the website's time zone, as year-month-day. */
export function todayOf({ timezone }: Pick<Website, 'timezone'>, now: number): string {
  return dayText(localTime(timezone, now).day);
}

/** The hour of that day, 0 to 23. */
export function hourOf({ timezone }: Pick<Website, 'timezone'>, now: number): number {
  return localTime(timezone, now).hour;
}

/**
 * A period of a website's statistics, by its name, or by its first and last day.
 * @param args `name`, or `from` and `to`; unchecked.
 * @throws AppError `invalid`; `forbidden` or `not_found` where the viewer may not read it.
 */
export async function readPeriod(
  website: Website,
  { name, ...args }: { name?: PeriodName | null | undefined },
  context: Context,
): Promise<Period> {
  requireStats(context.viewer, website);
  if (!name) {
    const { from, to } = parseInput(custom, args);
    return { website, from, to, before: justBefore({ from, to }) };
  }
  const today = todayOf(website, context.now());
  if (name === 'all') {
    const first = await context.loaders.firstDay.load(website.id);
    // After a change of the time zone it may be tomorrow's.
    const [from = today] = first === null ? [] : [dayText(first), today].sort();
    return { website, from, to: today, before: null };
  }
  return { website, ...named(name, today) };
}

/** A period and what it is compared with: as many days just before it, or as much of the month or year before. */
function named(name: Exclude<PeriodName, 'all'>, today: string): Days & { before: Days | null } {
  const days = (from: string, to: string) => ({ from, to, before: justBefore({ from, to }) });
  const shifted = ({ from, to }: Days, months: number) => ({
    from: addMonths(from, -months),
    to: addMonths(to, -months),
  });
  const month = startOfMonth(today);
  switch (name) {
    case 'today':
      return days(today, today);
    case 'yesterday':
      return days(addDays(today, -1), addDays(today, -1));
    case 'last_7_days':
      return days(addDays(today, -6), today);
    case 'last_30_days':
      return days(addDays(today, -29), today);
    case 'this_month': {
      const whole = { from: month, to: today };
      return { ...whole, before: shifted(whole, 1) };
    }
    case 'last_month': {
      const from = addMonths(month, -1);
      return {
        from,
        to: endOfMonth(from),
        before: { from: addMonths(from, -1), to: endOfMonth(addMonths(from, -1)) },
      };
    }
    case 'last_12_months': {
      const whole = { from: addMonths(month, -11), to: today };
      return { ...whole, before: shifted(whole, 12) };
    }
  }
}

/** As many days, just before; null where there are no such days. */
function justBefore({ from, to }: Days): Days | null {
  const count = dayCount(from, to);
  if (dayCount(FIRST_DAY, from) <= count) return null;
  return { from: addDays(from, -count), to: addDays(from, -1) };
}
