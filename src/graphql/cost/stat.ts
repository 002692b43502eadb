import type { Sums } from '../../engine/registry/metrics.ts';
import { ROLLUPS, type RollupName } from '../../engine/registry/statistics.ts';
import type { CostScope } from './cost.ts';

/** Number of cheap reads of a statistic in an operation: a period, the period before it, and a total. */
const OFTEN = 3;
/** Points of a cheap read. */
const READ = 20;
/**
 * Points of each further read of the same statistic, with another range, search, order or cursor. Each read
 * adds up all rows of the statistic; 4,000 rows take 6 ms. In a list of websites, each website costs only
 * `READ`: they belong to the viewer's account, and most have few rows.
 */
const FURTHER = { short: 300, long: 4_500 };

/** Returns the cost of the totals or series of a period with these sums. Each is counted once. */
export function totalsCost(
  sums: readonly (keyof Sums)[],
  { periodReads }: Pick<CostScope, 'periodReads'>,
): number {
  const fresh = sums.filter((name) => !periodReads.has(name));
  for (const name of fresh) periodReads.add(name);
  return READ * fresh.length;
}

/** Returns the cost of reading a statistic. It does not depend on the number of requested rows. */
export function readCost(name: RollupName, timesRead: CostScope['timesRead']): number {
  if (timesRead(name) < OFTEN) return READ;
  return ROLLUPS[name].cardinality !== 'high' ? FURTHER.short : FURTHER.long;
}

/** Points of a website in totals over many, and the rows of a rollup that are read in the time of a point. */
const WEBSITE = 4;
const ROWS = 3;
/** More days cost no more: websites whose days are older are rare. */
const MOST_DAYS = 732;

/**
 * Returns the cost of the totals of one of many websites over some days. A range consists of whole months,
 * and of up to half a month of days (engine/rollup/stretches.ts).
 */
export function totalsOfWebsite(days: number | null): number {
  const known = Math.min(days ?? MOST_DAYS, MOST_DAYS);
  return WEBSITE + (Math.min(known, 16) + known / 30) / ROWS;
}
