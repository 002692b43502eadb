import type { Hit } from '../hit.ts';

/** A visit goes on while its hits are at most this far apart, in milliseconds. */
export const VISIT_GAP_MS = 30 * 60_000;

/** The visit that a visitor is in, or was in last. */
export interface VisitState {
  /** 1 for the visitor's first visit of the day. */
  number: number;
  /** Time of its last hit, Unix milliseconds. */
  lastAt: number;
}

/** A visit that a batch of hits opens. */
export interface OpenedVisit extends VisitState {
  /** The hit that opened it: its dimensions, path, hour and time are the visit's. */
  first: Hit;
}

/** A visit from before that a batch of hits goes on with. */
export interface ExtendedVisit extends VisitState {
  websiteId: number;
  day: number;
  visitor: bigint;
}

/** What a batch of hits means for the visits. */
export interface VisitPlan {
  opened: OpenedVisit[];
  extended: ExtendedVisit[];
  /** The hits in their order, each with the number of its visit. */
  hits: { hit: Hit; visit: number }[];
}

/** Names a visitor: one (website, local day, hash). */
export function visitorKey(visitor: Record<'websiteId' | 'day' | 'visitor', number | bigint>): string {
  const { websiteId, day, visitor: hash } = visitor;
  return `${websiteId} ${day} ${hash}`;
}

/**
 * Sorts hits into visits. Pure.
 * @param hits in order of arrival. A clock that was set back does not end a visit.
 * @param latest the visit that each visitor was in last, by `visitorKey`; absent for new visitors.
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
