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

/** Computes the increments of the rollup for a batch, one per row, in the order of its key. Pure. */
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

/** Adds the increments of the months to those of the days, in the order of the rollup's key. */
export function withMonths(days: ReadonlyMap<string, Increment>): Increment[] {
  // From the days, as there are fewer of them than hits.
  const months = new Map<string, Increment>();
  for (const { websiteId, name, period, value, count } of days.values())
    addTo(months, websiteId, name, monthOf(period), value, count);
  return [...days.values(), ...months.values()].sort(byKey);
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

/** A fixed order prevents deadlocks between instances that write at the same time. */
function byKey(a: Increment, b: Increment): number {
  if (a.websiteId !== b.websiteId) return a.websiteId - b.websiteId;
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  if (a.period !== b.period) return a.period - b.period;
  if (a.value === b.value) return 0;
  return a.value < b.value ? -1 : 1;
}
