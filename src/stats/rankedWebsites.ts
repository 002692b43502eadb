import { requireScope } from '../auth/permissions.ts';
import { sql } from '../db/sql/sql.ts';
import type { MetricName } from '../engine/registry/metrics.ts';
import { invalid } from '../errors.ts';
import type { Website } from '../generated/prisma/client.ts';
import { type Page, pageBounds } from '../validation/paging.ts';
import { parseInput } from '../validation/rules.ts';
import { inReach, listSchema } from '../websites/list.ts';
import { MAX_TOTALLED } from '../websites/teamWebsites.ts';
import type { StatContext } from './context.ts';
import type { PeriodArgs } from './periods.ts';
import { readPortfolioMetric, type SharedPeriod, sharedPeriods } from './portfolio.ts';

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

/**
 * Lists the websites that the viewer has access to as a member, ordered by a metric.
 * @param args as for `listWebsites`, of which `sort` has no effect.
 * @throws AppError as {@link rankWebsites}.
 */
export async function listRankedWebsites(
  args: object,
  order: WebsiteOrder,
  context: StatContext,
): Promise<Page<Website>> {
  requireScope(context.viewer, 'websites:read');
  const { search, sort, ...paging } = parseInput(listSchema, args);
  const { offset, limit } = pageBounds(paging);
  const ranked = await rankWebsites(search ?? '', order, context);
  return { rows: ranked.slice(offset, offset + limit), total: ranked.length, offset, limit };
}

/**
 * Returns the websites that the viewer has access to as a member, ordered by a metric.
 * Websites with equal numbers are ordered by url. Websites without the metric, such as the bounce rate
 * without visits, come last in both directions.
 * @param search text that the url contains; matched literally, regardless of case.
 * @throws AppError `invalid` with more than 1,000 matching websites, or for an invalid period;
 *   `unauthenticated`, `forbidden`.
 */
async function rankWebsites(
  search: string,
  { metric, direction, period, ...days }: WebsiteOrder,
  context: StatContext,
): Promise<Website[]> {
  const viewer = requireScope(context.viewer, 'stats:read');
  if (!period && !(days.from && days.to))
    throw invalid({ orderBy: ['Must have either `period`, or `from` and `to`.'] });
  const { db, loaders } = context;
  const found = await db.select<{ id: number }>(sql`
    SELECT "id" FROM "Website"
    WHERE ${inReach(viewer)}
      AND ${db.dialect.matches(sql`"url"`, sql`${db.dialect.containsPattern(search)}`)}
    LIMIT ${MAX_TOTALLED + 1}`);
  if (found.length > MAX_TOTALLED)
    throw invalid({
      orderBy: [
        `Must be omitted for more than ${MAX_TOTALLED} websites, which can be ordered by address only. ` +
          'Narrow the search, or order by address.',
      ],
    });
  const range = { name: period, ...days };
  const loaded = await Promise.all(found.map(({ id }) => loaders.website.load(id)));
  const rows = loaded.filter((row) => row !== null);
  const byId = new Map(rows.map((website) => [website.id, website]));
  const read = async ({ period: shared, websites }: SharedPeriod) => {
    const own = websites.map((website) => ({ shared: [{ period: shared, websites: [website] }] }));
    const values = await Promise.all(own.map((portfolio) => readPortfolioMetric(portfolio, metric, context)));
    return websites.map(({ id }, index) => ({
      website: byId.get(id) as Website,
      value: values[index] as number | null,
    }));
  };
  const ranked = (await Promise.all((await sharedPeriods(rows, range, context)).map(read))).flat();
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
