import { z } from 'zod';
import { authorize, requireScope } from '../auth/permissions.ts';
import { dayNumber } from '../calendar/days.ts';
import type { Context } from '../context.ts';
import type { Website } from '../generated/prisma/client.ts';
import { daysInOrder, daysRules } from '../validation/days.ts';
import { type Page, pageBounds, pagingRules } from '../validation/paging.ts';
import { MAX_SEARCH, oneOf, optional, parseInput, required, text, withDefault } from '../validation/rules.ts';
import { STAT_NAMES, type StatName } from './definitions.ts';
import type { StatRow } from './read/loader.ts';

/** The rules of the arguments of {@link readStats}. */
export const statsRules = {
  name: required(oneOf(STAT_NAMES)),
  ...daysRules,
  search: optional(text(MAX_SEARCH)),
  sort: withDefault(oneOf(['max', 'min']), 'max'),
  ...pagingRules,
};
const statsSchema = z.object(statsRules).refine(...daysInOrder);

/** One page of a statistic's rows, with the sum of the counts of all its rows. */
export interface StatResult extends Page<StatRow> {
  name: StatName;
  sum: number;
}

/**
 * Reads one statistic of a website.
 * @param args `name`, `from`, `to` (local days of the website, both inclusive), `search`, `sort` (`max`,
 *   `min`), `per_page`, and `page` or `after`; not validated yet.
 * @throws AppError `invalid`; `forbidden` or `not_found` if the viewer may not read the statistics.
 */
export async function readStats(website: Website, args: object, context: Context): Promise<StatResult> {
  authorize(context.viewer, 'readStats', website);
  const input = parseInput(statsSchema, args);
  const { name } = input;
  const { offset, limit } = pageBounds(input);
  const page = await context.loaders.stats.load({
    websiteId: website.id,
    name,
    from: dayNumber(input.from),
    to: dayNumber(input.to),
    search: input.search === undefined ? null : asStored(name, input.search),
    sort: input.sort,
    offset,
    limit,
  });
  return { ...page, name, offset, limit };
}

/**
 * Converts a search text to the form of the stored values: in paths, non-ASCII characters are
 * percent-encoded.
 */
function asStored(name: StatName, search: string): string {
  if (name !== 'page' && name !== 'landing_page') return search;
  return search.toWellFormed().replace(/[^ -~]+/g, encodeURIComponent);
}

/** Reads a statistic of a website in the viewer's own account, by the website's id. See {@link readStats}. */
export async function readOwnStats(id: number, args: object, context: Context): Promise<StatResult> {
  const viewer = requireScope(context.viewer, 'stats:read');
  const website = await context.loaders.website.load(id);
  return readStats(authorize(viewer, 'readOwnStats', website), args, context);
}
