import { z } from 'zod';
import { localTime } from '../calendar/clock.ts';
import { addDays, addMonths, dayText, endOfMonth, startOfMonth } from '../calendar/days.ts';
import { type Comparison, parseComparison } from '../engine/question/comparison.ts';
import { combinedFilter, parseFilter } from '../engine/question/filter.ts';
import type { Filter } from '../engine/question/types.ts';
import type { Website } from '../generated/prisma/client.ts';
import { daysInOrder, daysRules } from '../validation/days.ts';
import { parseInput } from '../validation/rules.ts';
import { permittedFilter, requireFiltering, segmentFilter, shownFilter } from './access.ts';
import {
  type ComparedDays,
  comparedDays,
  type Days,
  type ElapsedDays,
  elapsedPart,
  justBefore,
} from './comparison.ts';
import type { StatContext } from './context.ts';
import type { PeriodName } from './periodNames.ts';

/** A period of a website's statistics. */
export interface Period extends ElapsedDays {
  website: Website;
  /** Selects the hits that count; null for all. */
  filter: Filter | null;
  /** The days that this one is compared with; null if there are none. */
  before: ComparedDays | null;
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
 * @param args `name`, or `from` and `to`, the `filter` and the id of the `segment`; not validated yet.
 *   `compare`, or `compareFrom` and `compareTo`, is what it is compared with, by default the previous period.
 * @throws AppError `invalid`; `forbidden` or `not_found` if the viewer may not read the statistics.
 */
export async function readPeriod(
  website: Website,
  { name, filter, segment, compare, compareFrom, compareTo, ...args }: PeriodArgs,
  context: StatContext,
): Promise<Period> {
  const limit = await permittedFilter(website, null, context);
  if (filter != null || segment != null) requireFiltering(website, context);
  const given = parseFilter(filter, 'graphql');
  const asked = given && (await shownFilter(website, given, context));
  const selected = [limit, await segmentFilter(website, segment, context), asked];
  const choice = parseComparison({ compare, compare_from: compareFrom, compare_to: compareTo });
  const { before, ...days } = await daysOf(website, name, args, context);
  const compared = comparedDays(days, before, choice);
  return { website, filter: combinedFilter(selected), ...days, untilHour: null, before: compared };
}

/** The arguments of {@link readPeriod}. */
export interface PeriodArgs {
  name?: PeriodName | null | undefined;
  filter?: unknown;
  segment?: number | null | undefined;
  compare?: Comparison | null | undefined;
  compareFrom?: string | null | undefined;
  compareTo?: string | null | undefined;
}

/**
 * Returns the period that a period is compared with, under the same filter; null if there is none.
 * @param elapsed whether a period that is not over is compared with the part that has elapsed
 *   ({@link elapsedPart}).
 */
export function comparedPeriod(
  period: Period,
  elapsed: boolean,
  { now }: Pick<StatContext, 'now'>,
): Period | null {
  const { website, filter, before } = period;
  if (!before) return null;
  const days = elapsed
    ? elapsedPart(period, before, website.timezone, now())
    : { from: before.from, to: before.to, untilHour: null };
  return { website, filter, ...days, before: null };
}

async function daysOf(
  website: Website,
  name: PeriodName | null | undefined,
  args: object,
  context: StatContext,
): Promise<Days & { before: Days | null }> {
  if (!name) {
    const { from, to } = parseInput(custom, args);
    return { from, to, before: justBefore({ from, to }) };
  }
  const today = todayOf(website, context.now());
  if (name === 'all') {
    const first = await context.loaders.firstDay.load(website.id);
    // After a change of the time zone, the first day may be tomorrow.
    const [from = today] = first === null ? [] : [dayText(first), today].sort();
    return { from, to: today, before: null };
  }
  return named(name, today);
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
