import { casesOf } from '../../../src/db/sql/cases.ts';
import type {
  Answer,
  AnswerRow,
  Filter,
  GroupDimension,
  Question,
  ValueTest,
} from '../../../src/engine/question/types.ts';
import type { ColumnDimension, VisitDimension } from '../../../src/engine/registry/dimensions.ts';
import type { MetricName, Sums } from '../../../src/engine/registry/metrics.ts';
import type { RandomDay, RandomHit, RandomVisit } from './random.ts';

/** Answers a question with plain loops over the visits and hits. Shares no code with the evaluation. */
export function slowAnswer(question: Question, days: readonly RandomDay[]): Answer {
  const all = new Group([]);
  const groups = new Map<string, Group>();
  const groupOf = (values: string[]) => {
    const key = JSON.stringify(values);
    const group = groups.get(key) ?? new Group(values);
    groups.set(key, group);
    return group;
  };
  for (const { day, visits } of days) {
    if (day < question.from || day > question.to) continue;
    for (const visit of visits) {
      const visitor = `${day} ${visit.visitor}`;
      const firstVisit = visits
        .filter(({ visitor: who }) => who === visit.visitor)
        .reduce((first, other) => (other.number < first.number ? other : first));
      for (const hit of visit.hits) {
        if (question.untilHour !== null && day === question.to && hit.hour >= question.untilHour) continue;
        if (question.filter && !selects(question.filter, visit, hit)) continue;
        const seen = question.filter?.kind === 'within' ? limited(question.filter.scope, visit) : visit;
        const valuesAt = (hour: number) =>
          question.by.map((dimension) => groupValue(dimension, day, hour, seen, hit));
        const add = (ofHit: Group, ofVisit: Group, ofVisitor: Group) => {
          if (hit.event === null) ofHit.pageviews++;
          else ofHit.events++;
          ofVisit.visits.add(visit);
          ofVisitor.visitors.add(visitor);
        };
        add(all, all, all);
        if (isNowhere(question.by, hit)) continue;
        add(groupOf(valuesAt(hit.hour)), groupOf(valuesAt(visit.hour)), groupOf(valuesAt(firstVisit.hour)));
      }
    }
  }
  const sums = all.row().sums;
  if (question.by.length === 0) {
    const rows = [all.row()].slice(question.offset, question.offset + question.limit);
    return { rows, total: 1, sums, matched: sums, few: null };
  }
  const { search, positive, hideBelow, offset, limit } = question;
  const found = [...groups.values()]
    .map((group) => group.row())
    .filter(
      (row) => search === null || row.values.some((value, index) => finds(value, search[index] as string)),
    )
    .filter((row) => !question.nonEmpty || row.values.every((value) => value !== ''))
    .filter((row) => positive === null || row.sums[positive] > 0)
    .sort((a, b) => compareRows(a, b, question));
  const isShown = ({ values, sums }: AnswerRow) =>
    hideBelow === 0 ||
    (sums[positive ?? 'visitors'] >= hideBelow && values.some((value) => value !== '(few)'));
  const rows = found.filter(isShown);
  const hidden = found.filter((row) => !isShown(row));
  const few = search === null && hidden.length > 0 ? addUp(hidden) : null;
  return { rows: rows.slice(offset, offset + limit), total: rows.length, sums, matched: addUp(rows), few };
}

/** Whether a hit has no value of one of the dimensions, and is in no row. */
export const isNowhere = (by: readonly GroupDimension[], hit: RandomHit): boolean =>
  (by.includes('event') && hit.event === null) ||
  by.some((name) => name.startsWith('property:') && hit.properties[name.slice(9)] === undefined);

function addUp(rows: readonly AnswerRow[]): Sums {
  const total = { ...new Group([]).row().sums };
  for (const row of rows)
    for (const name of Object.keys(total) as (keyof Sums)[]) total[name] += row.sums[name];
  return total;
}

class Group {
  readonly visitors = new Set<string>();
  readonly visits = new Set<RandomVisit>();
  pageviews = 0;
  events = 0;
  private readonly values: string[];

  constructor(values: string[]) {
    this.values = values;
  }

  row(): AnswerRow {
    const visits = [...this.visits];
    const views = ({ hits }: RandomVisit) => hits.filter(({ event }) => event === null).length;
    const sum = (of: (visit: RandomVisit) => number) => visits.reduce((total, visit) => total + of(visit), 0);
    return {
      values: this.values,
      sums: {
        visitors: this.visitors.size,
        visits: visits.length,
        pageviews: this.pageviews,
        events: this.events,
        bounces: visits.filter((visit) => visit.hits.length === 1 && views(visit) === 1).length,
        duration: sum(
          ({ hits }) => Math.max(...hits.map(({ at }) => at)) - Math.min(...hits.map(({ at }) => at)),
        ),
        views: sum(views),
      },
    };
  }
}

const two = (number: number) => (number < 10 ? `0${number}` : `${number}`);

function groupValue(
  dimension: GroupDimension,
  day: number,
  hour: number,
  visit: RandomVisit,
  hit: RandomHit,
): string {
  const [year, month, date] = [Math.floor(day / 10_000), Math.floor(day / 100) % 100, day % 100];
  switch (dimension) {
    case 'hour':
      return `${year}-${two(month)}-${two(date)}T${two(hour)}`;
    case 'hour_of_day':
      return two(hour);
    case 'day':
      return `${year}-${two(month)}-${two(date)}`;
    case 'month':
      return `${year}-${two(month)}`;
    case 'week':
      return isoWeek(year, month, date);
    default:
      return fieldOf(dimension, visit, hit) ?? '';
  }
}

/** Counts the Thursdays of the year up to that of the week. */
function isoWeek(year: number, month: number, date: number): string {
  const thursday = new Date(Date.UTC(year, month - 1, date));
  while (thursday.getUTCDay() !== 1) thursday.setUTCDate(thursday.getUTCDate() - 1);
  thursday.setUTCDate(thursday.getUTCDate() + 3);
  const ofYear = thursday.getUTCFullYear();
  let week = 0;
  for (const other = new Date(thursday); other.getUTCFullYear() === ofYear; week++)
    other.setUTCDate(other.getUTCDate() - 7);
  return `${ofYear}-W${two(week)}`;
}

/** Null for the event of a pageview, and for a property that a hit does not have. */
function fieldOf(dimension: ColumnDimension, visit: RandomVisit, hit: RandomHit): string | null {
  if (dimension === 'page') return hit.path;
  if (dimension === 'host') return hit.host;
  if (dimension.startsWith('property:')) return hit.properties[dimension.slice(9)] ?? null;
  return dimension === 'event' ? hit.event : visit.dimensions[dimension as VisitDimension];
}

/** The visit as a viewer sees it for whom only the hits exist that a scope selects. */
function limited(scope: Filter, visit: RandomVisit): RandomVisit {
  const hits = visit.hits.filter((hit) => selects(scope, visit, hit));
  if (!hasHitConditions(scope)) return visit;
  const shown = (path: string, from: RandomHit | undefined) =>
    from && hits.includes(from) && from.path === path ? path : '';
  const { landing_page, exit_page } = visit.dimensions;
  const dimensions = {
    ...visit.dimensions,
    landing_page: shown(landing_page, visit.hits[0]),
    exit_page: shown(
      exit_page,
      visit.hits.findLast(({ event }) => event === null),
    ),
  };
  return { ...visit, hits, dimensions };
}

function hasHitConditions(filter: Filter): boolean {
  if (filter.kind === 'value')
    return ['page', 'event', 'host'].includes(filter.dimension) || filter.dimension.startsWith('property:');
  if (filter.kind === 'all' || filter.kind === 'any') return filter.parts.some(hasHitConditions);
  return filter.kind === 'not' && hasHitConditions(filter.part);
}

export function selects(filter: Filter, visit: RandomVisit, hit: RandomHit): boolean {
  switch (filter.kind) {
    case 'all':
      return filter.parts.every((part) => selects(part, visit, hit));
    case 'any':
      return filter.parts.some((part) => selects(part, visit, hit));
    case 'not':
      return !selects(filter.part, visit, hit);
    case 'visited':
      return visit.hits.some((other) => selects(filter.part, visit, other));
    case 'within': {
      const { scope, part } = filter;
      return selects(scope, visit, hit) && (part === null || selects(part, limited(scope, visit), hit));
    }
    case 'value': {
      const value = fieldOf(filter.dimension, visit, hit);
      if (value === null) return filter.test.exists === false && Object.keys(filter.test).length === 1;
      return passes(value, filter.test);
    }
    case 'goal':
      throw new Error('The filter of a goal must replace the goal.');
  }
}

const same = (a: string | undefined, b: string | undefined) =>
  a === b || (a !== undefined && b !== undefined && [...(casesOf(a) ?? '')].includes(b));

const startsAt = (value: string[], at: number, part: string[]) =>
  at >= 0 && part.every((letter, index) => same(value[at + index], letter));

const finds = (value: string, part: string) =>
  [...value, ''].some((_letter, at) => startsAt([...value], at, [...part]));

function passes(value: string, test: ValueTest): boolean {
  const { in: included, notIn, contains, notContains, startsWith, endsWith, gt, gte, lt, lte, exists } = test;
  // All values of the random days that are numbers are so in JSON, too.
  const number = /^-?[\d.]+(e\d+)?$/.test(value) ? JSON.parse(value) : null;
  const compares = (limit: number | undefined, holds: (given: number, limit: number) => boolean) =>
    limit === undefined || (number !== null && holds(number, limit));
  return (
    exists !== false &&
    compares(gt, (given, limit) => given - limit > 0) &&
    compares(gte, (given, limit) => given - limit >= 0) &&
    compares(lt, (given, limit) => limit - given > 0) &&
    compares(lte, (given, limit) => limit - given >= 0) &&
    (included === undefined || included.includes(value)) &&
    (notIn === undefined || !notIn.includes(value)) &&
    (contains === undefined || finds(value, contains)) &&
    (notContains === undefined || !finds(value, notContains)) &&
    (startsWith === undefined || startsAt([...value], 0, [...startsWith])) &&
    (endsWith === undefined || startsAt([...value], [...value].length - [...endsWith].length, [...endsWith]))
  );
}

function metricOf({ sums }: AnswerRow, metric: MetricName): number | null {
  const ratio = (total: number) => (sums.visits > 0 ? total / sums.visits : null);
  const values: Record<MetricName, number | null> = {
    visitors: sums.visitors,
    visits: sums.visits,
    pageviews: sums.pageviews,
    events: sums.events,
    bounces: sums.bounces,
    bounce_rate: ratio(sums.bounces),
    visit_duration: ratio(sums.duration / 1_000),
    views_per_visit: ratio(sums.views),
  };
  return values[metric];
}

function compareRows(a: AnswerRow, b: AnswerRow, { order }: Question): number {
  if (order !== null) {
    const [left, right] = [metricOf(a, order.metric), metricOf(b, order.metric)];
    if (left === null && right !== null) return 1;
    if (left !== null && right === null) return -1;
    if (left !== null && right !== null && left !== right)
      return order.direction === 'asc' ? left - right : right - left;
  }
  for (const [index, value] of a.values.entries()) {
    const difference = Buffer.compare(Buffer.from(value), Buffer.from(b.values[index] ?? ''));
    if (difference !== 0) return difference;
  }
  return 0;
}
