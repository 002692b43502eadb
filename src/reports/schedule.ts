import { localTime } from '../calendar/clock.ts';
import {
  addDays,
  addMonths,
  dayCount,
  dayText,
  endOfMonth,
  startOfMonth,
  startOfWeek,
  weekName,
  weekStart,
} from '../calendar/days.ts';
import type { Days } from '../stats/comparison.ts';
import type { EmailEvery } from '../websites/settings.ts';
import { REPORT_HOUR } from './hour.ts';

/** The period of a report, in local days of a website. */
export interface ReportPeriod extends Days {
  /** A week (`2026-W47`) or a month (`2026-11`). */
  name: string;
  every: EmailEvery;
  /** The previous week or month. */
  before: Days;
}

/** After downtime, a server still sends reports that are less than this many hours late. */
const LATEST_HOURS = 3 * 24;

const weekFrom = (from: string): Days => ({ from, to: addDays(from, 6) });
const monthFrom = (from: string): Days => ({ from, to: endOfMonth(from) });

function week(from: string): ReportPeriod {
  return { name: weekName(from), every: 'weekly', ...weekFrom(from), before: weekFrom(addDays(from, -7)) };
}

function month(from: string): ReportPeriod {
  const before = monthFrom(addMonths(from, -1));
  return { name: from.slice(0, 7), every: 'monthly', ...monthFrom(from), before };
}

/**
 * Parses the name of a period: `2026-W47` or `2026-11`.
 * @returns null if the name is invalid.
 */
export function reportPeriod(name: string): ReportPeriod | null {
  const monday = weekStart(name);
  if (monday) return week(monday);
  return /^[1-9]\d{3}-(0[1-9]|1[0-2])$/.test(name) ? month(`${name}-01`) : null;
}

/** The last period that had ended when `today` began. */
export function lastPeriod(every: EmailEvery, today: string): ReportPeriod {
  return every === 'weekly'
    ? week(addDays(startOfWeek(today), -7))
    : month(addMonths(startOfMonth(today), -1));
}

/** A report that is due, and since when. */
export interface Due {
  period: ReportPeriod;
  /** The local day on which it became due, at 08:00. */
  day: string;
}

/**
 * Returns the report that is due now; it may have been sent already. Reports become due on Mondays or on the
 * first of a month at 08:00, and stay due for three days.
 * @param now Unix milliseconds.
 * @returns null if none is due.
 */
export function dueReport(every: EmailEvery, timezone: string, now: number): Due | null {
  const { day: today, hour } = local(timezone, now);
  const last = every === 'weekly' ? startOfWeek(today) : startOfMonth(today);
  const before = every === 'weekly' ? addDays(last, -7) : addMonths(last, -1);
  const day = last === today && hour < REPORT_HOUR ? before : last;
  const late = (dayCount(day, today) - 1) * 24 + hour - REPORT_HOUR;
  return late < LATEST_HOURS ? { period: lastPeriod(every, day), day } : null;
}

/**
 * Whether reports were switched on before this one became due.
 * @param asked when they were switched on, in Unix milliseconds.
 */
export function wasAskedBefore({ day }: Due, timezone: string, asked: number): boolean {
  const { day: askedOn, hour } = local(timezone, asked);
  return askedOn < day || (askedOn === day && hour < REPORT_HOUR);
}

/** Whether a website was registered before the period of a report was over. */
export function wasThereBefore({ period }: Due, timezone: string, registered: number): boolean {
  return local(timezone, registered).day <= period.to;
}

function local(timezone: string, at: number): { day: string; hour: number } {
  const { day, hour } = localTime(timezone, at);
  return { day: dayText(day), hour };
}
