import type { Hit } from '../hit.ts';

/** Maximum time between two consecutive hits of a visit, in milliseconds. */
export const VISIT_GAP_MS = 30 * 60_000;

/** What later hits change in a visit. */
export interface VisitTotals {
  /** The time of its last hit, Unix milliseconds. */
  lastAt: number;
  pageviews: number;
  events: number;
  /** Path and id of its last pageview, which is the one with the highest id; '' and 0 without a pageview. */
  exitPath: string;
  exitId: bigint;
}

/** The current or last visit of a visitor, as it is stored. */
export interface StoredVisit extends VisitTotals {
  /** 1 for the visitor's first visit of the day. */
  number: number;
  startedAt: number;
  /**
   * Whether it was recorded by an earlier version and is not completed yet (backfill/). Its totals are then
   * unknown, and stay so until its day is counted again.
   */
  pending: boolean;
}

/** A visit that a batch of hits opens. */
export interface OpenedVisit extends VisitTotals {
  number: number;
  /** The hit that opened the visit. The visit has its dimensions, path, hour and time. */
  first: Hit;
}

/** An existing visit that a batch of hits extends. */
export interface ExtendedVisit extends VisitTotals {
  websiteId: number;
  day: number;
  visitor: bigint;
  number: number;
  /** The visit before the batch. */
  before: StoredVisit;
}

/** A hit and the number of its visit. */
export interface PlannedHit {
  hit: Hit;
  id: bigint;
  visit: number;
}

/** The changes to visits that follow from a batch of hits. */
export interface VisitPlan {
  opened: OpenedVisit[];
  extended: ExtendedVisit[];
  /** The hits in their order. */
  hits: PlannedHit[];
}

/** Returns the key of a visitor: (website, local day, hash). */
export function visitorKey(visitor: Record<'websiteId' | 'day' | 'visitor', number | bigint>): string {
  const { websiteId, day, visitor: hash } = visitor;
  return `${websiteId} ${day} ${hash}`;
}

/**
 * Assigns hits to visits. Repeated pageviews ({@link isRepeated}) are left out. A pure function.
 * @param hits in order of arrival. A clock that was set back does not end a visit.
 * @param latest the last visit of each visitor, by `visitorKey`; absent for new visitors.
 * @param nextId returns the ids of the hits.
 */
export function planVisits(
  hits: readonly Hit[],
  latest: ReadonlyMap<string, StoredVisit>,
  nextId: () => bigint,
): VisitPlan {
  const current = new Map<string, OpenedVisit | ExtendedVisit>();
  const plan: VisitPlan = { opened: [], extended: [], hits: [] };
  for (const hit of hits) {
    const key = visitorKey(hit);
    let visit = current.get(key);
    const before = visit ?? latest.get(key);
    if (before && isRepeated(hit, before)) continue;
    if (!before || hit.at - before.lastAt > VISIT_GAP_MS) {
      const totals = { lastAt: hit.at, pageviews: 0, events: 0, exitPath: '', exitId: 0n };
      visit = { number: (before?.number ?? 0) + 1, first: hit, ...totals };
      plan.opened.push(visit);
      current.set(key, visit);
    } else if (!visit) {
      visit = extended(hit, before as StoredVisit);
      plan.extended.push(visit);
      current.set(key, visit);
    }
    const planned = { hit, id: nextId(), visit: visit.number };
    addHit(visit, planned);
    plan.hits.push(planned);
  }
  return plan;
}

/**
 * Whether a pageview of a client that repeats addresses is no pageview: a link within the page, a replaced
 * address or a repeated one leads to the page that the visit shows already.
 */
const isRepeated = (hit: Hit, { lastAt, pageviews, exitPath }: VisitTotals): boolean =>
  hit.repeats === true &&
  hit.event === null &&
  hit.at - lastAt <= VISIT_GAP_MS &&
  pageviews > 0 &&
  exitPath === hit.path;

function extended({ websiteId, day, visitor }: Hit, before: StoredVisit): ExtendedVisit {
  const { number, lastAt, pageviews, events, exitPath, exitId } = before;
  return { websiteId, day, visitor, number, before, lastAt, pageviews, events, exitPath, exitId };
}

function addHit(visit: VisitTotals, { hit, id }: PlannedHit): void {
  visit.lastAt = Math.max(visit.lastAt, hit.at);
  if (hit.event) {
    visit.events += 1;
    return;
  }
  visit.pageviews += 1;
  // The ids of another instance may be higher.
  if (id < visit.exitId) return;
  visit.exitId = id;
  visit.exitPath = hit.path;
}
