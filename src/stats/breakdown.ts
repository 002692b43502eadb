import { dayText } from '../calendar/days.ts';
import { breakdownRules, parseBreakdown } from '../engine/question/input.ts';
import type { AnswerRow, GroupDimension, Question } from '../engine/question/types.ts';
import { dimensionEntry, FEW } from '../engine/registry/dimensions.ts';
import type { Sums } from '../engine/registry/metrics.ts';
import type { Website } from '../generated/prisma/client.ts';
import type { Page } from '../validation/paging.ts';
import { hiddenBelow, permittedFilter, readableWebsite, requirePartialDays, requireShown } from './access.ts';
import type { OfRow } from './behaviour/counted.ts';
import type { Money } from './behaviour/money.ts';
import { readRevenueOfRows } from './behaviour/revenue.ts';
import type { StatContext } from './context.ts';
import { withLastRow } from './lastRow.ts';
import type { Period } from './periods.ts';

/** One page of the rows of a breakdown. */
export interface Breakdown extends Page<AnswerRow> {
  by: readonly GroupDimension[];
  /** The sums of everything that the filter selects. */
  sums: Sums;
}

/**
 * Reads the metrics of a period by one to three dimensions.
 * @param period that the viewer may read.
 * @param args `by`, `orderBy`, `search`, `per_page` and `after`; not validated yet.
 * @throws AppError `invalid`; `forbidden` as {@link requirePartialDays}.
 */
export async function readBreakdown(period: Period, args: object, context: StatContext): Promise<Breakdown> {
  const { website, from, to, untilHour, filter } = period;
  if (untilHour !== null) requirePartialDays(website, context);
  const question = { ...parseBreakdown({ ...args, from, to }, 'graphql'), untilHour, filter };
  return answer(website, question, context);
}

/**
 * Reads a breakdown of a website that the viewer may read over REST, by the website's id.
 * @param args as in {@link parseBreakdown}, with the names of REST, and `revenue`.
 * @returns the breakdown, and with `revenue` the revenue of a row by its values; otherwise null.
 */
export async function readOwnBreakdown(
  id: number,
  args: { revenue?: unknown },
  context: StatContext,
): Promise<Breakdown & { revenueOf: OfRow<Money[]> | null }> {
  const website = await readableWebsite(id, context);
  const question = parseBreakdown(args, 'rest');
  const filter = await permittedFilter(website, question.filter, context);
  const page = await answer(website, { ...question, filter }, context);
  if (!breakdownRules.revenue.parse(args.revenue)) return { ...page, revenueOf: null };
  const counted = { by: page.by, rows: page.rows.map(({ values }) => values) };
  const { from, to, untilHour } = question;
  const days = { from: dayText(from), to: dayText(to), untilHour };
  const period = { website, ...days, filter, before: null };
  return { ...page, revenueOf: await readRevenueOfRows(period, counted, context) };
}

async function answer(website: Website, asked: Question, context: StatContext): Promise<Breakdown> {
  const { by, offset, limit } = asked;
  requireShown(by, context);
  // Rows of times tell nothing about a value.
  const hideBelow = by.every(isTime) ? 0 : hiddenBelow(website, context);
  const question = { ...asked, hideBelow };
  const { few, sums, ...page } = await context.loaders.analysis.load({ websiteId: website.id, question });
  const { rows, total } = few ? withLastRow(page, { values: by.map(() => FEW), sums: few }, asked) : page;
  return { by, rows, total, sums, offset, limit };
}

/** Whether rows are times. A breakdown by a name has no hours of the day. */
const isTime = (name: GroupDimension) => name !== 'hour_of_day' && dimensionEntry(name).level === 'time';
