import { monthOf } from '../../calendar/days.ts';
import { STATISTICS, type StatName, statisticsOf } from '../../stats/definitions.ts';
import type { Hit } from '../hit.ts';
import type { VisitPlan } from './visits.ts';

/** The increment of one row of the rollup. */
export interface Increment {
  websiteId: number;
  name: StatName;
  /** A day as 20261121, or a whole month as 202611. */
  period: number;
  value: string;
  count: number;
}

/** The key of a row of the rollup, as text. */
export function statKey(websiteId: number, name: StatName, period: number, value: string): string {
  return `${websiteId} ${name} ${period} ${value}`;
}

/** Computes the increments of the rollup for a batch, one per row. Pure. */
export function increments(plan: Pick<VisitPlan, 'opened' | 'hits'>): Increment[] {
  return withMonths(dayIncrements(plan));
}

/** The statistics that a hit adds to, by what the hit is: one list per unit. */
const OF_VISITORS = statisticsOf('visitors');
const OF_VISITS = statisticsOf('visits');
const OF_PAGEVIEWS = statisticsOf('pageviews');
const OF_EVENTS = statisticsOf('events');

/**
 * Computes the increments of days, by `statKey`, in the order of arrival. A pure function, and the only place
 * that decides what is counted where (docs/numbers.md).
 */
export function dayIncrements({ opened, hits }: Pick<VisitPlan, 'opened' | 'hits'>): Map<string, Increment> {
  const days = new Map<string, Increment>();
  const count = (names: readonly StatName[], hit: Hit) => {
    for (const name of names) {
      const value = STATISTICS[name].valueOf(hit);
      if (value !== null) addTo(days, hit.websiteId, name, hit.day, value, 1);
    }
  };
  for (const { number, first } of opened) {
    count(OF_VISITS, first);
    // A visitor is counted with the first visit of the day and has its dimensions.
    if (number === 1) count(OF_VISITORS, first);
  }
  for (const { hit } of hits) count(hit.event ? OF_EVENTS : OF_PAGEVIEWS, hit);
  return days;
}

/** Adds the increments of the months to those of the days. */
export function withMonths(days: ReadonlyMap<string, Increment>): Increment[] {
  const rows = [...days.values()];
  return [...rows, ...(spansDays(rows) ? sumOfMonths(rows) : rows.map(monthOfDay))];
}

// A literal: copying objects generically takes longer.
const monthOfDay = ({ websiteId, name, period, value, count }: Increment): Increment => {
  const month = monthOf(period);
  return { websiteId, name, period: month, value, count };
};

/** Whether a website has increments of several days: a batch at midnight. */
function spansDays(rows: readonly Increment[]): boolean {
  const days = new Map<number, number>();
  for (const { websiteId, period } of rows) {
    const day = days.get(websiteId);
    if (day === undefined) days.set(websiteId, period);
    else if (day !== period) return true;
  }
  return false;
}

function sumOfMonths(rows: readonly Increment[]): Increment[] {
  const months = new Map<string, Increment>();
  for (const { websiteId, name, period, value, count } of rows)
    addTo(months, websiteId, name, monthOf(period), value, count);
  return [...months.values()];
}

function addTo(
  rows: Map<string, Increment>,
  websiteId: number,
  name: StatName,
  period: number,
  value: string,
  count: number,
): void {
  const key = statKey(websiteId, name, period, value);
  const row = rows.get(key);
  if (row) row.count += count;
  else rows.set(key, { websiteId, name, period, value, count });
}
