import type { Snapshot } from '../../../db/snapshot.ts';
import { AppError } from '../../../errors.ts';
import type { Question } from '../../question/types.ts';
import { buildMonth, type DayRows } from '../chunks/smallDays.ts';
import type { EvaluationPart } from '../evaluate/parts.ts';
import { encodeMonth } from '../months/codec.ts';
import {
  lastDayOf,
  type MonthContent,
  SMALL_DAYS,
  SUMMED,
  type SummedDimension,
} from '../months/dimensions.ts';
import { encodeSmallDays } from '../months/smallDays.ts';
import { ALL_DAYS } from './closedDays.ts';
import type { DayCache } from './dayCache.ts';
import { type MonthVersion, readFacts, readMonthVersions } from './facts.ts';
import { isDay, partsOf, rangeOfMonth } from './parts.ts';
import { readDayRows } from './rows.ts';
import { evaluateShare } from './share.ts';

/** A row of the table `MonthSums`. */
export interface BuiltSums extends MonthVersion {
  dimension: MonthContent;
  data: Uint8Array;
}

/** A month whose rows are built, with another limit of distinct values on its small days if it has one. */
export interface MonthToSum extends MonthVersion {
  maxValues?: number;
}

/** After every day: a month is stored once all of its days are over. */
const AFTER_ALL_DAYS = 99_999_999;

/** Evaluates the days of a month by dimensions, without its stored sums. */
async function evaluate(
  snapshot: Snapshot,
  cache: DayCache,
  { websiteId, month }: MonthVersion,
  dimensions: readonly SummedDimension[],
): Promise<EvaluationPart> {
  const questions = dimensions.map(
    (dimension): Question => ({
      from: 100 * month + 1,
      to: lastDayOf(month),
      untilHour: null,
      filter: null,
      by: dimension === 'total' ? [] : [dimension],
      order: null,
      search: null,
      positive: null,
      hideBelow: 0,
      offset: 0,
      limit: 0,
    }),
  );
  // The third day of the next month: all days of the month are over.
  const now = Date.UTC(Math.floor(month / 100), month % 100, 3);
  const run = { now, running: () => undefined, share: ALL_DAYS, withSums: false };
  const { parts } = await evaluateShare(snapshot, cache, [{ websiteId, questions }], run);
  return parts[0]?.[0] as EvaluationPart;
}

/**
 * Builds the rows of a month: its small days as columns, and its sums by all dimensions, unless all of its
 * days are small. A dimension with too many values has no sums: its days are evaluated.
 * @returns nothing if the month has changed since its version was read.
 */
export async function sumMonth(
  snapshot: Snapshot,
  cache: DayCache,
  { maxValues = cache.maxValues, ...month }: MonthToSum,
): Promise<BuiltSums[]> {
  const range = rangeOfMonth(month.websiteId, month.month);
  const [current] = await readMonthVersions(snapshot, [range]);
  if (current?.version !== month.version) return [];
  const parts = partsOf(await readFacts(snapshot, [range]), AFTER_ALL_DAYS);
  const small = parts.find((part) => !isDay(part));
  const built: BuiltSums[] = [];
  if (small) {
    const rows = await readDayRows(snapshot, small.days, maxValues);
    const columns = buildMonth(rows as readonly unknown[] as readonly DayRows[]);
    built.push({ ...month, dimension: SMALL_DAYS, data: encodeSmallDays(columns) });
  }
  if (small && parts.length === 1) return built;
  const sums = new Map<SummedDimension, EvaluationPart>();
  const add = async (dimensions: readonly SummedDimension[]) => {
    const part = await evaluate(snapshot, cache, month, dimensions);
    for (const [index, dimension] of dimensions.entries())
      sums.set(dimension, {
        sums: part.sums,
        groupings: dimension === 'total' ? [] : part.groupings.slice(index, index + 1),
      });
  };
  const tooMany = (error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  };
  await add(SUMMED).catch(async (error) => {
    tooMany(error);
    for (const dimension of SUMMED) await add([dimension]).catch(tooMany);
  });
  return built.concat(
    [...sums].map(([dimension, part]) => ({ ...month, dimension, data: encodeMonth(part) })),
  );
}
