import { z } from 'zod';
import { ANALYSIS_DIMENSIONS, FEW } from '../analysis/dimensions.ts';
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
import { hiddenBelow, ownWebsite, permittedFilter, requirePartialDays, requireShown } from './access.ts';
import { STAT_NAMES, STATISTICS, type StatName } from './definitions.ts';
import type { Period } from './periods.ts';
import { type StatPage, type StatRow, withLastRow } from './read/page.ts';
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
type HitSelection = Pick<Question, 'filter' | 'untilHour'>;

/** One page of a statistic's rows, with the sum of the counts of all its rows. */
export interface StatResult extends Page<StatRow> {
  name: StatName;
  sum: number;
}

/**
 * Reads one statistic of a website.
 * @param args `name`, `from`, `to` (local days of the website, both inclusive), `search`, `sort` (`max`,
 *   `min`), `per_page`, and `page` or `after`; not validated yet.
 * @param filter that the viewer asks for; null for all hits.
 * @throws AppError `invalid`; `forbidden` or `not_found` if the viewer may not read the statistics.
 */
export async function readStats(
  website: Website,
  args: object,
  context: Context,
  filter: Filter | null = null,
): Promise<StatResult> {
  const permitted = await permittedFilter(website, filter, context);
  return answer(website, args, { filter: permitted, untilHour: null }, context);
}

/**
 * Reads one statistic of a period. See {@link readStats}.
 * @param period that the viewer may read, with a selection of hits that the viewer may use.
 * @param args as for {@link readStats}, without `from` and `to`.
 */
export const readPeriodStats = async (
  { website, from, to, filter, untilHour }: Period,
  args: object,
  context: Context,
): Promise<StatResult> => answer(website, { ...args, from, to }, { filter, untilHour }, context);

async function answer(
  website: Website,
  args: object,
  selection: HitSelection,
  context: Context,
): Promise<StatResult> {
  if (selection.untilHour !== null) requirePartialDays(website, context);
  const input = parseInput(statsSchema, args);
  const { name } = input;
  requireShown([dimensionOf(name)], context);
  const { offset, limit } = pageBounds(input);
  const query: StatQuery = {
    websiteId: website.id,
    name,
    from: dayNumber(input.from),
    to: dayNumber(input.to),
    search: input.search === undefined ? null : storedText(dimensionOf(name), input.search, 'part'),
    sort: input.sort,
    offset,
    limit,
    // A count by time tells nothing about a value.
    hideBelow: STATISTICS[name].cardinality === 'fixed' ? 0 : hiddenBelow(website, context),
  };
  const page =
    selection.filter || selection.untilHour !== null
      ? await readSelected(query, name, selection, context)
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
  { websiteId, from, to, search, sort, offset, limit, hideBelow }: StatQuery,
  name: StatName,
  { filter, untilHour }: HitSelection,
  { loaders }: Context,
): Promise<StatPage> {
  const { unit } = STATISTICS[name];
  const question = {
    ...{ from, to, untilHour, offset, limit, by: [dimensionOf(name)], positive: unit, hideBelow },
    search: search === null ? null : [search],
    filter: name === 'campaign' ? withCampaign(filter) : filter,
    order: { metric: unit, direction: sort === 'max' ? 'desc' : 'asc' } as const,
  };
  const { rows: found, total, matched, few } = await loaders.analysis.load({ websiteId, question });
  const rows = found.map(({ values, sums }) => ({ value: values[0] as string, count: sums[unit] }));
  if (!few) return { rows, total, sum: matched[unit] };
  const last = { value: FEW, count: few[unit] };
  return { ...withLastRow({ rows, total }, last, { offset, limit }), sum: matched[unit] + few[unit] };
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
  return readStats(website, args, context, checked.data);
}
