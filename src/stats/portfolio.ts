import type { MetricName } from '../analysis/metrics.ts';
import { requireScope } from '../auth/permissions.ts';
import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import { comparedPeriod, type Period, type PeriodArgs, readPeriod } from './periods.ts';
import { readMetrics } from './sums.ts';

/** The same period of all websites of an account. */
export interface Portfolio {
  periods: readonly Period[];
}

/** The most websites whose numbers are summed: each is read like a period of its own. */
const MAX_WEBSITES = 1_000;

/**
 * Resolves a period of all websites that the viewer's account or key has access to. Named periods are those
 * of each website's time zone.
 * @param args as for {@link readPeriod}.
 * @throws AppError `invalid`; `forbidden` without the scope, or with more than 1,000 websites.
 */
export async function readPortfolio(args: PeriodArgs, context: Context): Promise<Portfolio> {
  const { accountId, websiteId } = requireScope(context.viewer, 'stats:read');
  const rows = await context.db.read.website.findMany({
    where: { accountId, ...(websiteId !== null && { id: websiteId }) },
    orderBy: { id: 'asc' },
    take: MAX_WEBSITES + 1,
  });
  if (rows.length > MAX_WEBSITES)
    throw new AppError(
      'forbidden',
      `Totals over all websites are limited to ${MAX_WEBSITES} websites; the account has more. ` +
        'Request the periods of the websites instead.',
    );
  return { periods: await Promise.all(rows.map((website) => readPeriod(website, args, context))) };
}

/**
 * Returns the periods that those of a portfolio are compared with; null if none has one.
 * @param elapsed as for {@link comparedPeriod}.
 */
export function portfolioBefore(
  { periods }: Portfolio,
  elapsed: boolean,
  context: Context,
): Portfolio | null {
  const before = periods.flatMap((period) => comparedPeriod(period, elapsed, context) ?? []);
  return before.length === 0 ? null : { periods: before };
}

/** Reads a metric over all websites of a portfolio; null where the metric is (METRICS). */
export const readPortfolioMetric = (
  { periods }: Portfolio,
  name: MetricName,
  context: Context,
): Promise<number | null> => readMetrics(periods, name, context);
