import { z } from 'zod';
import { ANALYSIS_DIMENSIONS } from '../analysis/dimensions.ts';
import { storedText } from '../analysis/query/condition.ts';
import { checkFilter, combinedFilter } from '../analysis/query/filter.ts';
import type { Filter, GroupDimension, Question } from '../analysis/query/types.ts';
import { dayNumber } from '../calendar/days.ts';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import type { Website } from '../generated/prisma/client.ts';
import { daysInOrder, daysRules } from '../validation/days.ts';
import { type Page, pageBounds, pagingRules } from '../validation/paging.ts';
import {
  checkInput,
  MAX_SEARCH,
  oneOf,
  optional,
  parseInput,
  required,
  text,
  withDefault,
} from '../validation/rules.ts';
import { hiddenBelow, ownWebsite, permittedFilter, requirePartialDays } from './access.ts';
import { STAT_NAMES, STATISTICS, type StatName } from './definitions.ts';
import type { StatPage, StatRow } from './read/page.ts';
import type { StatQuery } from './read/statement.ts';
import { requireComplete } from './sums.ts';

/** The rules of the arguments of {@link readStats}. */
export const statsRules = {
  name: required(oneOf(STAT_NAMES)),
  ...daysRules,
  search: optional(text(MAX_SEARCH)),
  sort: withDefault(oneOf(['max', 'min']), 'max'),
  ...pagingRules,
};
const statsSchema = z.object(statsRules).refine(...daysInOrder);

/** The hits of a range of days that count. */
export type HitSelection = Pick<Question, 'filter' | 'untilHour'>;
const ALL_HITS: HitSelection = { filter: null, untilHour: null };

/** One page of a statistic's rows, with the sum of the counts of all its rows. */
export interface StatResult extends Page<StatRow> {
  name: StatName;
  sum: number;
}

/**
 * Reads one statistic of a website.
 * @param args `name`, `from`, `to` (local days of the website, both inclusive), `search`, `sort` (`max`,
 *   `min`), `per_page`, and `page` or `after`; not validated yet.
 * @param selection the hits that count: those that a filter selects and, on the last day, those before an
 *   hour; null for all.
 * @throws AppError `invalid`; `forbidden` or `not_found` if the viewer may not read the statistics.
 */
export async function readStats(
  website: Website,
  args: object,
  context: Context,
  { filter, untilHour }: HitSelection = ALL_HITS,
): Promise<StatResult> {
  const permitted = await permittedFilter(website, filter, context);
  if (untilHour !== null) requirePartialDays(website, context);
  const input = parseInput(statsSchema, args);
  const { name } = input;
  const { offset, limit } = pageBounds(input);
  const query: StatQuery = {
    websiteId: website.id,
    name,
    from: dayNumber(input.from),
    to: dayNumber(input.to),
    search: input.search === undefined ? null : storedText(dimensionOf(name), input.search),
    sort: input.sort,
    offset,
    limit,
    // A count by time tells nothing about a value.
    hideBelow: STATISTICS[name].cardinality === 'fixed' ? 0 : hiddenBelow(website, context),
  };
  // Small counts are hidden only from viewers who cannot select hits.
  const page =
    permitted || untilHour !== null
      ? await readSelected(query, name, { filter: permitted, untilHour }, context)
      : await readRows(website, query, context);
  return { ...page, name, offset, limit };
}

async function readRows(website: Website, query: StatQuery, context: Context): Promise<StatPage> {
  const complete = requireComplete(website, query.name, query, context);
  if (complete) await complete;
  return context.loaders.stats.load(query);
}

/** Reads a statistic from the selected hits. */
async function readSelected(
  { websiteId, from, to, search, sort, offset, limit }: StatQuery,
  name: StatName,
  { filter, untilHour }: HitSelection,
  { loaders }: Context,
): Promise<StatPage> {
  const { unit } = STATISTICS[name];
  const question = {
    ...{ from, to, untilHour, offset, limit, by: [dimensionOf(name)], positive: unit, hideBelow: 0 },
    search: search === null ? null : [search],
    filter: name === 'campaign' ? withCampaign(filter) : filter,
    order: { metric: unit, direction: sort === 'max' ? 'desc' : 'asc' } as const,
  };
  const { rows, total, matched } = await loaders.analysis.load({ websiteId, question });
  return {
    rows: rows.map(({ values, sums }) => ({ value: values[0] as string, count: sums[unit] })),
    ...{ total, sum: matched[unit] },
  };
}

/** The dimension whose values a statistic has. */
function dimensionOf(name: StatName): GroupDimension {
  if (name in ANALYSIS_DIMENSIONS) return name as GroupDimension;
  return name.endsWith('_hours') ? 'hour_of_day' : 'day';
}

/** The statistic `campaign` does not count visits without one. */
const withCampaign = (filter: Filter | null): Filter | null =>
  combinedFilter([filter, { kind: 'value', dimension: 'campaign', test: { notIn: [''] } }]);

/**
 * Reads a statistic of a website in the viewer's own account, by the website's id. See {@link readStats}.
 * @param args may also have a `filter`, with the names of REST.
 */
export async function readOwnStats(
  id: number,
  { filter, ...args }: { filter?: unknown },
  context: Context,
): Promise<StatResult> {
  const website = await ownWebsite(id, context);
  const checked = checkFilter(filter, 'rest');
  if (checked.fields) throw invalid({ ...checkInput(statsSchema, args).fields, ...checked.fields });
  return readStats(website, args, context, { filter: checked.data, untilHour: null });
}
