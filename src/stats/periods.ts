import { z } from 'zod';
import { authorize } from '../auth/permissions.ts';
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

/** The named periods and their descriptions. */
export const PERIODS = {
  today: 'The current day, so far.',
  yesterday: 'The day before the current day.',
  last_7_days: 'The last seven days, including the current day.',
  last_30_days: 'The last thirty days, including the current day.',
  this_month: 'The current month, so far.',
  last_month: 'The whole month before the current month.',
  last_12_months: 'The current month so far and the eleven months before it.',
  all: 'From the first day with traffic to the current day.',
} as const;

export type PeriodName = keyof typeof PERIODS;

/** A range of a website's local days as year-month-day, both inclusive. */
export interface Days {
  from: string;
  to: string;
}

/** A period of a website's statistics. */
export interface Period extends Days {
  website: Website;
  /** The period that this one is compared with; null if there is none. */
  before: Days | null;
}

const custom = z.object(daysRules).refine(...daysInOrder);

/** The current day in the website's time zone, as year-month-day. */
export function todayOf({ timezone }: Pick<Website, 'timezone'>, now: number): string {
  return dayText(localTime(timezone, now).day);
}

/** The current hour in the website's time zone, 0 to 23. */
export function hourOf({ timezone }: Pick<Website, 'timezone'>, now: number): number {
  return localTime(timezone, now).hour;
}

/**
 * Resolves a period of a website's statistics, by its name, or by its first and last day.
 * @param args `name`, or `from` and `to`; not validated yet.
 * @throws AppError `invalid`; `forbidden` or `not_found` if the viewer may not read the statistics.
 */
export async function readPeriod(
  website: Website,
  { name, ...args }: { name?: PeriodName | null | undefined },
  context: Context,
): Promise<Period> {
  authorize(context.viewer, 'readStats', website);
  if (!name) {
    const { from, to } = parseInput(custom, args);
    return { website, from, to, before: justBefore({ from, to }) };
  }
  const today = todayOf(website, context.now());
  if (name === 'all') {
    const first = await context.loaders.firstDay.load(website.id);
    // After a change of the time zone, the first day may be tomorrow.
    const [from = today] = first === null ? [] : [dayText(first), today].sort();
    return { website, from, to: today, before: null };
  }
  return { website, ...named(name, today) };
}

/**
 * Returns a period and its comparison period: the same number of days just before it, or the same part of the
 * month or year before.
 */
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

/** The same number of days just before; null if some of them would be before the first supported day. */
function justBefore({ from, to }: Days): Days | null {
  const count = dayCount(from, to);
  if (dayCount(FIRST_DAY, from) <= count) return null;
  return { from: addDays(from, -count), to: addDays(from, -1) };
}
