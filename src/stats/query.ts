import { z } from 'zod';
import { dayNumber } from '../calendar/days.ts';
import { storedText } from '../engine/question/condition.ts';
import { checkFilter } from '../engine/question/filter.ts';
import type { Filter, GroupDimension, Question } from '../engine/question/types.ts';
import { ANALYSIS_DIMENSIONS, FEW } from '../engine/registry/dimensions.ts';
import { STAT_NAMES, STATISTICS, type StatName } from '../engine/registry/statistics.ts';
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
import { hiddenBelow, permittedFilter, readableWebsite, requirePartialDays, requireShown } from './access.ts';
import type { StatContext } from './context.ts';
import { withLastRow } from './lastRow.ts';
import type { Period } from './periods.ts';

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

/** A value of a statistic and its count. */
export interface StatRow {
  value: string;
  count: number;
}

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
  context: StatContext,
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
  context: StatContext,
): Promise<StatResult> => answer(website, { ...args, from, to }, { filter, untilHour }, context);

async function answer(
  website: Website,
  args: object,
  selection: HitSelection,
  context: StatContext,
): Promise<StatResult> {
  if (selection.untilHour !== null) requirePartialDays(website, context);
  const input = parseInput(statsSchema, args);
  const { name } = input;
  requireShown([dimensionOf(name)], context);
  const { offset, limit } = pageBounds(input);
  const { unit } = STATISTICS[name];
  const dimension = dimensionOf(name);
  const search = input.search === undefined ? null : [storedText(dimension, input.search, 'part')];
  const question = {
    ...selection,
    ...rowsOf(name),
    from: dayNumber(input.from),
    to: dayNumber(input.to),
    search,
    order: { metric: unit, direction: input.sort === 'max' ? 'desc' : 'asc' } as const,
    hideBelow: leastShown(website, name, context),
    offset,
    limit,
  };
  const query = { websiteId: website.id, question };
  const { rows: found, total, matched, few } = await context.loaders.analysis.load(query);
  const rows = found.map(({ values, sums }) => ({ value: values[0] as string, count: sums[unit] }));
  const page = few
    ? withLastRow({ rows, total }, { value: FEW, count: few[unit] }, { offset, limit })
    : { rows, total };
  return { ...page, sum: matched[unit] + (few?.[unit] ?? 0), name, offset, limit };
}

/** The number below which rows of a statistic are hidden from a viewer; 0 for none. */
export const leastShown = (website: Website, name: StatName, context: Pick<StatContext, 'viewer'>): number =>
  // A count by time tells nothing about a value.
  STATISTICS[name].cardinality === 'fixed' ? 0 : hiddenBelow(website, context);

/** The dimension whose values a statistic has. */
export function dimensionOf(name: StatName): GroupDimension {
  if (name in ANALYSIS_DIMENSIONS) return name as GroupDimension;
  return name.endsWith('_hours') ? 'hour_of_day' : 'day';
}

/** The rows of a statistic, as a part of a question. */
export const rowsOf = (name: StatName): Pick<Question, 'by' | 'positive' | 'nonEmpty'> => ({
  by: [dimensionOf(name)],
  positive: STATISTICS[name].unit,
  ...(STATISTICS[name].skipsEmpty && { nonEmpty: true }),
});

/**
 * Reads a statistic of a website that the viewer may read over REST, by the website's id. See
 * {@link readStats}.
 * @param args may also have a `filter`, with the names of REST.
 */
export async function readOwnStats(
  id: number,
  { filter, ...args }: { filter?: unknown },
  context: StatContext,
): Promise<StatResult> {
  const website = await readableWebsite(id, context);
  const checked = checkFilter(filter, 'rest');
  if (checked.fields) throw invalid({ ...checkInput(statsSchema, args).fields, ...checked.fields });
  return readStats(website, args, context, checked.data);
}
