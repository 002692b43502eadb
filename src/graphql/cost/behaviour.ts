import { filterCost, questionCost } from './analysis.ts';
import type { Cost, CostScope } from './cost.ts';

/**
 * The time of a goal, of revenue, of a step of a funnel and of journeys, as a part of that of a question:
 * they share the columns that the other questions of the operation read, and the tests of the filter.
 */
const [GOAL, REVENUE, FUNNEL, STEP, JOURNEYS] = [0.15, 0.5, 1, 0.25, 1.5];

type Scope = Pick<CostScope, 'days' | 'rows' | 'points'>;

/** Returns the cost of a question whose answer the rows of a page share. */
const shared = (points: number, { rows }: Pick<CostScope, 'rows'>): Cost => ({
  points: 1 + points / Math.max(1, rows),
});

/** The cost of one goal, whose result is a row of its own unless it belongs to the rows of a page. */
export function goalCost({ filter }: { filter?: unknown }, scope: Scope): Cost {
  return shared(GOAL * questionCost(scope) + filterCost(filter, scope), scope);
}

/** The cost of all goals of a website. */
export const goalsCost = (first: number, scope: Scope): Cost => ({
  points: 20 + GOAL * questionCost(scope) * first,
  times: first,
  below: { rows: 1 },
});

export const revenueCost = (scope: Scope): Cost => ({
  ...shared(REVENUE * questionCost(scope), scope),
  times: MAX_CURRENCIES,
});

/** Currencies that a website has at most, as a rule. */
const MAX_CURRENCIES = 5;

/** The cost of a funnel; of a saved one, as if it had all steps. */
export function funnelCost({ steps }: { steps?: unknown }, scope: Scope, most: number): Cost {
  const count = Array.isArray(steps) ? steps.length : most;
  const points = (FUNNEL + STEP * count) * questionCost(scope) + filterCost(steps, scope);
  return { points, below: { rows: Math.min(count, most) } };
}

/**
 * The cost of journeys. Below a node are at most `first` nodes and `(other)`; `(end)`, which has no children,
 * is left out of the product.
 */
export const journeysCost = (anchor: unknown, first: number, scope: Scope): Cost => ({
  points: JOURNEYS * questionCost(scope) + filterCost(anchor, scope),
  times: first + 1,
  below: { rows: first + 1 },
});
