import { monthOf } from '../../calendar/days.ts';
import type { CountedVisit } from '../../engine/registry/statistic.ts';
import { ROLLUPS, type RollupName, rollupsOf, VISIT_ROLLUPS } from '../../engine/registry/statistics.ts';
import type { Hit } from '../hit.ts';
import { type Increment, Sums } from './sums.ts';
import type { VisitPlan, VisitTotals } from './visits.ts';

/** The rollups that a hit adds to: one list per unit. */
const OF_VISITORS = rollupsOf('visitors');
const OF_VISITS = rollupsOf('visits');
const OF_PAGEVIEWS = rollupsOf('pageviews');
const OF_EVENTS = rollupsOf('events');

/**
 * Computes the increments of days, in the order of arrival. A pure function, and the only place that decides
 * which rows a hit counts in (docs/numbers.md).
 */
export function dayIncrements({ opened, extended, hits }: VisitPlan): Increment[] {
  const days = new Sums();
  const count = (names: readonly RollupName[], hit: Hit) => {
    for (const name of names) {
      const value = ROLLUPS[name].valueOf(hit);
      if (value !== null) days.add(hit.websiteId, name, hit.day, value, 1);
    }
  };
  const countVisit = (websiteId: number, visit: CountedVisit, sign: 1 | -1) => {
    for (const name of VISIT_ROLLUPS) {
      const counted = ROLLUPS[name].ofVisit?.(visit);
      if (counted) days.add(websiteId, name, visit.day, counted[0], sign * counted[1]);
    }
  };
  for (const visit of opened) {
    const { number, first } = visit;
    count(OF_VISITS, first);
    // A visitor is counted with the first visit of the day and has its dimensions.
    if (number === 1) count(OF_VISITORS, first);
    countVisit(first.websiteId, countedVisit(first.day, first.at, visit), 1);
  }
  for (const visit of extended) {
    const { websiteId, day, before } = visit;
    if (before.pending) continue;
    countVisit(websiteId, countedVisit(day, before.startedAt, before), -1);
    countVisit(websiteId, countedVisit(day, before.startedAt, visit), 1);
  }
  for (const { hit } of hits) {
    count(hit.event ? OF_EVENTS : OF_PAGEVIEWS, hit);
    if (hit.host) days.add(hit.websiteId, 'host', hit.day, hit.host, 1);
  }
  return days.rows.filter(({ count }) => count !== 0);
}

function countedVisit(day: number, startedAt: number, totals: VisitTotals): CountedVisit {
  const { lastAt, pageviews, events, exitPath } = totals;
  return { day, pageviews, events, duration: lastAt - startedAt, exitPath };
}

/**
 * Adds the increments of months to those of days. Days after the last day that the months of a website
 * include are counted in days alone, so that a hit writes half as many rows; ingest/months/ adds them to
 * their months when they are over.
 * @param monthsThrough that last day by website, as 20261121.
 */
export function withMonths(
  days: Iterable<Increment>,
  monthsThrough: ReadonlyMap<number, number>,
): Increment[] {
  const rows = [...days];
  const months = new Sums();
  for (const { websiteId, name, period, value, count } of rows) {
    if (period <= (monthsThrough.get(websiteId) ?? 0))
      months.add(websiteId, name, monthOf(period), value, count);
  }
  return rows.concat(months.rows);
}
