import { dayText, monthOf } from '../../calendar/days.ts';
import type { StatName } from '../../stats/definitions.ts';
import type { VisitPlan } from './visits.ts';

/** By how much one row of the rollup grows. */
export interface Increment {
  websiteId: number;
  name: StatName;
  /** A day as 20261121, or a whole month as 202611. */
  period: number;
  value: string;
  count: number;
}

/** The statistics that count visitors by a dimension of the same name. */
export const VISITOR_DIMENSIONS = [
  'browser',
  'os',
  'device',
  'language',
  'resolution',
  'continent',
  'country',
  'city',
] as const satisfies StatName[];

/** An hour of the day as it is counted: `00` to `23`. */
export function hourText(hour: number): string {
  return String(hour).padStart(2, '0');
}

/** Names a row of the rollup. */
export function statKey(websiteId: number, name: StatName, period: number, value: string): string {
  return `${websiteId} ${name} ${period} ${value}`;
}

/**
 * The rollup increments that hits mean, each row once, in the order of the rollup's key. Pure.
 */
export function increments(plan: Pick<VisitPlan, 'opened' | 'hits'>): Increment[] {
  return withMonths(dayIncrements(plan));
}

/**
 * The increments of days, by `statKey`, in the order of arrival. Pure: the one place that says what counts where
 * (docs/numbers.md).
 */
export function dayIncrements({ opened, hits }: Pick<VisitPlan, 'opened' | 'hits'>): Map<string, Increment> {
  const days = new Map<string, Increment>();
  const add = (websiteId: number, name: StatName, day: number, value: string) =>
    addTo(days, websiteId, name, day, value, 1);

  for (const { number, first } of opened) {
    const { websiteId, day, path, dimensions } = first;
    add(websiteId, 'landing_page', day, path);
    add(websiteId, 'referrer', day, dimensions.referrer);
    if (dimensions.campaign !== '') add(websiteId, 'campaign', day, dimensions.campaign);
    // A visitor is counted with the first visit of the day, and is what that visit is.
    if (number !== 1) continue;
    add(websiteId, 'visitors', day, dayText(day));
    add(websiteId, 'visitors_hours', day, hourText(first.hour));
    for (const name of VISITOR_DIMENSIONS) add(websiteId, name, day, dimensions[name]);
  }
  for (const { hit } of hits) {
    const { websiteId, day, hour, path, event } = hit;
    if (event) {
      add(websiteId, 'event', day, event.name);
    } else {
      add(websiteId, 'pageviews', day, dayText(day));
      add(websiteId, 'pageviews_hours', day, hourText(hour));
      add(websiteId, 'page', day, path);
    }
  }
  return days;
}

/** The increments of days and of their months, in the order of the rollup's key. */
export function withMonths(days: ReadonlyMap<string, Increment>): Increment[] {
  // Months from days, of which there are fewer than hits.
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

/** A fixed order, so that instances that write at the same time never wait for each other in a circle. */
function byKey(a: Increment, b: Increment): number {
  if (a.websiteId !== b.websiteId) return a.websiteId - b.websiteId;
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  if (a.period !== b.period) return a.period - b.period;
  if (a.value === b.value) return 0;
  return a.value < b.value ? -1 : 1;
}
