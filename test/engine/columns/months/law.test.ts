import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { monthOf } from '../../../../src/calendar/days.ts';
import { createEvaluation } from '../../../../src/engine/columns/evaluate/evaluation.ts';
import { Interner } from '../../../../src/engine/columns/evaluate/interner.ts';
import type { EvaluationPart } from '../../../../src/engine/columns/evaluate/parts.ts';
import { STRIDE } from '../../../../src/engine/columns/evaluate/selection.ts';
import { MAX_GROUPS } from '../../../../src/engine/columns/evaluate/values.ts';
import { decodeMonth, encodeMonth } from '../../../../src/engine/columns/months/codec.ts';
import { lastDayOf, SUMMED, type SummedDimension } from '../../../../src/engine/columns/months/dimensions.ts';
import type { Question } from '../../../../src/engine/question/types.ts';
import { slowAnswer } from '../../../support/engine/oracle.ts';
import {
  columnsOf,
  type RandomDay,
  RUNS,
  randomDays,
  randomQuestion,
} from '../../../support/engine/random.ts';

const ALL: Omit<Question, 'from' | 'to' | 'by'> = {
  untilHour: null,
  filter: null,
  order: null,
  search: null,
  positive: null,
  hideBelow: 0,
  offset: 0,
  limit: 1_000,
};

const byOf = (dimension: SummedDimension) => (dimension === 'total' ? [] : [dimension]);

/** The sums of a month as they are stored, each dimension by an evaluation of its own. */
function sumsOf(month: number, days: readonly RandomDay[]): Map<SummedDimension, EvaluationPart> {
  return new Map(
    SUMMED.map((dimension) => {
      const interner = new Interner();
      const question = { ...ALL, from: 100 * month + 1, to: lastDayOf(month), by: byOf(dimension) };
      const evaluation = createEvaluation([question], interner);
      for (const day of days) evaluation.add(interner.intern(columnsOf(day)));
      const [part] = evaluation.parts();
      return [dimension, decodeMonth(encodeMonth(part as EvaluationPart)) as EvaluationPart];
    }),
  );
}

/** Questions that sums of months can answer, and others beside them. */
const questions = fc.array(
  fc
    .tuple(randomQuestion, fc.constantFrom(...SUMMED), fc.boolean(), fc.boolean())
    .map(([question, dimension, summed, whole]): Question => {
      const { search, ...asked } = question;
      const by = summed ? byOf(dimension) : asked.by;
      return {
        ...asked,
        ...(summed && { filter: null, untilHour: null }),
        ...(whole && { from: 20000101, to: 20991231 }),
        by,
        search: search && search.length >= by.length ? search.slice(0, by.length) : null,
      };
    }),
  { minLength: 1, maxLength: 4 },
);

test('months that are added from their stored sums give the answers of their days', () => {
  let added = 0;
  fc.assert(
    fc.property(randomDays, questions, fc.boolean(), (days, asked, every) => {
      const interner = new Interner();
      const evaluation = createEvaluation(asked, interner);
      const months = [...new Set(days.map(({ day }) => monthOf(day)))];
      for (const month of every ? months : months.slice(0, 1)) {
        if (evaluation.summable(month).size === 0) continue;
        added += 1;
        const own = days.filter(({ day }) => monthOf(day) === month);
        evaluation.addMonth(month, sumsOf(month, own));
      }
      for (const day of days) evaluation.add(interner.intern(columnsOf(day)));
      expect(evaluation.answers()).toEqual(asked.map((question) => slowAnswer(question, days)));
    }),
    { numRuns: RUNS },
  );
  expect(added).toBeGreaterThan(RUNS / 4);
});

test('a search finds few values of a month that has more than a question may have', () => {
  const values = Array.from({ length: MAX_GROUPS + 1 }, (_, index) => `/${index}`);
  const sums = new Float64Array(STRIDE * values.length).fill(1);
  const positions = Uint32Array.from(values, (_, index) => index);
  const part: EvaluationPart = { sums, groupings: [{ texts: [values], positions: [positions], sums }] };
  const stored = new Map<SummedDimension, EvaluationPart>([
    ['total', part],
    ['page', part],
  ]);
  const answer = (search: string[] | null) => {
    const question = { ...ALL, from: 20261001, to: 20261031, by: ['page' as const], search };
    const evaluation = createEvaluation([question], new Interner());
    evaluation.addMonth(202610, stored);
    return evaluation.answers()[0]?.total;
  };
  expect(answer([`/${MAX_GROUPS}`])).toBe(1);
  expect(() => answer(null)).toThrow('invalid');
});
