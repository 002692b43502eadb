import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { DetailsDocument } from '../../src/web/stats/details/documents.ts';
import { PageDocument } from '../../src/web/stats/documents.ts';
import { GoalChangesDocument, PART } from '../../src/web/stats/goals/cardDocuments.ts';
import {
  AllGoalsDocument,
  GoalComparedDocument,
  GoalNumbersDocument,
  SHOWN,
} from '../../src/web/stats/goals/documents.ts';
import { GoalFileDocument } from '../../src/web/stats/goals/fileDocuments.ts';
import { MAX_GOALS } from '../../src/websites/entities.ts';
import { GOAL, mutate, nodeId } from '../support/entities.ts';
import { createMeasure, type Measure, type Operation, ratio } from './measure.ts';
import { createWorld, type World } from './world.ts';

/** The maximum CPU time of what the page asks about goals, as a multiple of that of its own operation. */
const MOST = 10;

let world: World;
let measure: Measure;
beforeAll(async () => {
  world = await createWorld(500);
  measure = await createMeasure(world);
  // No condition of a goal is that of another one, so none shares its tests.
  for (let goal = 0; goal < MAX_GOALS; goal += 1) {
    const parts = Array.from({ length: 10 }, (_, part) => ({ page: { contains: `${goal}${part}` } }));
    const filter = { or: parts };
    await mutate(world.server, GOAL.create, { websiteId: '1', name: `Goal ${goal}`, filter });
  }
});
afterAll(() => world.server[Symbol.asyncDispose]());

/** The operation of the page, and those about goals, over all days and as large as the page sends them. */
function operations(): { page: Operation; goals: Record<string, Operation> } {
  const days = { compareFrom: '2026-09-01', compareTo: '2026-11-20' };
  const base = { trackingId: world.trackingId, name: 'ALL', ...days };
  const goal = { goal: nodeId('Goal', MAX_GOALS), hasGoal: true };
  const series = { ...base, by: 'DAY', byDays: true, hasPoints: true };
  const details = { ...base, by: ['PAGE'], orderBy: { metric: 'VISITORS', direction: 'DESC' } };
  const of = (document: { toString(): string }, variables: Record<string, unknown>): Operation => ({
    query: document.toString(),
    variables,
  });
  return {
    page: of(PageDocument, { ...base, by: 'DAY', byDays: true }),
    goals: {
      'numbers of a goal': of(GoalNumbersDocument, { ...series, ...goal }),
      'numbers of a goal in the compared period': of(GoalComparedDocument, { ...series, ...goal }),
      'revenue of all events': of(GoalNumbersDocument, { ...series, hasGoal: false }),
      'all goals': of(AllGoalsDocument, { ...base, first: SHOWN.all }),
      'changes of goals': of(GoalChangesDocument, { ...base, first: PART, offset: 0 }),
      // Of these, only a key or a session may read so many together.
      'changes of as many goals as there can be': of(GoalChangesDocument, {
        ...base,
        first: MAX_GOALS,
        offset: 0,
      }),
      'the file of goals': of(GoalFileDocument, { ...base, first: PART, offset: 0 }),
      'details with a goal': of(DetailsDocument, { ...details, ...goal }),
    },
  };
}

test(`the page's operations about goals take at most ${MOST} times the CPU time of its own`, async () => {
  const { page, goals } = operations();
  const factors: Record<string, number> = {};
  for (const [name, operation] of Object.entries(goals)) {
    // The first reading builds the columns that later ones share.
    const { refused, bytes } = await measure('key', operation);
    expect([name, refused, bytes > 100]).toEqual([name, null, true]);
    factors[name] = await ratio(
      () => measure('key', operation),
      () => measure('key', page),
    );
  }
  expect(Object.entries(factors).filter(([, factor]) => factor > MOST)).toEqual([]);
});
