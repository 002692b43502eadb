import type { CostScope } from './cost.ts';

/** Points of a question to the analysis engine, and for each of its days. */
const QUESTION = 200;
const DAY = 2;
/**
 * More days cost no more: websites whose days are older are rare, and their chunks are read in milliseconds.
 */
const MOST_DAYS = 366;

/**
 * Returns the cost of a question that the rollup cannot answer. Each question reads the hits of its days; a
 * day with a thousand visits takes about as long as two values of a response.
 */
export function questionCost({ days }: Pick<CostScope, 'days'>): number {
  return QUESTION + DAY * Math.min(days ?? MOST_DAYS, MOST_DAYS);
}
