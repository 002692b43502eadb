import type { Question } from '../../../src/engine/question/types.ts';

const ALL: Question = {
  from: 20260901,
  to: 20261231,
  filter: null,
  by: [],
  order: null,
  search: null,
  positive: null,
  untilHour: null,
  hideBelow: 0,
  offset: 0,
  limit: 100,
};

/** A question about all hits of four months of 2026, or another one that differs in these fields. */
export const questionOf = (fields: Partial<Question> = {}): Question => ({ ...ALL, ...fields });
