import { deserialize, serialize } from 'node:v8';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { buildMonth, splitMonth } from '../../../../src/engine/columns/chunks/smallDays.ts';
import { createEvaluation } from '../../../../src/engine/columns/evaluate/evaluation.ts';
import { Interner } from '../../../../src/engine/columns/evaluate/interner.ts';
import { slowAnswer } from '../../../support/engine/oracle.ts';
import { columnsOf, RUNS, randomDays, randomQuestion } from '../../../support/engine/random.ts';
import { dayRows } from '../../../support/engine/rows.ts';

const questions = fc.array(randomQuestion, { minLength: 1, maxLength: 3 });

test('evaluations of shares of the days, sent as bytes and merged, give the answers of all days', () => {
  fc.assert(
    fc.property(randomDays, questions, fc.integer({ min: 1, max: 3 }), (days, asked, of) => {
      const shares = Array.from({ length: of }, (_, index) => {
        const interner = new Interner();
        const evaluation = createEvaluation(asked, interner);
        for (const [position, day] of days.entries())
          if (position % of === index) evaluation.add(interner.intern(columnsOf(day)));
        return serialize(evaluation.parts());
      });
      const merged = createEvaluation(asked, new Interner());
      for (const bytes of shares) merged.merge(deserialize(bytes));
      expect(merged.answers()).toEqual(asked.map((question) => slowAnswer(question, days)));
    }),
    { numRuns: RUNS },
  );
});

test('days that were built together give the answers of single days', () => {
  fc.assert(
    fc.property(randomDays, questions, (all, asked) => {
      const rows = dayRows(all);
      const interner = new Interner();
      const { columns, days } = buildMonth(rows);
      const evaluation = createEvaluation(asked, interner);
      if (rows.length > 0) evaluation.add(interner.intern(columns, days));
      expect(evaluation.answers()).toEqual(asked.map((question) => slowAnswer(question, all)));
    }),
    { numRuns: RUNS },
  );
});

test('days that were built together can be divided into the same days', () => {
  fc.assert(
    fc.property(randomDays, (all) => {
      const rows = dayRows(all);
      const interner = new Interner();
      const { columns, days } = buildMonth(rows);
      const split = splitMonth(interner.intern(columns, days));
      expect(split.map(({ day, visits, hits }) => [day, visits, hits])).toEqual(
        rows.map(({ day, visits, hits }) => [day, visits.length, hits.length]),
      );
    }),
  );
});
