import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Hit } from '../../../src/ingest/hit.ts';
import { totalIncrements } from '../../../src/ingest/store/totals.ts';
import { planVisits, type StoredVisit, visitorKey } from '../../../src/ingest/store/visits.ts';
import { hitSequences } from '../../support/books/hits.ts';
import { runs } from '../../support/properties.ts';

/** A total, and what is added to it. */
type Counted = [name: string, count: number];

/** Returns what a hit counts for, by the table of docs/numbers.md. */
function counted({ event }: Hit, firstOfVisitor: boolean, firstOfVisit: boolean): Counted[] {
  const facts: Counted[] = [[event ? 'events' : 'pageviews', 1]];
  if (firstOfVisit) facts.push(['visits', 1]);
  if (firstOfVisitor) facts.push(['visitors', 1]);
  return facts;
}

/** Returns what a visit counts for as a whole. */
function countedOfVisit(visit: readonly Hit[]): Counted[] {
  const [first, last] = [visit[0] as Hit, visit.at(-1) as Hit];
  const facts: Counted[] = [['duration', last.at - first.at]];
  if (visit.length === 1 && !first.event) facts.push(['bounces', 1]);
  return facts;
}

/** The hits of a visit, and its number on the day of the visitor. */
interface Visit {
  number: number;
  hits: Hit[];
}

/** Groups hits into visits, in the order of their first hits. */
function visitsOf(hits: readonly Hit[]): Visit[] {
  const visits: Visit[] = [];
  for (const hit of hits) {
    const own = visits.filter(({ hits: [first] }) => first && visitorKey(first) === visitorKey(hit));
    const last = own.at(-1);
    if (last && hit.at - (last.hits.at(-1)?.at ?? 0) <= 1_800_000) last.hits.push(hit);
    else visits.push({ number: own.length + 1, hits: [hit] });
  }
  return visits;
}

/**
 * Counts hits, and visits as wholes.
 * @param skipped first hits of visits that are not counted as wholes.
 */
function recount(hits: readonly Hit[], skipped: ReadonlySet<Hit> = new Set()): Map<string, number> {
  const rows = new Map<string, number>();
  const add = ({ websiteId, day }: Hit, facts: Counted[]) => {
    for (const [name, count] of facts) {
      const key = JSON.stringify([websiteId, day, name]);
      rows.set(key, (rows.get(key) ?? 0) + count);
    }
  };
  for (const { number, hits: visit } of visitsOf(hits)) {
    for (const [index, hit] of visit.entries())
      add(hit, counted(hit, number === 1 && index === 0, index === 0));
    const [first] = visit;
    if (first && !skipped.has(first)) add(first, countedOfVisit(visit));
  }
  return rows;
}

const sorted = (rows: Iterable<[string, number]>) => [...rows].sort(([a], [b]) => (a < b ? -1 : 1));
const nonzero = (rows: Iterable<[string, number]>) => [...rows].filter(([, count]) => count !== 0);

/** Returns the increments of a batch, as the rows of a recount. */
function planned(hits: readonly Hit[], latest = new Map<string, StoredVisit>(), id = 0n): [string, number][] {
  let next = id;
  return totalIncrements(planVisits(hits, latest, () => ++next)).flatMap(({ websiteId, day, ...totals }) =>
    Object.entries(totals).map(([name, count]): [string, number] => [
      JSON.stringify([websiteId, day, name]),
      count,
    ]),
  );
}

test('increments equal a slow recount, for each day', () => {
  fc.assert(
    fc.property(hitSequences, (hits) => {
      expect(sorted(nonzero(planned(hits)))).toEqual(sorted(nonzero(recount(hits))));
    }),
    { numRuns: runs(100) },
  );
});

/** Hits of one visitor on one day, so that many continue a visit. */
const ofOneVisitor = hitSequences.map((hits) =>
  hits.map((hit) => ({ ...hit, websiteId: 1, visitor: 1n, day: 20261101 })),
);

/** Two views of one visit: after the second one, it is no bounce any more. */
const VIEWS = fc
  .sample(
    hitSequences.filter(({ length }) => length > 0),
    { numRuns: 1, seed: 1 },
  )
  .flatMap(([hit]) => ['/a', '/'].map((path) => ({ ...(hit as Hit), path, event: null })));

test('increments of stored visits equal the difference of two recounts, except for pending visits', () => {
  const pendings = fc.array(fc.boolean(), { minLength: 1, maxLength: 9 });
  let negative = 0;
  fc.assert(
    fc.property(fc.oneof(hitSequences, ofOneVisitor), fc.nat(40), pendings, (hits, cut, pendings) => {
      const earlier = hits.slice(0, cut);
      const latest = new Map<string, StoredVisit>();
      const skipped = new Set<Hit>();
      for (const [index, { number, hits: visit }] of visitsOf(earlier).entries()) {
        const views = visit.filter(({ event }) => event === null);
        const [first, last, exit] = [visit[0] as Hit, visit.at(-1) as Hit, views.at(-1)];
        const pending = pendings[index % pendings.length] ?? false;
        if (pending) skipped.add(first);
        latest.set(visitorKey(first), {
          number,
          startedAt: first.at,
          lastAt: last.at,
          pending,
          pageviews: views.length,
          events: visit.length - views.length,
          exitPath: exit?.path ?? '',
          exitId: exit ? BigInt(earlier.indexOf(exit) + 1) : 0n,
        });
      }
      const expected = recount(hits, skipped);
      for (const [key, count] of recount(earlier, skipped))
        expected.set(key, (expected.get(key) ?? 0) - count);
      const found = planned(hits.slice(cut), latest, BigInt(cut));
      expect(sorted(nonzero(found))).toEqual(sorted(nonzero(expected)));
      negative += found.filter(([, count]) => count < 0).length;
    }),
    { numRuns: runs(150), examples: [[VIEWS, 1, [false]]] },
  );
  expect(negative).toBeGreaterThan(0);
});

test('increments have each day once', () => {
  fc.assert(
    fc.property(hitSequences, (hits) => {
      const rows = planned(hits).map(([key]) => key);
      expect(new Set(rows).size).toBe(rows.length);
    }),
  );
});

test('no hits give no increments', () => {
  expect(planned([])).toEqual([]);
});
