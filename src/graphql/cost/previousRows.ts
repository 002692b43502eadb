import { filterCost, questionCost } from './analysis.ts';
import type { Cost, CostScope } from './cost.ts';
import { hitsReadCost, readCost } from './stat.ts';

/**
 * Returns the cost of a field of rows that compares each with the same row of the compared period. All rows
 * of a page are one read, whose cost is divided among them.
 * @param counted whether they are always counted from the hits.
 */
export const previousRowsCost =
  (counted = false) =>
  ({ elapsed }: { elapsed?: boolean | null | undefined }, scope: CostScope): Cost => ({
    points: 1 + readPoints(Boolean(elapsed), counted, scope) / Math.max(1, scope.rows),
  });

function readPoints(elapsed: boolean, counted: boolean, scope: CostScope): number {
  const { compared, comparedDays: days, comparedTests, filter, timesRead } = scope;
  if (!compared || days === 0 || compared.reads.has(elapsed)) return 0;
  compared.reads.add(elapsed);
  if (!counted && !scope.filtered && compared.statistic)
    return readCost(compared.statistic, timesRead) + (elapsed ? questionCost({ days: 1 }) : 0);
  // The questions of a period share the tests of its filter.
  const tests = comparedTests.has(elapsed) ? 0 : filterCost(filter, { days });
  comparedTests.add(elapsed);
  const { statistic } = compared;
  return (
    tests + (statistic && !counted ? hitsReadCost(statistic, timesRead, { days }) : questionCost({ days }))
  );
}
