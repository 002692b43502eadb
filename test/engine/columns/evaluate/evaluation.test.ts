import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { DayColumns } from '../../../../src/engine/columns/chunks/columns.ts';
import { createEvaluation } from '../../../../src/engine/columns/evaluate/evaluation.ts';
import { Interner } from '../../../../src/engine/columns/evaluate/interner.ts';
import type { Answer, Filter, GroupDimension, Question } from '../../../../src/engine/question/types.ts';
import { ANALYSIS_DIMENSIONS, VISIT_DIMENSIONS } from '../../../../src/engine/registry/dimensions.ts';
import type { Sums } from '../../../../src/engine/registry/metrics.ts';
import { slowAnswer } from '../../../support/engine/oracle.ts';
import { questionOf } from '../../../support/engine/question.ts';
import {
  columnsOf,
  RUNS,
  randomCondition,
  randomDays,
  randomFilter,
  randomQuestion,
  randomVisitFilter,
} from '../../../support/engine/random.ts';

const ALL_ROWS = 1_000_000;
/** The metrics that selecting fewer hits never raises. */
const MONOTONE = ['visitors', 'visits', 'pageviews', 'events'] as const;

const question = (by: readonly GroupDimension[], filter: Filter | null): Question =>
  questionOf({ from: 10000101, to: 99991231, filter, by, limit: ALL_ROWS });

function answersTo(questions: readonly Question[], days: readonly DayColumns[], interner = new Interner()) {
  const evaluation = createEvaluation(questions, interner);
  for (const day of days) evaluation.add(interner.intern(day));
  return evaluation.answers();
}

const answerTo = (asked: Question, days: readonly DayColumns[]) => answersTo([asked], days)[0] as Answer;
const sumsUnder = (filter: Filter | null, days: readonly DayColumns[]) =>
  answerTo(question([], filter), days).sums;
const addUp = (rows: Answer['rows'], metric: keyof Sums) =>
  rows.reduce((total, { sums }) => total + sums[metric], 0);

const days = randomDays.map((all) => all.map(columnsOf));
const not = (part: Filter): Filter => ({ kind: 'not', part });
const both = (...parts: (Filter | null)[]): Filter => ({
  kind: 'all',
  parts: parts.filter((part) => part !== null),
});
const filterOrNull = fc.option(randomFilter, { freq: 4 });

describe('an evaluation', () => {
  test('gives the same answers as plain loops, whichever questions are evaluated together', () => {
    fc.assert(
      fc.property(randomDays, fc.array(randomQuestion, { minLength: 1, maxLength: 4 }), (all, questions) => {
        const columns = all.map(columnsOf);
        const interner = new Interner();
        const expected = questions.map((asked) => slowAnswer(asked, all));
        expect(answersTo(questions, columns, interner)).toEqual(expected);
        expect(answersTo(questions, columns.toReversed(), interner)).toEqual(expected);
      }),
      { numRuns: RUNS },
    );
  });

  test('gives the same answers to more goals than one pass over the hits lists', () => {
    const goals = fc.array(randomCondition(['page']), { minLength: 33, maxLength: 40 });
    fc.assert(
      fc.property(
        randomDays,
        filterOrNull,
        goals,
        fc.constantFrom('page', 'source'),
        (all, base, met, by) => {
          const questions = met.map((goal) => question([by], both(base, goal)));
          const expected = questions.map((asked) => slowAnswer(asked, all));
          expect(answersTo(questions, all.map(columnsOf))).toEqual(expected);
        },
      ),
      { numRuns: Math.ceil(RUNS / 10) },
    );
  });

  test('gives one row of zeros for the totals, and no other row, without days', () => {
    const [totals, rows] = answersTo([question([], null), question(['country'], null)], []);
    const none = { visitors: 0, visits: 0, pageviews: 0, events: 0, bounces: 0, duration: 0, views: 0 };
    expect(totals).toEqual({
      rows: [{ values: [], sums: none }],
      total: 1,
      sums: none,
      matched: none,
      few: null,
    });
    expect(rows).toEqual({ rows: [], total: 0, sums: none, matched: none, few: null });
  });
});

describe('the sums over the rows', () => {
  test('of dimensions of visitors and visits are the totals', () => {
    fc.assert(
      fc.property(
        days,
        fc.subarray([...VISIT_DIMENSIONS], { minLength: 1, maxLength: 3 }),
        filterOrNull,
        (all, by, filter) => {
          const { rows, sums } = answerTo(question(by, filter), all);
          for (const metric of ['visits', 'pageviews', 'events', 'bounces', 'duration', 'views'] as const)
            expect(addUp(rows, metric)).toBe(sums[metric]);
          if (by.every((name) => ANALYSIS_DIMENSIONS[name].level === 'visitor'))
            expect(addUp(rows, 'visitors')).toBe(sums.visitors);
        },
      ),
      { numRuns: RUNS },
    );
  });

  test('of pages are the pageviews and events, and those of events the events', () => {
    fc.assert(
      fc.property(days, filterOrNull, (all, filter) => {
        const pages = answerTo(question(['page'], filter), all);
        const events = answerTo(question(['event'], filter), all);
        expect(addUp(pages.rows, 'pageviews')).toBe(pages.sums.pageviews);
        expect(addUp(pages.rows, 'events')).toBe(pages.sums.events);
        expect(addUp(events.rows, 'pageviews')).toBe(0);
        expect(addUp(events.rows, 'events')).toBe(events.sums.events);
      }),
      { numRuns: RUNS },
    );
  });

  test.each(['hour', 'hour_of_day', 'day', 'week', 'month'] as const)('by %s are the totals', (by) => {
    fc.assert(
      fc.property(days, filterOrNull, (all, filter) => {
        const { rows, sums, matched } = answerTo(question([by], filter), all);
        expect(matched).toEqual(sums);
        for (const metric of Object.keys(sums) as (keyof Sums)[])
          expect(addUp(rows, metric)).toBe(sums[metric]);
      }),
      { numRuns: RUNS },
    );
  });
});

test('the row of a value equals the totals under the filter for the value', () => {
  fc.assert(
    fc.property(
      days,
      fc.constantFrom(...VISIT_DIMENSIONS, 'page' as const, 'event' as const),
      filterOrNull,
      (all, dimension, filter) => {
        for (const { values, sums } of answerTo(question([dimension], filter), all).rows)
          expect(sumsUnder(both(filter, { kind: 'value', dimension, test: { in: values } }), all)).toEqual(
            sums,
          );
      },
    ),
    { numRuns: RUNS },
  );
});

test('another condition never raises visitors, visits, pageviews or events', () => {
  fc.assert(
    fc.property(days, filterOrNull, randomFilter, (all, filter, condition) => {
      const before = sumsUnder(filter, all);
      const after = sumsUnder(both(filter, condition), all);
      for (const metric of MONOTONE) expect(after[metric]).toBeLessThanOrEqual(before[metric]);
    }),
    { numRuns: RUNS },
  );
});

test('a condition on visits and its negation divide visits, pageviews and events', () => {
  fc.assert(
    fc.property(days, filterOrNull, randomVisitFilter, (all, filter, condition) => {
      const whole = sumsUnder(filter, all);
      const selected = sumsUnder(both(filter, condition), all);
      const others = sumsUnder(both(filter, not(condition)), all);
      for (const metric of ['visits', 'pageviews', 'events', 'bounces', 'duration', 'views'] as const)
        expect(selected[metric] + others[metric]).toBe(whole[metric]);
    }),
    { numRuns: RUNS },
  );
});

test('the order of conditions does not matter', () => {
  fc.assert(
    fc.property(days, fc.array(randomFilter, { maxLength: 4 }), randomQuestion, (all, parts, asked) => {
      const answers = [parts, parts.toReversed()].map((ordered) =>
        answerTo({ ...asked, filter: both(...ordered) }, all),
      );
      expect(answers[0]).toEqual(answers[1]);
    }),
    { numRuns: RUNS },
  );
});

test('no condition on the event selects a pageview', () => {
  fc.assert(
    fc.property(days, randomCondition(['event']), (all, condition) => {
      expect(sumsUnder(condition, all).pageviews).toBe(0);
      expect(sumsUnder(not(condition), all).pageviews).toBe(sumsUnder(null, all).pageviews);
    }),
    { numRuns: RUNS },
  );
});
