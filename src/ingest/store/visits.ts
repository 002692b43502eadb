import type { Hit } from '../hit.ts';

/** Maximum time between two consecutive hits of a visit, in milliseconds. */
const VISIT_GAP_MS = 30 * 60_000;

/** The current or last visit of a visitor. */
export interface VisitState {
  /** 1 for the visitor's first visit of the day. */
  number: number;
  /** Time of its last hit, Unix milliseconds. */
  lastAt: number;
}

/** A visit that a batch of hits opens. */
export interface OpenedVisit extends VisitState {
  /** The hit that opened the visit. The visit has its dimensions, path, hour and time. */
  first: Hit;
}

/** An existing visit that a batch of hits extends. */
export interface ExtendedVisit extends VisitState {
  websiteId: number;
  day: number;
  visitor: bigint;
}

/** The changes to visits that follow from a batch of hits. */
export interface VisitPlan {
  opened: OpenedVisit[];
  extended: ExtendedVisit[];
  /** The hits in their order, each with the number of its visit. */
  hits: { hit: Hit; visit: number }[];
}

/** Returns the key of a visitor: (website, local day, hash). */
export function visitorKey(visitor: Record<'websiteId' | 'day' | 'visitor', number | bigint>): string {
  const { websiteId, day, visitor: hash } = visitor;
  return `${websiteId} ${day} ${hash}`;
}

/**
 * Assigns hits to visits. A pure function.
 * @param hits in order of arrival. A clock that was set back does not end a visit.
 * @param latest the last visit of each visitor, by `visitorKey`; absent for new visitors.
 */
export function planVisits(hits: readonly Hit[], latest: ReadonlyMap<string, VisitState>): VisitPlan {
  const current = new Map<string, OpenedVisit | ExtendedVisit>();
  const plan: VisitPlan = { opened: [], extended: [], hits: [] };
  for (const hit of hits) {
    const key = visitorKey(hit);
    let visit = current.get(key);
    const before = visit ?? latest.get(key);
    if (!before || hit.at - before.lastAt > VISIT_GAP_MS) {
      visit = { number: (before?.number ?? 0) + 1, lastAt: hit.at, first: hit };
      plan.opened.push(visit);
      current.set(key, visit);
    } else if (visit) {
      visit.lastAt = Math.max(visit.lastAt, hit.at);
    } else {
      const { websiteId, day, visitor } = hit;
      visit = { websiteId, day, visitor, number: before.number, lastAt: Math.max(before.lastAt, hit.at) };
      plan.extended.push(visit);
      current.set(key, visit);
    }
    plan.hits.push({ hit, visit: visit.number });
  }
  return plan;
}
