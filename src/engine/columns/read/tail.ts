import type { Snapshot } from '../../../db/snapshot.ts';
import { ID_BITS } from '../../../db/sql/idRange.ts';
import type { HitRow, VisitRow } from '../chunks/build.ts';
import type { DayColumns } from '../chunks/columns.ts';
import { DayLimits } from '../chunks/limit.ts';
import { extendDay, type OpenColumns, type OpenDay, openDay } from '../chunks/merge.ts';
import type { TailKeys } from '../chunks/tailBytes.ts';
import type { DayFacts } from './facts.ts';
import { type HitRowWithId, ID_OF_HIT, type RowDay, selectNewHits, selectVisitsOf } from './rows.ts';

/** A day to which hits can be added, and the ids of its hits within {@link OVERLAP} before the highest. */
export interface Tail extends OpenDay, TailKeys {
  /** The distinct values that it keeps; null for no limit. */
  limits: DayLimits | null;
}

/** Returns the limits of a day that goes on. `maxValues` as for `limitRows`. */
export const limitsAfter = (columns: DayColumns, maxValues: number): DayLimits | null =>
  maxValues > 0 ? new DayLimits(maxValues, columns) : null;

/**
 * Hits may be committed this long after hits with higher ids: by other instances, or by a slow transaction.
 */
const OVERLAP = 120_000n << ID_BITS;

/** A day and its tail, which lacks its newest hits. */
export interface Extended {
  facts: DayFacts;
  tail: Tail;
}

/** Returns the tail of a day that was read from its rows. `maxValues` as for `readDayRows`. */
export const tailOf = (columns: OpenColumns, { visits, hits }: RowDay, maxValues: number): Tail => ({
  ...openDay(columns, visits),
  limits: limitsAfter(columns, maxValues),
  ...idsOfTail(hits.map((row) => BigInt(row[ID_OF_HIT]))),
});

/** Returns the highest id, and the ids that may overlap with later ones. */
function idsOfTail(ids: readonly bigint[]): Pick<Tail, 'lastId' | 'recent'> {
  let lastId = 0n;
  for (const id of ids) if (id > lastId) lastId = id;
  const from = lastId - OVERLAP;
  return { lastId, recent: new Set(ids.filter((id) => id >= from)) };
}

/**
 * Reads the hits that days have more than their tails, and adds them.
 * @returns by day; a day is missing if it has changed in another way, such as by a hit with a lower id.
 */
export async function extendTails(
  snapshot: Snapshot,
  days: readonly Extended[],
): Promise<Map<DayFacts, Tail>> {
  const found = new Map<DayFacts, Tail>();
  if (days.length === 0) return found;
  const rows = await selectNewHits(
    snapshot,
    days.map(({ facts, tail }) => [facts, String(tail.lastId - OVERLAP)] as const),
  );
  const hits = new Map(
    days.map(({ facts, tail }) => [
      facts,
      (rows.get(facts) ?? []).filter((row) => !tail.recent.has(BigInt(row[ID_OF_HIT]))),
    ]),
  );
  const visits = await selectVisitsOf(
    snapshot,
    [...hits].map(([facts, own]) => [facts, [...new Set(own.map(([visitor]) => String(visitor)))]] as const),
  );
  for (const { facts, tail } of days) {
    const own = hits.get(facts) as HitRowWithId[];
    if (tail.columns.hits + own.length !== facts.pageviews + facts.events) continue;
    const changed = changedVisits(visits.get(facts) ?? [], own);
    const { limits } = tail;
    const rows = { visits: changed, hits: own as unknown as HitRow[] };
    const limited = limits?.apply(rows) ?? rows;
    const extended = { ...extendDay(tail, limited.visits, limited.hits), limits };
    const recent = [...tail.recent, ...own.map((row) => BigInt(row[ID_OF_HIT]))];
    found.set(facts, { ...extended, ...idsOfTail(recent) });
  }
  return found;
}

/** The visits of new hits; other visits of their visitors have not changed. */
function changedVisits(visits: readonly VisitRow[], hits: readonly HitRowWithId[]): VisitRow[] {
  const changed = new Set(hits.map(([visitor, visit]) => `${visitor} ${visit}`));
  return visits.filter(([visitor, number]) => changed.has(`${visitor} ${number}`));
}
