import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { closedKey } from '../../../../src/engine/columns/evaluate/closed.ts';
import { createEvaluation } from '../../../../src/engine/columns/evaluate/evaluation.ts';
import { Interner } from '../../../../src/engine/columns/evaluate/interner.ts';
import type { GroupDimension, Question } from '../../../../src/engine/question/types.ts';
import { slowAnswer } from '../../../support/engine/oracle.ts';
import { columnsOf, RUNS, randomDays, randomQuestion } from '../../../support/engine/random.ts';

const questions = fc.array(randomQuestion, { minLength: 1, maxLength: 4 });
/** A day between those of the random days. */
const lastClosed = fc.constantFrom(20240228, 20251228, 20251230, 20260102, 20260104, 20270103);

test('sums of days that are over, with the other days, give the answers of all days', () => {
  fc.assert(
    fc.property(randomDays, questions, lastClosed, fc.nat(), (days, asked, through, chosen) => {
      const interner = new Interner();
      const all = days.map((day) => interner.intern(columnsOf(day)));
      const before = createEvaluation(asked, interner);
      for (const day of all) if (day.day <= through) before.add(day);
      // Some questions have sums, as if they had been asked before.
      const isKept = (index: number) => ((chosen >> index) & 1) === 1;
      const closed = asked.map((question, index) =>
        isKept(index) && closedKey(question, through) !== null ? before.closed(index) : null,
      );
      const evaluation = createEvaluation(asked, interner, { closed, through });
      for (const day of all) if (evaluation.needs([day])) evaluation.add(day);
      expect(evaluation.answers()).toEqual(asked.map((question) => slowAnswer(question, days)));
    }),
    { numRuns: RUNS },
  );
});

test('questions with the same key have the same sums', () => {
  fc.assert(
    fc.property(
      randomDays,
      randomQuestion,
      lastClosed,
      fc.integer({ min: 1, max: 90 }),
      (days, one, through, more) => {
        const other = { ...one, to: Math.max(one.to, through) + more, untilHour: null };
        fc.pre(one.to >= through && closedKey(one, through) === closedKey(other, through));
        const interner = new Interner();
        const evaluation = createEvaluation([one, other], interner);
        for (const day of days) if (day.day <= through) evaluation.add(interner.intern(columnsOf(day)));
        const [mine, its] = [evaluation.closed(0), evaluation.closed(1)];
        expect(mine).toEqual(its);
      },
    ),
    { numRuns: RUNS },
  );
});

test('questions by whole days follow from the totals of days', () => {
  const byDay = fc.constantFrom<GroupDimension[]>([], ['day'], ['week'], ['month'], ['month', 'day']);
  fc.assert(
    fc.property(randomDays, randomQuestion, byDay, (days, { search: _, ...one }, by) => {
      const question: Question = { ...one, by, filter: null, search: null };
      const counted = days.filter(({ visits }) => visits.length > 0);
      const totals = counted.map(({ day }) => {
        const { sums } = slowAnswer({ ...question, from: day, to: day, untilHour: null, by: [] }, days);
        return { day, ...sums };
      });
      const interner = new Interner();
      const evaluation = createEvaluation([question], interner, { totals });
      for (const day of counted) {
        const needed = evaluation.needs([day]);
        expect([question.untilHour === null, needed]).not.toEqual([true, true]);
        if (needed) evaluation.add(interner.intern(columnsOf(day)));
      }
      expect(evaluation.answers()).toEqual([slowAnswer(question, days)]);
    }),
    { numRuns: RUNS },
  );
});
