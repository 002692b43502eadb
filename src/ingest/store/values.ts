import type { SqlTransaction } from '../../db/database.ts';
import { lookUp, writeSome } from '../../db/sql/rows.ts';
import { sql } from '../../db/sql/sql.ts';
import { columnsOf, STAT } from '../../db/sql/tables.ts';
import { DIMENSIONS } from '../../engine/registry/dimensions.ts';
import { OTHER, ROLLUP_NAMES, ROLLUPS, type RollupName } from '../../engine/registry/statistics.ts';
import type { Hit } from '../hit.ts';
import { admit } from './admit.ts';
import { dayIncrements } from './increments.ts';
import type { DayValue, KnownValues } from './known.ts';
import type { LockedWebsites } from './locks.ts';
import type { Increment } from './sums.ts';
import { reserve, type Wanted } from './usage.ts';
import type { OpenedVisit, PlannedHit, VisitPlan, VisitTotals } from './visits.ts';

/** The rollups whose values clients choose. The values of whole visits are those of their hits. */
const IS_LIMITED: ReadonlySet<RollupName> = new Set(
  ROLLUP_NAMES.filter((name) => ROLLUPS[name].cardinality !== 'fixed' && !ROLLUPS[name].ofVisit),
);

/** How many distinct values a statistic may have on a day of a website; 0 for no limit. */
export interface ValueLimit {
  distinctValues: number;
  known: KnownValues;
}

/** A batch that keeps the limit. */
export interface Limited {
  plan: VisitPlan;
  /** The increments of the days that follow from it. */
  days: Increment[];
  /** Those of them that were written already. */
  written: ReadonlySet<Increment>;
  /** Values for {@link KnownValues}, once the transaction is committed. */
  learned: DayValue[];
}

/** The batch as it is, for hits without a limit. */
export const unlimited = (plan: VisitPlan): Limited => ({
  plan,
  days: dayIncrements(plan),
  written: new Set(),
  learned: [],
});

/**
 * Replaces new distinct values beyond the limit by `(other)`, in the order of arrival. Values that the day
 * has already keep their names. Transactions with hits of the same website must not overlap.
 * @param locked the websites, whose counters and deferred increments are changed in place.
 */
export async function limitValues(
  tx: SqlTransaction,
  plan: VisitPlan,
  locked: LockedWebsites,
  { distinctValues, known }: ValueLimit,
): Promise<Limited> {
  const all = unlimited(plan);
  const { days } = all;
  if (distinctValues === 0) return all;
  const unknown = days.filter((row) => IS_LIMITED.has(row.name) && row.value !== OTHER && !known.has(row));
  const paths = eventPaths(plan, days, known);
  if (unknown.length + paths.length === 0) return all;

  const groups = groupsOf(unknown, distinctValues);
  const near = new Set(await admit(tx, groups, locked));
  const admitted = groups.flatMap((group) => (near.has(group) ? [] : group.values));
  if (near.size + paths.length === 0) return { ...all, learned: admitted };
  const values = [...near].flatMap(({ values }) => values);
  const { written, refused, learned } = await lookUpValues(tx, values, paths, locked, distinctValues);
  learned.push(...admitted);
  if (refused.size === 0) return { plan, days, written, learned };
  const replaced = replace(plan, refused);
  const texts = new Set([...written].map(textOf));
  const newDays = dayIncrements(replaced);
  const stillWritten = new Set(newDays.filter((row) => texts.has(textOf(row))));
  return { plan: replaced, days: newDays, written: stillWritten, learned };
}

/** The result of looking values up: `refused` are those beyond the limit, as text. */
type LookedUp = Pick<Limited, 'written' | 'learned'> & { refused: ReadonlySet<string> };

/**
 * Finds out which values, and which paths of events, are new, and adds as many of them to their counters,
 * which are exact, as fit. Increments of the values must not be deferred.
 */
async function lookUpValues(
  tx: SqlTransaction,
  values: readonly Increment[],
  paths: readonly DayValue[],
  { usages, deferred }: LockedWebsites,
  limit: number,
): Promise<LookedUp> {
  // A value that exists is counted at once, which takes no longer than finding out whether it exists.
  const written = new Set(await addToExisting(tx, values));
  const stored = await findPages(tx, paths);
  const isPage = (path: DayValue, index: number) =>
    stored[index] !== undefined || deferred.get(path.websiteId)?.has({ ...path, name: 'page' });
  const pages = new Set(paths.filter(isPage));
  const learned: DayValue[] = [...written, ...[...pages].map((path) => ({ ...path, name: 'page' as const }))];
  const fresh = groupsOf<DayValue>(
    [...values.filter((value) => !written.has(value)), ...paths.filter((path) => !pages.has(path))],
    limit,
  );
  const allowed = await reserve(tx, usages, fresh);
  const refused = new Set<string>();
  for (const [index, { values }] of fresh.entries()) {
    learned.push(...values.slice(0, allowed[index]));
    for (const value of values.slice(allowed[index])) refused.add(textOf(value));
  }
  return { written, refused, learned };
}

/** Adds to those rows of the rollup that exist. @returns these rows. */
const addToExisting = writeSome(
  STAT,
  columnsOf(STAT, 'count', 'websiteId', 'name', 'period', 'value'),
  (source, _, ofWebsites) => sql`
    UPDATE "Stat" SET "count" = "Stat"."count" + "new"."count" FROM ${source} AS "new"
    WHERE "Stat"."websiteId" = "new"."websiteId" AND "Stat"."name" = "new"."name"
      AND "Stat"."period" = "new"."period" AND "Stat"."value" = "new"."value"
      AND ${ofWebsites('"Stat"."websiteId"')}`,
  `UPDATE "Stat" SET "count" = "count" + ?
    WHERE "websiteId" = ? AND "name" = ? AND "period" = ? AND "value" = ?`,
);

const PATH = columnsOf(STAT, 'websiteId', 'period', 'value');

/** Finds out which paths are those of pages: 1 for each that is. */
const findPages = lookUp(
  PATH,
  (source, _, ofWebsites) => sql`
    SELECT "s"."websiteId", "s"."period", "s"."value", 1 AS "found"
    FROM ${source} AS "k" CROSS JOIN "Stat" AS "s"
    WHERE "s"."websiteId" = "k"."websiteId" AND "s"."name" = 'page' AND "s"."period" = "k"."period"
      AND "s"."value" = "k"."value" AND ${ofWebsites('"s"."websiteId"')}`,
);

/** Values that one counter counts, in the order of arrival. */
interface NewValues<Value> extends Wanted {
  values: Value[];
}

function groupsOf<Value extends DayValue>(values: readonly Value[], limit: number): NewValues<Value>[] {
  const groups = new Map<string, NewValues<Value>>();
  for (const value of values) {
    const { websiteId, period: day, name } = value;
    const text = `${websiteId} ${day} ${name}`;
    const group = groups.get(text);
    if (!group) groups.set(text, { websiteId, day, name, amount: 1, limit, values: [value] });
    else {
      group.values.push(value);
      group.amount += 1;
    }
  }
  return [...groups.values()];
}

/** Paths of events that are not known, and are no page's in this batch. Each hit stores one. */
function eventPaths({ hits }: VisitPlan, days: readonly Increment[], known: KnownValues): DayValue[] {
  const events = hits.filter(({ hit }) => hit.event && hit.path !== OTHER);
  if (events.length === 0) return [];
  const seen = new Set(
    days.filter(({ name }) => name === 'page').map((row) => textOf({ ...row, name: 'event_page' })),
  );
  const paths: DayValue[] = [];
  for (const { hit } of events) {
    const { websiteId, day, path } = hit;
    const value: DayValue = { websiteId, period: day, name: 'event_page', value: path };
    const text = textOf(value);
    if (seen.has(text) || known.has({ ...value, name: 'page' }) || known.has(value)) continue;
    seen.add(text);
    paths.push(value);
  }
  return paths;
}

const textOf = ({ websiteId, name, period, value }: DayValue) => `${websiteId} ${name} ${period} ${value}`;

/** @param refused the values that `(other)` replaces, as text. */
function replace(plan: VisitPlan, refused: ReadonlySet<string>): VisitPlan {
  const kept = ({ websiteId, day: period }: Hit, name: DayValue['name'], value: string) =>
    refused.has(textOf({ websiteId, name, period, value })) ? OTHER : value;
  const hits = plan.hits.map((planned): PlannedHit => {
    const { hit } = planned;
    const { event } = hit;
    const host = kept(hit, 'host', hit.host ?? '');
    if (!event) return { ...planned, hit: { ...hit, host, path: kept(hit, 'page', hit.path) } };
    const path = kept(hit, 'page', kept(hit, 'event_page', hit.path));
    const name = kept(hit, 'event', event.name);
    return { ...planned, hit: { ...hit, host, path, event: { ...event, name } } };
  });
  const paths = new Map(hits.map(({ id, hit }) => [id, hit.path]));
  const exitPath = (visit: VisitTotals) => paths.get(visit.exitId) ?? visit.exitPath;
  const opened = plan.opened.map((visit): OpenedVisit => {
    const { first } = visit;
    const dimensions = { ...first.dimensions };
    for (const name of DIMENSIONS) dimensions[name] = kept(first, name, dimensions[name]);
    const path = kept(first, 'landing_page', first.path);
    return { ...visit, exitPath: exitPath(visit), first: { ...first, path, dimensions } };
  });
  const extended = plan.extended.map((visit) => ({ ...visit, exitPath: exitPath(visit) }));
  return { opened, extended, hits };
}
