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
import type { Days } from '../stats/periods.ts';
import type { EmailEvery } from '../websites/settings.ts';

/** What a report is of: local days of a website. */
export interface ReportPeriod extends Days {
  /** A week as `2026-W47`, or a month as `2026-11`. */
  name: string;
  every: EmailEvery;
  /** The week or the month before it. */
  before: Days;
}

/** When it is sent, in the website's time zone. */
const HOUR = 8;
/** A server that was away sends what is not older. */
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
 * A period by its name: `2026-W47` or `2026-11`.
 * @returns null for what is none.
 */
export function reportPeriod(name: string): ReportPeriod | null {
  const monday = weekStart(name);
  if (monday) return week(monday);
  return /^[1-9]\d{3}-(0[1-9]|1[0-2])$/.test(name) ? month(`${name}-01`) : null;
}

/** The last period that was over when a day began. */
export function lastPeriod(every: EmailEvery, today: string): ReportPeriod {
  return every === 'weekly'
    ? week(addDays(startOfWeek(today), -7))
    : month(addMonths(startOfMonth(today), -1));
}

/** A report that is to be sent now, and since when. */
export interface Due {
  period: ReportPeriod;
  /** The local day on which it was to be sent, at 08:00. */
  day: string;
}

/**
 * What is to be sent now where it is not sent yet: the report of the last Monday or first of a month, from 08:00 there on, and for
 * three days.
 * @param now Unix milliseconds.
 */
export function dueReport(every: EmailEvery, timezone: string, now: number): Due | null {
  const { day: today, hour } = local(timezone, now);
  const last = every === 'weekly' ? startOfWeek(today) : startOfMonth(today);
  const before = every === 'weekly' ? addDays(last, -7) : addMonths(last, -1);
  const day = last === today && hour < HOUR ? before : last;
  const late = (dayCount(day, today) - 1) * 24 + hour - HOUR;
  return late < LATEST_HOURS ? { period: lastPeriod(every, day), day } : null;
}

/** Whether somebody who asked for reports at a moment is sent what was due on a day. */
export function wasAskedBefore({ day }: Due, timezone: string, asked: number): boolean {
  const { day: askedOn, hour } = local(timezone, asked);
  return askedOn < day || (askedOn === day && hour < HOUR);
}

function local(timezone: string, at: number): { day: string; hour: number } {
  const { day, hour } = localTime(timezone, at);
  return { day: dayText(day), hour };
}
