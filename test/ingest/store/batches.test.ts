import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Hit } from '../../../src/ingest/hit.ts';
import { increments } from '../../../src/ingest/store/increments.ts';
import { planVisits, type VisitState, visitorKey } from '../../../src/ingest/store/visits.ts';
import { cut, hitSequences } from '../../support/books/hits.ts';

const THIRTY_MINUTES = 30 * 60_000;

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
  visits: { opened: number; number: number; lastAt: number; first: Hit }[];
  rows: Map<string, number>;
  numbers: Map<Hit, number>;
}

/** Plans the batches in order, each on a simulated database with the results of the previous ones. */
function apply(batches: readonly (readonly Hit[])[]): Applied {
  const stored = new Map<string, VisitState & { first: Hit; opened: number }>();
  const latest = new Map<string, VisitState>();
  const applied: Applied = { visits: [], rows: new Map(), numbers: new Map() };
  for (const batch of batches) {
    const plan = planVisits(batch, latest);
    for (const { number, lastAt, first } of plan.opened) {
      const key = `${visitorKey(first)} ${number}`;
      expect(stored.has(key)).toBe(false);
      stored.set(key, { number, lastAt, first, opened: stored.size });
    }
    for (const { number, lastAt, ...visitor } of plan.extended) {
      const visit = stored.get(`${visitorKey(visitor)} ${number}`);
      expect(visit).toBeDefined();
      if (visit) visit.lastAt = lastAt;
    }
    for (const { hit, visit } of plan.hits) applied.numbers.set(hit, visit);
    for (const { first, number, lastAt } of stored.values()) {
      const known = latest.get(visitorKey(first));
      if (!known || known.number <= number) latest.set(visitorKey(first), { number, lastAt });
    }
    for (const { websiteId, name, period, value, count } of increments(plan)) {
      const key = JSON.stringify([websiteId, name, period, value]);
      applied.rows.set(key, (applied.rows.get(key) ?? 0) + count);
    }
  }
  applied.visits = [...stored.values()];
  return applied;
}

const sorted = (map: Map<string, number>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));

describe('planVisits', () => {
  test('opens and extends the same visits as a slow recount, and assigns each hit to its visit', () => {
    fc.assert(
      fc.property(hitSequences, (hits) => {
        const found = apply([hits]);
        const expected = visits(hits);
        const shown = (first: Hit | undefined, lastAt: number | undefined) =>
          JSON.stringify([hits.indexOf(first as Hit), lastAt]);
        expect(found.visits.map(({ first, lastAt }) => shown(first, lastAt)).sort()).toEqual(
          expected.map((visit) => shown(visit[0], visit.at(-1)?.at)).sort(),
        );
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
        const { opened, hits: planned } = planVisits([first, { ...first, at: first.at - back }], new Map());
        expect(opened).toEqual([{ number: 1, lastAt: first.at, first }]);
        expect(planned.map(({ visit }) => visit)).toEqual([1, 1]);
      }),
    );
  });
});

describe('planVisits and increments', () => {
  test('give the same visits and rollups for any division of the hits into batches', () => {
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
        const latest = new Map(hits.map((hit) => [visitorKey(hit), { number: 4, lastAt: hit.at }]));
        const known = structuredClone(latest);
        increments(planVisits(hits, latest));
        expect(hits).toEqual(before);
        expect(latest).toEqual(known);
      }),
    );
  });
});
