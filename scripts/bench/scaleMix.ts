import { dice } from '../../src/demo/random.ts';
import type { BenchWebsite } from './database.ts';
import { ORDINARY, type Person, person, requestOf } from './mix.ts';

/** Whose hits a load has: visitors who were there before, or one visitor for each hit. */
export type Visitors = 'returning' | 'new';

/** The total number of returning visitors, and the minimum number of them for each website. */
const RETURNING = { total: 2_000, each: 10 };

/**
 * Generates the raw requests of a load, for all websites equally often.
 * @param round each round has other new visitors; returning visitors are always the same.
 */
export function scaleRequests(
  websites: readonly BenchWebsite[],
  { visitors, count, round }: { visitors: Visitors; count: number; round: number },
): string[] {
  const known = peopleOf(websites);
  const random = dice(20261123 + round * 7919);
  return Array.from({ length: count }, (_, index) => {
    const at =
      visitors === 'returning' && round === 0 ? index % websites.length : random.below(websites.length);
    const people = known[at] ?? [];
    // The first round, which is not measured, meets every returning visitor.
    const turn =
      round === 0 ? Math.floor(index / websites.length) % people.length : random.below(people.length);
    const who = visitors === 'new' ? person(random, false) : people[turn];
    const website = websites[at];
    if (!who || !website) throw new Error('A load needs websites and visitors.');
    return requestOf(who, {
      website: website.trackingId,
      domain: website.domain,
      path: `/products/category-${Math.floor(random.next() ** 2 * ORDINARY.paths)}/item`,
      referrer: random.chance(0.5)
        ? `https://referrer-${random.below(ORDINARY.referrers)}.example/search?q=shoes`
        : `https://${website.domain}/`,
    });
  });
}

/** The number of requests with which each returning visitor was there once. */
export const firstVisits = (websites: number) => websites * visitorsEach(websites);

const visitorsEach = (websites: number) => Math.max(RETURNING.each, Math.floor(RETURNING.total / websites));

function peopleOf(websites: readonly BenchWebsite[]): Person[][] {
  const random = dice(20261122);
  return websites.map(() =>
    Array.from({ length: visitorsEach(websites.length) }, () => person(random, false)),
  );
}
