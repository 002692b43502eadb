import type { Sums } from '../../engine/registry/metrics.ts';
import { STATISTICS, type StatName } from '../../engine/registry/statistics.ts';
import { questionCost } from './analysis.ts';
import type { CostScope } from './cost.ts';

/** Number of cheap reads of a statistic in an operation: a period, the period before it, and a total. */
const OFTEN = 3;
/** Points of a cheap read. */
const READ = 20;
/**
 * Points of each further read of the same statistic, with another range, search, order or cursor. Each range
 * is evaluated, and each read sorts all values of the statistic. In a list of websites, each website costs
 * only `READ`: they belong to the viewer's account, and most have few values.
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

/**
 * Returns the cost of reading a statistic, or the hosts. It does not depend on the number of requested rows.
 */
export function readCost(name: StatName | 'host', timesRead: CostScope['timesRead']): number {
  if (timesRead(name) < OFTEN) return READ;
  const isShort = name !== 'host' && STATISTICS[name].cardinality !== 'high';
  return isShort ? FURTHER.short : FURTHER.long;
}

/**
 * The part of a question that a statistic under a filter takes, because the period's own question has
 * selected the hits already.
 */
const SHARED = 0.25;

/** As {@link readCost}, for a statistic that is counted from the hits of so many days. */
export function hitsReadCost(
  name: StatName,
  timesRead: CostScope['timesRead'],
  days: Pick<CostScope, 'days'>,
): number {
  return (timesRead(name) < OFTEN ? SHARED : 1) * questionCost(days);
}

/** Points of a website in totals over many, and the days that are added up in the time of a point. */
const WEBSITE = 4;
const DAYS = 40;
/** More days cost no more: websites whose days are older are rare. */
const MOST_DAYS = 732;

/** Returns the cost of the totals of one of many websites over some days (engine/rollup/totals.ts). */
export const totalsOfWebsite = (days: number | null): number =>
  WEBSITE + Math.min(days ?? MOST_DAYS, MOST_DAYS) / DAYS;
