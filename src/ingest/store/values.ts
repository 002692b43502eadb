import type { SqlTransaction } from '../../db/database.ts';
import { DIMENSIONS } from '../../stats/definition.ts';
import { OTHER, ROLLUP_NAMES, ROLLUPS, type RollupName } from '../../stats/definitions.ts';
import type { Hit } from '../hit.ts';
import { dayIncrements, type Increment, statKey } from './increments.ts';
import { findValues, reserve, type UsageKey } from './usage.ts';
import type { OpenedVisit, PlannedHit, VisitPlan, VisitTotals } from './visits.ts';

/** Values that are in the database, by `statKey`: a cache, which may lack any of them. */
export interface KnownValues {
  has(key: string): boolean;
  /** To be called once they are committed. */
  add(keys: readonly string[]): void;
}

/** The number of characters after which the older half is forgotten. Both halves take some 40 MB at most. */
const MAX_CHARACTERS = 8_000_000;
const CHARACTERS_OF_AN_ENTRY = 100;

/** Keeps the latest values in two halves, which costs a tenth of keeping the order of every use. */
export function createKnownValues(): KnownValues {
  let recent = new Set<string>();
  let older = new Set<string>();
  let size = 0;

  function add(key: string): void {
    if (recent.has(key)) return;
    recent.add(key);
    size += key.length + CHARACTERS_OF_AN_ENTRY;
    if (size < MAX_CHARACTERS) return;
    older = recent;
    recent = new Set();
    size = 0;
  }

  return {
    has(key) {
      if (recent.has(key)) return true;
      if (!older.has(key)) return false;
      // It is in use, so it outlives the older half.
      add(key);
      return true;
    },
    add(keys) {
      for (const key of keys) add(key);
    },
  };
}

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
  days: Map<string, Increment>;
  /** Values for {@link KnownValues}, once the transaction is committed. */
  learned: string[];
}

/**
 * Replaces new distinct values beyond the limit by `(other)`, in the order of arrival. Values that the day
 * has already keep their names. Transactions with hits of the same website must not overlap.
 */
export async function limitValues(
  tx: SqlTransaction,
  plan: VisitPlan,
  { distinctValues, known }: ValueLimit,
): Promise<Limited> {
  const days = dayIncrements(plan);
  if (distinctValues === 0) return { plan, days, learned: [] };
  const unknown = [...days].filter(
    ([key, { name, value }]) => IS_LIMITED.has(name) && value !== OTHER && !known.has(key),
  );
  const paths = eventPaths(plan, days, known);
  if (unknown.length + paths.size === 0) return { plan, days, learned: [] };

  const found = await findValues(tx, [...unknown.map(([, row]) => row), ...paths.values()]);
  const existing = new Set(
    found.map(({ websiteId, name, period, value }) =>
      statKey(Number(websiteId), name, Number(period), value),
    ),
  );
  const learned = [...existing];
  const fresh = new Map<string, Fresh>();
  for (const [key, { websiteId, name, period }] of unknown)
    if (!existing.has(key)) addFresh(fresh, { websiteId, day: period, name }, key);
  for (const [key, path] of paths) {
    const { websiteId, period } = path;
    if (!existing.has(keyOf(path))) addFresh(fresh, { websiteId, day: period, name: 'event_page' }, key);
  }
  const groups = [...fresh.values()];
  const allowed = await reserve(
    tx,
    groups.map(({ usage, keys }) => ({ ...usage, amount: keys.length, limit: distinctValues })),
  );
  const refused = new Set<string>();
  for (const [index, { keys }] of groups.entries()) {
    for (const key of keys.slice(0, allowed[index])) learned.push(key);
    for (const key of keys.slice(allowed[index])) refused.add(key);
  }
  if (refused.size === 0) return { plan, days, learned };
  const replaced = replace(plan, refused);
  return { plan: replaced, days: dayIncrements(replaced), learned };
}

/** New values that one counter counts, in the order of arrival. */
interface Fresh {
  usage: UsageKey;
  keys: string[];
}

function addFresh(fresh: Map<string, Fresh>, usage: UsageKey, key: string): void {
  const text = `${usage.websiteId} ${usage.day} ${usage.name}`;
  const group = fresh.get(text);
  if (group) group.keys.push(key);
  else fresh.set(text, { usage, keys: [key] });
}

/** A path that an event brings, as a row of `page`. */
type EventPath = Pick<Increment, 'websiteId' | 'name' | 'period' | 'value'>;

/** No statistic counts them, but each hit stores one. */
const eventPathKey = (websiteId: number, day: number, path: string) =>
  `${websiteId} event_page ${day} ${path}`;

/** Paths of events that are not known, and are no page's in this batch. */
function eventPaths(
  { hits }: VisitPlan,
  days: ReadonlyMap<string, Increment>,
  known: KnownValues,
): Map<string, EventPath> {
  const paths = new Map<string, EventPath>();
  for (const { hit } of hits) {
    if (!hit.event || hit.path === OTHER) continue;
    const { websiteId, day, path } = hit;
    const page = statKey(websiteId, 'page', day, path);
    const key = eventPathKey(websiteId, day, path);
    if (days.has(page) || known.has(page) || known.has(key)) continue;
    paths.set(key, { websiteId, name: 'page', period: day, value: path });
  }
  return paths;
}

const keyOf = ({ websiteId, name, period, value }: EventPath) => statKey(websiteId, name, period, value);

/** The plan with `(other)` in place of the refused values. */
function replace(plan: VisitPlan, refused: ReadonlySet<string>): VisitPlan {
  const kept = ({ websiteId, day }: Hit, name: RollupName, value: string) =>
    refused.has(statKey(websiteId, name, day, value)) ? OTHER : value;
  const hits = plan.hits.map((planned): PlannedHit => {
    const { hit } = planned;
    const { event } = hit;
    if (!event) return { ...planned, hit: { ...hit, path: kept(hit, 'page', hit.path) } };
    const lost = refused.has(eventPathKey(hit.websiteId, hit.day, hit.path));
    const path = lost ? OTHER : kept(hit, 'page', hit.path);
    return { ...planned, hit: { ...hit, path, event: { ...event, name: kept(hit, 'event', event.name) } } };
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
