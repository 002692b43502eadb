import { hiddenBelow, isShown } from '../access.ts';
import type { StatContext } from '../context.ts';
import type { Period } from '../periods.ts';
import { type CountedRows, type OfRow, readRowRevenue, TOTALS } from './counted.ts';
import type { Money } from './money.ts';
import { ownPeriod } from './ownPeriod.ts';

/**
 * Reads the revenue of rows of a period that the viewer may read. It is empty for viewers from whom small
 * counts are hidden, because it would tell what single visitors paid, and for shared links that do not show
 * events.
 */
export async function readRevenueOfRows(
  period: Period,
  counted: CountedRows,
  context: StatContext,
): Promise<OfRow<Money[]>> {
  if (hiddenBelow(period.website, context) > 0 || !isShown('event', context)) return () => [];
  return readRowRevenue(period, counted, context);
}

/** Reads the revenue of a period. See {@link readRevenueOfRows}. */
export const readRevenue = async (period: Period, context: StatContext): Promise<Money[]> =>
  (await readRevenueOfRows(period, TOTALS, context))([]);

/**
 * Reads the revenue of a website of the viewer's team, by the website's id.
 * @param args `from`, `to`, `filter`, with the names of REST; not validated yet.
 * @throws AppError `invalid`; `forbidden` or `not_found` if the viewer may not read the statistics.
 */
export const readOwnRevenue = async (id: number, args: object, context: StatContext): Promise<Money[]> =>
  readRevenue(await ownPeriod(id, args, context), context);
