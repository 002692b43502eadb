import { insertRows } from '../../db/sql/insert.ts';
import { lookUp } from '../../db/sql/rows.ts';
import { quoted, sql } from '../../db/sql/sql.ts';
import { columnsOf, DAY_TOTAL } from '../../db/sql/tables.ts';
import { NO_SUMS } from '../../engine/registry/metrics.ts';
import { TOTALS, type TotalName } from '../../engine/registry/statistics.ts';
import type { VisitPlan, VisitTotals } from './visits.ts';

/** What is added to the totals of a day of a website. */
export interface DayIncrement extends Record<TotalName, number> {
  websiteId: number;
  /** As 20261121. */
  day: number;
  /** Makes what derives from the visits and hits of the day invalid. */
  revision: number;
}

const ADDING = [...TOTALS, 'revision']
  .map((name) => `"${name}" = "DayTotal"."${name}" + excluded."${name}"`)
  .join(', ');

/** Adds to the totals of days, in an open transaction. Each day may occur once. */
export const addToTotals = insertRows(
  DAY_TOTAL,
  `ON CONFLICT (${quoted(DAY_TOTAL.key)}) DO UPDATE SET ${ADDING}`,
);

/** Reads how many hits days have. The websites must be locked. */
export const countHits = lookUp(
  columnsOf(DAY_TOTAL, 'websiteId', 'day'),
  (source, _, ofWebsites) => sql`
    SELECT "k"."websiteId", "k"."day", "d"."pageviews" + "d"."events" AS "found"
    FROM ${source} AS "k" CROSS JOIN "DayTotal" AS "d"
    WHERE "d"."websiteId" = "k"."websiteId" AND "d"."day" = "k"."day" AND ${ofWebsites('"d"."websiteId"')}`,
);

const { views: _views, ...NO_TOTALS } = NO_SUMS;

/** Returns an increment of nothing. */
const noIncrement = (websiteId: number, day: number): DayIncrement => ({
  websiteId,
  day,
  ...NO_TOTALS,
  revision: 0,
});

/** The increment that makes what derives from the visits and hits of a day invalid. */
export const revised = ({ websiteId, day }: Pick<DayIncrement, 'websiteId' | 'day'>): DayIncrement => ({
  ...noIncrement(websiteId, day),
  revision: 1,
});

/** 1 for a visit with exactly one pageview and no event. */
export const bounceOf = ({ pageviews, events }: Pick<VisitTotals, 'pageviews' | 'events'>): number =>
  pageviews === 1 && events === 0 ? 1 : 0;

/** Computes what a batch of hits adds to the totals, by website and day in the order of arrival. */
export function totalIncrements({ opened, extended, hits }: VisitPlan): DayIncrement[] {
  const days = new Map<string, DayIncrement>();
  const of = (websiteId: number, day: number): DayIncrement => {
    const key = `${websiteId} ${day}`;
    const found = days.get(key) ?? noIncrement(websiteId, day);
    days.set(key, found);
    return found;
  };
  for (const { hit } of hits) of(hit.websiteId, hit.day)[hit.event ? 'events' : 'pageviews'] += 1;
  for (const visit of opened) {
    const { number, first, lastAt } = visit;
    const day = of(first.websiteId, first.day);
    day.visits += 1;
    // A visitor is counted with the first visit of the day.
    if (number === 1) day.visitors += 1;
    day.bounces += bounceOf(visit);
    day.duration += lastAt - first.at;
  }
  for (const visit of extended) {
    const { websiteId, before, lastAt } = visit;
    if (before.pending) continue;
    const day = of(websiteId, visit.day);
    day.bounces += bounceOf(visit) - bounceOf(before);
    day.duration += lastAt - before.lastAt;
  }
  return [...days.values()];
}
