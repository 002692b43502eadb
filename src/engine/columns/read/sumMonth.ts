import type { Snapshot } from '../../../db/snapshot.ts';
import { AppError } from '../../../errors.ts';
import type { Question } from '../../question/types.ts';
import type { EvaluationPart } from '../evaluate/parts.ts';
import { encodeMonth } from '../months/codec.ts';
import { lastDayOf, SUMMED, type SummedDimension } from '../months/dimensions.ts';
import { ALL_DAYS } from './closedDays.ts';
import type { DayCache } from './dayCache.ts';
import { type MonthVersion, readMonthVersions } from './facts.ts';
import { rangeOfMonth } from './parts.ts';
import { evaluateShare } from './share.ts';

/** The sums of a month by one dimension, for the table `MonthSums`. */
export interface BuiltSums extends MonthVersion {
  dimension: SummedDimension;
  data: Uint8Array;
}

/** Evaluates the days of a month by dimensions, whatever is stored of the month. */
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
 * Adds up a month by all dimensions. A dimension with too many values has no sums: its days are evaluated.
 * @returns nothing if the month has changed since its version was read.
 */
export async function sumMonth(
  snapshot: Snapshot,
  cache: DayCache,
  month: MonthVersion,
): Promise<BuiltSums[]> {
  const range = rangeOfMonth(month.websiteId, month.month);
  const [current] = await readMonthVersions(snapshot, [range]);
  if (current?.version !== month.version) return [];
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
  return [...sums].map(([dimension, part]) => ({ ...month, dimension, data: encodeMonth(part) }));
}
