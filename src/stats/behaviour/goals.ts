import { combinedFilter, dimensionsOfFilter } from '../../engine/question/filter.ts';
import type { Filter } from '../../engine/question/types.ts';
import { invalid } from '../../errors.ts';
import { MAX_GOALS } from '../../websites/entities.ts';
import { NO_GOAL } from '../../websites/goals/known.ts';
import { type LoadedGoal, loadedGoal } from '../../websites/goals/stored.ts';
import { checkStoredFilter } from '../../websites/segments/storedFilter.ts';
import { hiddenBelow, isShown, requireFiltering, requireShown } from '../access.ts';
import type { StatContext } from '../context.ts';
import type { Period } from '../periods.ts';
import { type CountedRows, type OfRow, readRowSums, TOTALS } from './counted.ts';
import type { Money } from './money.ts';
import { ownPeriod } from './ownPeriod.ts';
import { readRevenueOfRows } from './revenue.ts';

/** How often a goal was met. */
export interface GoalResult {
  /** Null for a condition that is not saved. */
  goal: LoadedGoal | null;
  /** Hits that the filter and the goal select. */
  conversions: number;
  /** Distinct visitors per local day with such a hit. */
  visitors: number;
  /** `visitors` divided by those that the filter selects; null without any. */
  conversionRate: number | null;
  /** The revenue of the conversions. */
  revenue(): Promise<Money[]>;
}

/** Which goal to read: the id of a saved one, or a condition on hits, as GraphQL passes them. */
export interface GoalChoice {
  id?: number | null | undefined;
  filter?: unknown;
}

interface Asked {
  goal: LoadedGoal | null;
  filter: Filter;
}

/**
 * Resolves a goal.
 * @throws AppError `invalid`, with the paths of wrong parts; `forbidden` if the viewer may not read it.
 */
async function askedGoal(
  { website }: Period,
  { id, filter }: GoalChoice,
  context: StatContext,
): Promise<Asked> {
  requireFiltering(website, context);
  if ((id == null) === (filter == null)) throw invalid({ goal: ['Must have either `id` or `filter`.'] });
  if (id != null) {
    requireShown(['goals'], context);
    const goal = await context.loaders.rows.Goal.load(id);
    if (goal?.websiteId !== website.id) throw invalid({ id: [NO_GOAL] });
    return { goal, filter: goal.selects };
  }
  const checked = checkStoredFilter(filter, 'goal');
  if (checked.fields) throw invalid(checked.fields);
  requireShown(dimensionsOfFilter(checked.filter), context);
  return { goal: null, filter: checked.filter };
}

/** Returns a function that reads how often rows met a goal; `all` are the visitors of the row. */
async function readAsked(
  period: Period,
  { goal, filter }: Asked,
  counted: CountedRows,
  context: StatContext,
): Promise<(values: readonly string[], all: number) => GoalResult> {
  const met = { ...period, filter: combinedFilter([period.filter, filter]) };
  const sumsOf = await readRowSums(met, counted, context);
  let revenue: Promise<OfRow<Money[]>> | null = null;
  return (values, all) => {
    const { pageviews = 0, events = 0, visitors = 0 } = sumsOf(values) ?? {};
    return {
      goal,
      conversions: pageviews + events,
      visitors,
      conversionRate: all === 0 ? null : visitors / all,
      async revenue() {
        revenue ??= readRevenueOfRows(met, counted, context);
        return (await revenue)(values);
      },
    };
  };
}

/** Reads the results of rows for a goal. See {@link readGoal}. */
export async function readGoalOfRows(
  period: Period,
  choice: GoalChoice,
  counted: CountedRows,
  context: StatContext,
): Promise<(values: readonly string[], all: number) => GoalResult> {
  return readAsked(period, await askedGoal(period, choice, context), counted, context);
}

/** The visitors of a period. */
async function visitorsOf(period: Period, context: Pick<StatContext, 'loaders'>): Promise<number> {
  return (await readRowSums(period, TOTALS, context))([])?.visitors ?? 0;
}

/**
 * Reads how often a goal was met in a period that the viewer may read.
 * @throws AppError `invalid`, with the paths of wrong parts; `forbidden` if the viewer may not read it.
 */
export async function readGoal(
  period: Period,
  choice: GoalChoice,
  context: StatContext,
): Promise<GoalResult> {
  const asked = await askedGoal(period, choice, context);
  const [all, resultOf] = await Promise.all([
    visitorsOf(period, context),
    readAsked(period, asked, TOTALS, context),
  ]);
  return resultOf([], all);
}

/**
 * Reads how often each saved goal was met in a period that the viewer may read, in the order of their names;
 * none if the viewer may not read goals.
 * @param first maximum number of goals.
 * @param offset number of goals before them.
 */
export async function readGoals(
  period: Period,
  first: number,
  context: StatContext,
  offset = 0,
): Promise<GoalResult[]> {
  const { website } = period;
  if (hiddenBelow(website, context) > 0 || !isShown('goals', context)) return [];
  const rows = await context.loaders.rowsOfWebsite.Goal.load(website.id);
  const goals = rows.slice(offset, offset + first).map(loadedGoal);
  // A page without goals asks for nothing more.
  if (goals.length === 0) return [];
  const [all, ...results] = await Promise.all([
    visitorsOf(period, context),
    ...goals.map((goal) => readAsked(period, { goal, filter: goal.selects }, TOTALS, context)),
  ]);
  return results.map((resultOf) => resultOf([], all));
}

/**
 * Reads how often each goal of a website of the viewer's team was met, by the website's id.
 * @param args `from`, `to`, `filter`, with the names of REST; not validated yet.
 * @throws AppError `invalid`; `forbidden` or `not_found` if the viewer may not read the statistics.
 */
export async function readOwnGoals(id: number, args: object, context: StatContext) {
  const results = await readGoals(await ownPeriod(id, args, context), MAX_GOALS, context);
  return Promise.all(
    results.map(async ({ revenue, ...result }) => ({ ...result, revenue: await revenue() })),
  );
}
