import { casesOf } from '../../../src/db/sql/cases.ts';
import type { FilterDimension } from '../../../src/engine/registry/dimensions.ts';
import { METRIC_NAMES, type MetricName } from '../../../src/engine/registry/metrics.ts';
import type { FilterInput } from './filterInputs.ts';
import type { RecordedHit, RecordedVisit } from './recorded.ts';
import { PROPERTY } from './traffic.ts';

/** A question as a client asks it, with the names of REST. */
export interface AskedQuestion {
  websiteId: number;
  /** First and last day as 2026-11-21. */
  from: string;
  to: string;
  filter: FilterInput | null;
  by: readonly string[];
  order: { metric: MetricName; direction: 'asc' | 'desc' } | null;
  search: string | null;
  /** Hits on the last day from this hour on do not count. */
  untilHour?: number | null;
}

export type MetricValues = Record<MetricName, number | null>;

/** A row of a breakdown: the values in the order of the dimensions, and the metrics. */
export interface RecountedRow {
  values: string[];
  metrics: MetricValues;
}

/** The metrics of the hits that a filter selects, and all rows of the breakdown in their order. */
export interface Recounted {
  metrics: MetricValues;
  rows: RecountedRow[];
}

/** Answers a question with plain loops. It shares no code with src/engine/columns. */
export function recount(recorded: readonly RecordedVisit[], asked: AskedQuestion): Recounted {
  const { websiteId, from, to, filter, by, search } = asked;
  const totals = new Group([]);
  const groups = new Map<string, Group>();
  const groupAt = (visit: RecordedVisit, hit: RecordedHit, hour: number) => {
    const values = by.map((name) => valueAt(name, visit, hit, hour) ?? '');
    const key = JSON.stringify(values);
    const group = groups.get(key) ?? new Group(values);
    groups.set(key, group);
    return group;
  };
  for (const visit of recorded) {
    if (visit.websiteId !== websiteId || visit.day < from || visit.day > to) continue;
    for (const hit of visit.hits) {
      if (visit.day === to && hit.hour >= (asked.untilHour ?? 24)) continue;
      if (filter && !selects(filter, visit, hit)) continue;
      totals.add(visit, hit, totals, totals);
      if (by.includes('event') && hit.event === null) continue;
      if (by.includes('property') && hit.properties[PROPERTY] === undefined) continue;
      const [ofVisit, ofVisitor] = [visit.hour, visit.visitorHour].map((hour) => groupAt(visit, hit, hour));
      groupAt(visit, hit, hit.hour).add(visit, hit, ofVisit as Group, ofVisitor as Group);
    }
  }
  const rows = [...groups.values()]
    .filter(
      ({ values }) =>
        search === null || values.some((value, index) => finds(value, stored(search, isPath(by[index])))),
    )
    .map((group): RecountedRow => ({ values: group.values, metrics: group.metrics() }))
    .sort(comparison(asked));
  return { metrics: totals.metrics(), rows };
}

class Group {
  readonly values: string[];
  readonly #visitors = new Set<string>();
  readonly #visits = new Set<RecordedVisit>();
  #pageviews = 0;
  #events = 0;

  constructor(values: string[]) {
    this.values = values;
  }

  /** Counts a hit here, its visit in another group and its visitor in a third, which may be the same. */
  add(visit: RecordedVisit, hit: RecordedHit, ofVisit: Group, ofVisitor: Group): void {
    if (hit.event === null) this.#pageviews += 1;
    else this.#events += 1;
    ofVisit.#visits.add(visit);
    ofVisitor.#visitors.add(`${visit.day} ${visit.visitor}`);
  }

  metrics(): MetricValues {
    let bounces = 0;
    let duration = 0;
    let views = 0;
    for (const { hits } of this.#visits) {
      const times = hits.map(({ at }) => at);
      const ownViews = hits.filter(({ event }) => event === null).length;
      if (ownViews === 1 && hits.length === 1) bounces += 1;
      duration += Math.max(...times) - Math.min(...times);
      views += ownViews;
    }
    const visits = this.#visits.size;
    const mean = (total: number) => (visits === 0 ? null : total / visits);
    return {
      visitors: this.#visitors.size,
      visits,
      pageviews: this.#pageviews,
      events: this.#events,
      bounces,
      bounce_rate: mean(bounces),
      visit_duration: mean(duration / 1_000),
      views_per_visit: mean(views),
    };
  }
}

const isPath = (name: string | undefined) =>
  name === 'page' || name === 'landing_page' || name === 'exit_page';

const stored = (text: string, ofPath: boolean) =>
  ofPath ? text.replace(/[^!-~]+|["<>`]/g, encodeURIComponent) : text;

function valueAt(name: string, visit: RecordedVisit, hit: RecordedHit, hour: number): string | null {
  const { day, dimensions } = visit;
  const hourText = `${hour < 10 ? 0 : ''}${hour}`;
  if (name === 'page') return hit.path;
  if (name === 'event') return hit.event;
  if (name === 'host') return hit.host;
  if (name === 'property') return hit.properties[PROPERTY] ?? null;
  if (name === 'day') return day;
  if (name === 'month') return day.slice(0, 7);
  if (name === 'hour') return `${day}T${hourText}`;
  if (name === 'hour_of_day') return hourText;
  if (name === 'week') return isoWeek(day);
  return dimensions[name as keyof typeof dimensions];
}

/** The week belongs to the year of its Thursday. */
function isoWeek(day: string): string {
  const thursday = new Date(`${day}T00:00:00Z`);
  thursday.setUTCDate(thursday.getUTCDate() + 4 - (thursday.getUTCDay() || 7));
  const year = thursday.getUTCFullYear();
  const week = Math.ceil(((thursday.getTime() - Date.UTC(year, 0, 1)) / 86_400_000 + 1) / 7);
  return `${year}-W${week < 10 ? 0 : ''}${week}`;
}

function selects(filter: FilterInput, visit: RecordedVisit, hit: RecordedHit): boolean {
  return Object.entries(filter).every(([field, part]) => {
    if (field === 'and') return (part as FilterInput[]).every((inner) => selects(inner, visit, hit));
    if (field === 'or') return (part as FilterInput[]).some((inner) => selects(inner, visit, hit));
    if (field === 'not') return !selects(part as FilterInput, visit, hit);
    if (field === 'visited') return visit.hits.some((other) => selects(part as FilterInput, visit, other));
    if (field === 'property') return meetsProperty(part as Record<string, never>, hit);
    const value = valueAt(field, visit, hit, hit.hour);
    return value !== null && passes(value, field as FilterDimension, part as Record<string, never>);
  });
}

/** Whether a hit has the property, and a value that passes every operator. */
function meetsProperty({ name, ...test }: Record<string, unknown>, { properties }: RecordedHit): boolean {
  const value = properties[String(name)];
  if (value === undefined) return JSON.stringify(test) === '{"exists":false}';
  const { exists, gt, gte, lt, lte, ...texts } = test as Record<string, number>;
  const number = /^[-+]?(\d+\.?\d*|\.\d+)$/.test(value) ? Number.parseFloat(value) : Number.NaN;
  return (
    exists !== (false as never) &&
    (gt === undefined || number > gt) &&
    (gte === undefined || number >= gte) &&
    (lt === undefined || number < lt) &&
    (lte === undefined || number <= lte) &&
    passes(value, 'event', texts as Record<string, never>)
  );
}

function passes(value: string, field: FilterDimension, test: Record<string, string & string[]>): boolean {
  return Object.entries(test).every(([operator, given]) => {
    if (operator === 'in') return given.some((one) => stored(one, isPath(field)) === value);
    if (operator === 'not_in') return given.every((one) => stored(one, isPath(field)) !== value);
    const text = stored(given, isPath(field));
    if (operator === 'contains') return finds(value, text);
    if (operator === 'not_contains') return !finds(value, text);
    if (operator === 'starts_with') return isAt(value, text, 0);
    return isAt(value, text, [...value].length - [...text].length);
  });
}

/** Whether the letters of `part` are those of `text` from a place, in any case. */
function isAt(text: string, part: string, place: number): boolean {
  const letters = [...text];
  return (
    place >= 0 &&
    [...part].every((letter, index) => {
      const other = letters[place + index];
      return other !== undefined && (letter === other || (casesOf(letter)?.includes(other) ?? false));
    })
  );
}

const finds = (text: string, part: string) => [...text, ''].some((_, place) => isAt(text, part, place));

/** The metric by which a breakdown is sorted by default; null for one by time. */
function defaultMetric(by: readonly string[]): MetricName | null {
  if (by.includes('event')) return 'events';
  if (by.some((name) => ['page', 'host', 'property'].includes(name))) return 'pageviews';
  const others = by.filter((name) => !['hour', 'day', 'week', 'month'].includes(name));
  if (others.length === 0) return null;
  const ofVisitors = ['country', 'continent', 'city', 'language', 'browser', 'os', 'device', 'resolution'];
  return others.every((name) => ofVisitors.includes(name)) ? 'visitors' : 'visits';
}

function comparison({ by, order }: AskedQuestion): (one: RecountedRow, other: RecountedRow) => number {
  const metric = order?.metric ?? defaultMetric(by);
  const sign = order?.direction === 'asc' ? 1 : -1;
  return (one, other) => {
    if (metric !== null) {
      const [left, right] = [one.metrics[metric], other.metrics[metric]];
      if (left === null || right === null) {
        if (left !== right) return left === null ? 1 : -1;
      } else if (left !== right) return sign * (left - right);
    }
    for (const [index, value] of one.values.entries()) {
      const difference = Buffer.compare(Buffer.from(value), Buffer.from(other.values[index] as string));
      if (difference !== 0) return difference;
    }
    return 0;
  };
}

/** The metrics of a period without hits. */
export const NO_METRICS = Object.fromEntries(
  METRIC_NAMES.map((name) => [name, name.includes('_') ? null : 0]),
) as MetricValues;
