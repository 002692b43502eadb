import type { CostScope } from './cost.ts';

/** Points of a question to the analysis engine, and for each of its days. */
const QUESTION = 200;
const DAY = 2;
/**
 * More days cost no more: websites whose days are older are rare, and their chunks are read in milliseconds.
 */
const MOST_DAYS = 366;

/**
 * Returns the cost of a question with a filter, several dimensions or other metrics. Each question reads the
 * hits of its days; a day with a thousand visits takes about as long as two values of a response.
 */
export function questionCost({ days }: Pick<CostScope, 'days'>): number {
  return QUESTION + DAY * Math.min(days ?? MOST_DAYS, MOST_DAYS);
}

/** A further test of a value takes this part of the time of a question. */
const TEST = 0.25;
/** Values of a list that are looked up in the time of a test for a part of a text. */
const LISTED = 25;

/**
 * Returns the cost of the tests of a filter: its conditions, multiplied by their values. The first one is
 * included in the question. Questions with the same filter share its tests.
 * @param filter as GraphQL coerces a `FilterInput`; not validated.
 */
export function filterCost(filter: unknown, scope: Pick<CostScope, 'days'>): number {
  return Math.max(0, testsOf(filter) - 1) * TEST * questionCost(scope);
}

/** A goal in a filter counts as this many tests: its own are not known. */
const GOAL_TESTS = 10;

/** Counts the tests: texts, lists of texts and goals, at any depth. */
export function testsOf(filter: unknown): number {
  if (typeof filter === 'string') return 1;
  if (typeof filter !== 'object' || filter === null) return 0;
  if (Array.isArray(filter) && filter.every((value) => typeof value === 'string'))
    return Math.max(1, filter.length / LISTED);
  return Object.entries(filter).reduce(
    (total: number, [name, part]) => total + (name === 'goal' && part ? GOAL_TESTS : testsOf(part)),
    0,
  );
}
