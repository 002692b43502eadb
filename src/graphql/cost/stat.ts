import { STATISTICS, type StatName } from '../../stats/definitions.ts';
import type { CostScope } from './cost.ts';

/** So many times an operation reads a statistic for little: a period, the one before it, and a total. */
const OFTEN = 3;
/** Points of a read. */
const READ = 20;
/**
 * Points of every further read of the same statistic, by another range, search, order or place: each adds up all of its rows, 4,000 of which
 * take 6 ms. That a list has many websites costs `READ` for each: they are the account's own, and most have few rows.
 */
const FURTHER = { short: 300, long: 3_500 };

/** The cost of reading a statistic, whatever number of its rows is asked for. */
export function readCost(name: StatName, timesRead: CostScope['timesRead']): number {
  if (timesRead(name) < OFTEN) return READ;
  return STATISTICS[name].cardinality !== 'high' ? FURTHER.short : FURTHER.long;
}
