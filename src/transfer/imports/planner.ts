import { ID_BITS } from '../../db/sql/idRange.ts';
import type { Hit } from '../../ingest/hit.ts';
import { inherit, type VisitorDimensions } from '../../ingest/store/visitors.ts';
import { planVisits, type StoredVisit, type VisitPlan, visitorKey } from '../../ingest/store/visits.ts';

/** Divides the hits of an import into visits. */
export interface Planner {
  /** Plans the next hits, which are in the order of their times. */
  plan(hits: readonly Hit[]): VisitPlan;
}

/** The first id that a hit of a time may have. */
export const firstIdAt = (at: number): bigint => BigInt(at) << ID_BITS;
/** The last one. */
export const lastIdAt = (at: number): bigint => (BigInt(at + 1) << ID_BITS) - 1n;

/**
 * Creates a planner. It keeps the visitors of one day in memory. No other hits of the website are by the same
 * visitors, because fingerprints have a salt of the import, so nothing is read from the database.
 */
export function createPlanner(): Planner {
  const nextId = createIds();
  let day = 0;
  let latest = new Map<string, StoredVisit>();
  let visitors = new Map<string, VisitorDimensions>();

  function planDay(hits: readonly Hit[]): VisitPlan {
    let index = 0;
    const plan = planVisits(hits, latest, () => nextId((hits[index++] as Hit).at));
    // Before those that were opened, which are later ones.
    for (const visit of plan.extended)
      latest.set(visitorKey(visit), { ...visit, startedAt: visit.before.startedAt, pending: false });
    for (const visit of plan.opened) {
      const key = visitorKey(visit.first);
      if (visit.number === 1) visitors.set(key, visit.first.dimensions);
      else inherit(visit, visitors.get(key));
      latest.set(key, { ...visit, startedAt: visit.first.at, pending: false });
    }
    return plan;
  }

  return {
    plan(hits) {
      const plans: VisitPlan[] = [];
      for (let from = 0; from < hits.length; ) {
        const of = (hits[from] as Hit).day;
        let to = from;
        while (hits[to]?.day === of) to += 1;
        if (of !== day) {
          day = of;
          latest = new Map();
          visitors = new Map();
        }
        plans.push(planDay(hits.slice(from, to)));
        from = to;
      }
      return {
        opened: plans.flatMap(({ opened }) => opened),
        extended: plans.flatMap(({ extended }) => extended),
        hits: plans.flatMap((one) => one.hits),
      };
    },
  };
}

/**
 * Creates ids that begin with the time of the hit, as those of live hits do (ingest/recorder/ids.ts), and
 * increase in the order of the hits.
 */
function createIds(): (at: number) => bigint {
  let last = -1n;
  return (at) => {
    const first = firstIdAt(at);
    last = last < first ? first : last + 1n;
    return last;
  };
}
