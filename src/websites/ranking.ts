import type { MetricName } from '../analysis/metrics.ts';
import { requireScope } from '../auth/permissions.ts';
import type { Context } from '../context.ts';
import { sql } from '../db/sql/sql.ts';
import { invalid } from '../errors.ts';
import type { Website } from '../generated/prisma/client.ts';
import { type PeriodArgs, readPeriod } from '../stats/periods.ts';
import { readMetric } from '../stats/sums.ts';

/** An order of websites by a metric of a period. */
export interface WebsiteOrder {
  metric: MetricName;
  /** By default the largest number first. */
  direction?: 'asc' | 'desc' | null | undefined;
  /** The name of the period, in place of `from` and `to`. */
  period?: PeriodArgs['name'];
  from?: string | null | undefined;
  to?: string | null | undefined;
}

/** The most websites that can be ordered by a metric: each is read like a period of its own. */
const MAX_RANKED = 1_000;

/**
 * Returns the websites of the viewer's account that the viewer's key has access to, ordered by a metric.
 * Websites with equal numbers are ordered by url. Websites without the metric, such as the bounce rate
 * without visits, come last in both directions.
 * @param search text that the url contains; matched literally, regardless of case.
 * @throws AppError `invalid` with more than 1,000 matching websites, or for an invalid period;
 *   `unauthenticated`, `forbidden`.
 */
export async function rankWebsites(
  search: string,
  { metric, direction, period, ...days }: WebsiteOrder,
  context: Context,
): Promise<Website[]> {
  const { accountId, websiteId } = requireScope(context.viewer, 'stats:read');
  if (!period && !(days.from && days.to))
    throw invalid({ orderBy: ['Must have either `period`, or `from` and `to`.'] });
  const { db, loaders } = context;
  const found = await db.select<{ id: number }>(sql`
    SELECT "id" FROM "Website"
    WHERE "accountId" = ${accountId}
      AND "id" = COALESCE(${websiteId}, "id")
      AND ${db.dialect.matches(sql`"url"`, sql`${db.dialect.containsPattern(search)}`)}
    LIMIT ${MAX_RANKED + 1}`);
  if (found.length > MAX_RANKED)
    throw invalid({
      orderBy: [
        `Must be omitted for more than ${MAX_RANKED} websites, which can be ordered by address only. ` +
          'Narrow the search, or order by address.',
      ],
    });
  const rows = await Promise.all(found.map(({ id }) => loaders.website.load(id)));
  const read = async (website: Website) => {
    const range = await readPeriod(website, { name: period, ...days }, context);
    return { website, value: await readMetric(range, metric, context) };
  };
  const ranked = await Promise.all(rows.filter((row) => row !== null).map(read));
  const sign = direction === 'asc' ? 1 : -1;
  return ranked
    .sort(
      (one, other) =>
        Number(one.value === null) - Number(other.value === null) ||
        sign * ((one.value ?? 0) - (other.value ?? 0)) ||
        byUrl(one.website, other.website),
    )
    .map(({ website }) => website);
}

const byUrl = (one: Website, other: Website) =>
  one.url < other.url ? -1 : one.url > other.url ? 1 : one.id - other.id;
