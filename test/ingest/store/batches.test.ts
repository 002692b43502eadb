import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Hit } from '../../../src/ingest/hit.ts';
import { totalIncrements } from '../../../src/ingest/store/totals.ts';
import { planVisits, type StoredVisit, visitorKey } from '../../../src/ingest/store/visits.ts';
import { cut, hitSequences } from '../../support/books/hits.ts';
import { NO_DIMENSIONS } from '../../support/dimensions.ts';

const THIRTY_MINUTES = 30 * 60_000;
const HIT: Hit = {
  websiteId: 1,
  at: 0,
  day: 20261121,
  hour: 12,
  visitor: 7n,
  path: '/',
  event: null,
  dimensions: NO_DIMENSIONS,
};

/** Groups hits by visitor into visits with gaps of at most 30 minutes, as docs/numbers.md defines. */
function visits(hits: readonly Hit[]): Hit[][] {
  const all: Hit[][] = [];
  const people = new Set(hits.map(({ websiteId, day, visitor }) => `${websiteId}/${day}/${visitor}`));
  for (const person of people) {
    const own = hits.filter(({ websiteId, day, visitor }) => `${websiteId}/${day}/${visitor}` === person);
    for (const [index, hit] of own.entries()) {
      const before = own[index - 1];
      if (before && hit.at - before.at <= THIRTY_MINUTES) all.at(-1)?.push(hit);
      else all.push([hit]);
    }
  }
  return all;
}

interface Applied {
  visits: (StoredVisit & { opened: number; first: Hit })[];
  /** The totals of days that are not 0. */
  rows: Map<string, number>;
  numbers: Map<Hit, number>;
}

/** Plans the batches in order, each on a simulated database with the results of the previous ones. */
function apply(batches: readonly (readonly Hit[])[]): Applied {
  const stored = new Map<string, Applied['visits'][number]>();
  const latest = new Map<string, StoredVisit>();
  const applied: Applied = { visits: [], rows: new Map(), numbers: new Map() };
  let id = 0n;
  for (const batch of batches) {
    const plan = planVisits(batch, latest, () => ++id);
    for (const visit of plan.opened) {
      const { first } = visit;
      const key = `${visitorKey(first)} ${visit.number}`;
      expect(stored.has(key)).toBe(false);
      stored.set(key, { ...visit, startedAt: first.at, pending: false, opened: stored.size });
    }
    for (const { websiteId, day, visitor, before, ...totals } of plan.extended) {
      const key = `${visitorKey({ websiteId, day, visitor })} ${totals.number}`;
      const visit = stored.get(key);
      expect(visit).toMatchObject(before);
      if (visit) stored.set(key, { ...visit, ...totals });
    }
    for (const { hit, visit } of plan.hits) applied.numbers.set(hit, visit);
    for (const { first, opened: _, ...visit } of stored.values()) {
      const known = latest.get(visitorKey(first));
      if (!known || known.number <= visit.number) latest.set(visitorKey(first), visit);
    }
    for (const { websiteId, day, ...totals } of totalIncrements(plan))
      for (const [name, count] of Object.entries(totals)) {
        const key = JSON.stringify([websiteId, name, day]);
        applied.rows.set(key, (applied.rows.get(key) ?? 0) + count);
      }
  }
  applied.visits = [...stored.values()];
  for (const [key, count] of applied.rows) if (count === 0) applied.rows.delete(key);
  return applied;
}

const sorted = (map: Map<string, number>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));

describe('planVisits', () => {
  test('opens and extends the same visits as a slow recount, and assigns each hit to its visit', () => {
    fc.assert(
      fc.property(hitSequences, (hits) => {
        const found = apply([hits]);
        const expected = visits(hits);
        // The ids are the positions of the hits, from 1.
        const seen = found.visits.map(({ first, lastAt, pageviews, events, exitPath, exitId }) =>
          JSON.stringify([hits.indexOf(first), lastAt, pageviews, events, exitPath, Number(exitId)]),
        );
        const shown = expected.map((visit) => {
          const views = visit.filter(({ event }) => event === null);
          const [first, last, exit] = [visit[0] as Hit, visit.at(-1), views.at(-1)];
          const counts = [views.length, visit.length - views.length];
          const exitId = exit ? hits.indexOf(exit) + 1 : 0;
          return JSON.stringify([hits.indexOf(first), last?.at, ...counts, exit?.path ?? '', exitId]);
        });
        expect(seen.sort()).toEqual(shown.sort());
        for (const visit of expected) {
          expect(new Set(visit.map((hit) => found.numbers.get(hit))).size).toBe(1);
        }
        expect(found.numbers.size).toBe(hits.length);
      }),
    );
  });

  test("numbers a visitor's visits of a day from 1, without gaps", () => {
    fc.assert(
      fc.property(hitSequences, fc.array(fc.boolean(), { maxLength: 40, size: 'max' }), (hits, after) => {
        const numbers = new Map<string, number[]>();
        for (const { first, number } of apply(cut(hits, after)).visits) {
          numbers.set(visitorKey(first), [...(numbers.get(visitorKey(first)) ?? []), number]);
        }
        for (const list of numbers.values()) expect(list).toEqual(list.map((_, index) => index + 1));
      }),
    );
  });

  test('does not end a visit when the clock is set back', () => {
    fc.assert(
      fc.property(hitSequences, fc.integer({ min: 0, max: 86_400_000 }), (hits, back) => {
        const [first] = hits;
        fc.pre(first !== undefined);
        if (!first) return;
        let id = 0n;
        const both = [first, { ...first, at: first.at - back }];
        const { opened, hits: planned } = planVisits(both, new Map(), () => ++id);
        expect(opened).toEqual([expect.objectContaining({ number: 1, lastAt: first.at, first })]);
        expect(planned.map(({ visit, id }) => [visit, id])).toEqual([
          [1, 1n],
          [1, 2n],
        ]);
      }),
    );
  });

  test.each([
    ['lower', 10n, '/before', 10n],
    ['higher', 8n, '/after', 9n],
  ])('the exit page is that of the highest id, when the new id is %s', (_, exitId, exitPath, highest) => {
    const hit: Hit = { ...HIT, at: 1_000, path: '/after' };
    const before: StoredVisit = {
      number: 2,
      startedAt: 0,
      lastAt: 500,
      pageviews: 1,
      events: 0,
      exitPath: '/before',
      exitId,
      pending: false,
    };
    const { extended } = planVisits([hit], new Map([[visitorKey(hit), before]]), () => 9n);
    expect(extended).toEqual([
      {
        websiteId: 1,
        day: 20261121,
        visitor: 7n,
        number: 2,
        before,
        lastAt: 1_000,
        pageviews: 2,
        events: 0,
        exitPath,
        exitId: highest,
      },
    ]);
  });
});

describe('planVisits and totalIncrements', () => {
  test('give the same visits and totals for any division of the hits into batches', () => {
    fc.assert(
      fc.property(hitSequences, fc.array(fc.boolean(), { maxLength: 40, size: 'max' }), (hits, after) => {
        const whole = apply([hits]);
        const parts = apply(cut(hits, after));
        expect(sorted(parts.rows)).toEqual(sorted(whole.rows));
        expect(parts.visits).toEqual(whole.visits);
        expect(parts.numbers).toEqual(whole.numbers);
      }),
      { numRuns: 300 },
    );
  });

  test('do not modify their arguments', () => {
    fc.assert(
      fc.property(hitSequences, (hits) => {
        const before = structuredClone(hits);
        const counts = { pageviews: 3, events: 1, exitPath: '/b c', exitId: 5n, pending: false };
        const latest = new Map(
          hits.map(({ at, ...hit }) => [
            visitorKey(hit),
            { number: 4, startedAt: at - 60_000, lastAt: at, ...counts },
          ]),
        );
        const known = structuredClone(latest);
        totalIncrements(planVisits(hits, latest, () => 9n));
        expect(hits).toEqual(before);
        expect(latest).toEqual(known);
      }),
    );
  });
});
