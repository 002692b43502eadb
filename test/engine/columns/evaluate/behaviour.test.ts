import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { monthOf } from '../../../../src/calendar/days.ts';
import { buildMonth } from '../../../../src/engine/columns/chunks/smallDays.ts';
import { createEvaluation } from '../../../../src/engine/columns/evaluate/evaluation.ts';
import { Interner } from '../../../../src/engine/columns/evaluate/interner.ts';
import type { FunnelQuestion, JourneyNode, Question } from '../../../../src/engine/question/types.ts';
import { slowFunnel, slowJourney, slowProperties, slowRevenue } from '../../../support/engine/behaviour.ts';
import { questionOf } from '../../../support/engine/question.ts';
import {
  columnsOf,
  OF_HITS,
  type RandomDay,
  randomCondition,
  randomDays,
  randomFilter,
  randomHitFilter,
} from '../../../support/engine/random.ts';
import { dayRows } from '../../../support/engine/rows.ts';
import { runs } from '../../../support/properties.ts';

const RUNS = runs(150);

const all = (fields: Partial<Question>): Question =>
  questionOf({ from: 10000101, to: 99991231, limit: 1_000_000, ...fields });

/** Evaluates questions over the days; also in shares, and over the days of a month built together. */
function answersTo(questions: readonly Question[], days: readonly RandomDay[]) {
  const columns = days.map(columnsOf);
  const interner = new Interner();
  const evaluation = createEvaluation(questions, interner);
  for (const day of columns) evaluation.add(interner.intern(day));
  const merged = createEvaluation(questions, new Interner());
  for (const share of [0, 1, 2]) {
    const own = new Interner();
    const part = createEvaluation(questions, own);
    for (const day of columns.filter((_, index) => index % 3 === share)) part.add(own.intern(day));
    merged.merge(structuredClone(part.parts()));
  }
  const answers = evaluation.answers();
  expect(merged.answers()).toEqual(answers);
  const rows = dayRows(days);
  const together = createEvaluation(questions, interner);
  for (const month of new Set(rows.map(({ day }) => monthOf(day)))) {
    const { columns: joined, days: ofVisits } = buildMonth(rows.filter(({ day }) => monthOf(day) === month));
    together.add(interner.intern(joined, ofVisits));
  }
  expect(together.answers()).toEqual(answers);
  return answers;
}

const within = fc.option(fc.constantFrom(0, 1, 1_000, 3_600_000, 20_000_000));
const funnel: fc.Arbitrary<FunnelQuestion> = fc.record({
  steps: fc.array(fc.oneof({ weight: 3, arbitrary: randomCondition(OF_HITS) }, randomHitFilter), {
    minLength: 2,
    maxLength: 4,
  }),
  scope: fc.constantFrom('visit' as const, 'visitor' as const),
  strict: fc.boolean(),
  within,
});

const limited = fc
  .record({ scope: randomFilter, part: fc.option(randomFilter) })
  .map(({ scope, part }) => ({ kind: 'within' as const, scope, part }));
const period = fc.record({
  filter: fc.option(fc.oneof({ weight: 3, arbitrary: randomFilter }, limited)),
  to: fc.constantFrom(99991231, 20260104, 20260105),
  untilHour: fc.constantFrom(null, null, 9, 14),
});

const reachedBy = (days: readonly RandomDay[], asked: FunnelQuestion, fields: Partial<Question> = {}) =>
  (answersTo([all({ ...fields, funnel: asked })], days)[0]?.funnel ?? []).map(({ visitors }) => visitors);

describe('a funnel', () => {
  test('has the steps that trying all sequences of hits gives', () => {
    fc.assert(
      fc.property(randomDays, funnel, period, (days, asked, fields) => {
        const question = all({ ...fields, funnel: asked });
        const [answer, totals] = answersTo([question, all(fields)], days);
        expect(answer?.funnel).toEqual(slowFunnel(question, asked, days));
        expect(answer?.sums).toEqual(totals?.sums);
      }),
      { numRuns: RUNS },
    );
  });

  test('has no more visitors at a later step, if strict or in one visit, and no fewer with more time', () => {
    fc.assert(
      fc.property(randomDays, funnel, fc.nat(20_000_000), (days, asked, more) => {
        const reached = reachedBy(days, asked);
        const later = asked.within === null ? null : asked.within + more;
        for (const [step, visitors] of reached.entries()) {
          expect(visitors).toBeLessThanOrEqual(reached[step - 1] ?? visitors);
          expect(reachedBy(days, { ...asked, strict: true })[step]).toBeLessThanOrEqual(visitors);
          expect(reachedBy(days, { ...asked, within: later })[step]).toBeGreaterThanOrEqual(visitors);
          const [ofVisit, ofVisitor] = (['visit', 'visitor'] as const).map(
            (scope) => reachedBy(days, { ...asked, scope, strict: false })[step] as number,
          );
          expect(ofVisit).toBeLessThanOrEqual(ofVisitor as number);
        }
      }),
      { numRuns: runs(50) },
    );
  });

  test('of one repeated condition has the visitors with as many hits that meet it', () => {
    fc.assert(
      fc.property(randomDays, randomCondition(OF_HITS), (days, condition) => {
        const steps = [condition, condition, condition];
        const reached = reachedBy(days, { steps, scope: 'visitor', strict: false, within: null });
        const question = all({ filter: condition, by: ['day', 'hour'] });
        const [totals] = answersTo([question], days);
        expect(reached[0]).toBe(totals?.sums.visitors);
        const hits = (totals?.sums.pageviews ?? 0) + (totals?.sums.events ?? 0);
        expect(reached.reduce((sum, visitors) => sum + visitors, 0)).toBeLessThanOrEqual(hits);
      }),
      { numRuns: RUNS },
    );
  });
});

/** A visitor with hits at seconds of one day: paths, or events that begin with a letter. */
function dayOf(...visits: [second: number, what: string][][]): RandomDay {
  return {
    day: 20261121,
    visits: visits.map((hits, index) => ({
      visitor: 1n,
      number: index + 1,
      hour: 0,
      duration: 0,
      dimensions: {} as never,
      hits: hits.map(([second, what]) => ({
        at: 1_000 * second,
        hour: 0,
        path: what.startsWith('/') ? what : '/',
        event: what.startsWith('/') ? null : what,
        host: '',
        properties: {},
        revenue: null,
      })),
    })),
  };
}

const page = (path: string) => ({ kind: 'value', dimension: 'page', test: { in: [path] } }) as const;
const steps = (...paths: string[]) => paths.map(page);
const loose = { scope: 'visitor', strict: false, within: null } as const;

describe('the sequences of a funnel', () => {
  test('may begin with a later hit, if only that is within the time', () => {
    const day = dayOf([
      [0, '/a'],
      [100, '/a'],
      [110, '/b'],
      [160, '/c'],
    ]);
    const asked = { ...loose, steps: steps('/a', '/b', '/c') };
    expect(reachedBy([day], { ...asked, within: 60_000 })).toEqual([1, 1, 1]);
    expect(reachedBy([day], { ...asked, within: 59_999 })).toEqual([1, 1, 0]);
  });

  test('use a hit for one step, and hits of equal times in the order of their ids', () => {
    const day = dayOf([
      [5, '/a'],
      [5, '/b'],
    ]);
    expect(reachedBy([day], { ...loose, steps: steps('/a', '/a') })).toEqual([1, 0]);
    expect(reachedBy([day], { ...loose, steps: steps('/a', '/b'), within: 0 })).toEqual([1, 1]);
    expect(reachedBy([day], { ...loose, steps: steps('/b', '/a') })).toEqual([1, 0]);
  });

  test('cross visits of a day in the scope of the visitor only', () => {
    const day = dayOf([[0, '/a']], [[9_000, '/b']]);
    const asked = { ...loose, steps: steps('/a', '/b') };
    expect(reachedBy([day], asked)).toEqual([1, 1]);
    expect(reachedBy([day], { ...asked, scope: 'visit' })).toEqual([1, 0]);
  });

  test('have no hit between with strict', () => {
    const day = dayOf([
      [0, '/a'],
      [1, 'Click'],
      [2, '/b'],
    ]);
    const asked = { ...loose, steps: steps('/a', '/b') };
    expect(reachedBy([day], { ...asked, strict: true })).toEqual([1, 0]);
    expect(reachedBy([day], asked)).toEqual([1, 1]);
  });
});

const addUp = (nodes: readonly JourneyNode[]) => nodes.reduce((sum, { visits }) => sum + visits, 0);

function checkSums(nodes: readonly JourneyNode[]): void {
  for (const { visits, children } of nodes) {
    if (children.length > 0) expect(addUp(children)).toBe(visits);
    checkSums(children);
  }
}

test('journeys are the lists of steps of all visits, and the children of a node add up to it', () => {
  fc.assert(
    fc.property(
      randomDays,
      fc.record({
        anchor: randomHitFilter,
        direction: fc.constantFrom('forwards' as const, 'backwards' as const),
        steps: fc.integer({ min: 1, max: 4 }),
        first: fc.integer({ min: 1, max: 3 }),
      }),
      period,
      (days, asked, fields) => {
        const question = all({ ...fields, journey: asked });
        const nodes = answersTo([question], days)[0]?.journey ?? [];
        expect(nodes).toEqual(slowJourney(question, asked, days));
        checkSums(nodes);
      },
    ),
    { numRuns: RUNS },
  );
});

describe('revenue', () => {
  test('adds up exactly, by currency and by the values of hits', () => {
    fc.assert(
      fc.property(
        randomDays,
        period,
        fc.constantFrom('page', 'property:plan', 'country'),
        (days, fields, by) => {
          const readValue = {
            page: (_visit: unknown, hit: { path: string }) => hit.path,
            'property:plan': (_visit: unknown, hit: { properties: Record<string, string> }) =>
              hit.properties.plan ?? '',
            country: ({ dimensions }: { dimensions: { country: string } }) => dimensions.country,
          }[by] as (visit: unknown, hit: unknown) => string;
          const asked = { ...fields, measure: 'revenue' } as const;
          const [rows, totals] = answersTo([all({ ...asked, by: [by as 'page'] }), all(asked)], days);
          const found = new Map(
            rows?.rows.map(({ values, amount }) => [JSON.stringify(values), BigInt(amount ?? '')]),
          );
          expect(found).toEqual(
            slowRevenue(
              all({ ...fields, by: [by as 'page'] }),
              (_, visit, hit) => [readValue(visit, hit)],
              days,
            ),
          );
          const all2 = new Map(
            totals?.rows.map(({ values, amount }) => [JSON.stringify(values), BigInt(amount ?? '')]),
          );
          expect(all2).toEqual(slowRevenue(all(fields), () => [], days));
        },
      ),
      { numRuns: RUNS },
    );
  });
});

test('the properties of events and pageviews are those of the selected hits', () => {
  fc.assert(
    fc.property(randomDays, period, fc.integer({ min: 1, max: 3 }), (days, fields, values) => {
      const question = all({ ...fields, properties: { values } });
      const found = answersTo([question], days)[0]?.properties ?? [];
      expect(found).toEqual(slowProperties(question, values, days));
    }),
    { numRuns: RUNS },
  );
});
