import { useMemo, useState } from 'react';
import type { FilterInput, StatisticsGoalNumbersQueryVariables } from '../../gql/graphql.ts';
import { periodArguments, type Shown, seriesArguments } from '../address.ts';
import { type GoalMetric, isGoalMetric, type Metric } from '../chart/metrics.ts';
import { useShows } from '../link/shows.ts';
import type { Period, Website } from '../types.ts';
import { useAskLater } from '../useAskLater.ts';
import { GoalComparedDocument, GoalNumbersDocument } from './documents.ts';
import { currenciesOf, type ReadPeriod, withGoalNumbers } from './goalNumbers.ts';
import type { Goals } from './useGoals.ts';

/** What the totals, the chart and the details show of a goal, or of the revenue of all events. */
export interface ChosenGoal {
  /** Its id in addresses; null for none. */
  id: string | null;
  /** Its global id. */
  globalId: string | null;
  /** The metrics that the page can show. */
  metrics: readonly GoalMetric[];
  /** The metric of the chart. */
  metric: Metric | GoalMetric;
  /** The currency of revenue; null if there is none. */
  currency: string | null;
  currencies: readonly string[];
  /** The period of the page, with the numbers of the goal as soon as they are read. */
  period: Period | null;
}

const NO_CURRENCIES: readonly string[] = [];

/** What numbers are about. Those with and without points are the same. */
const keyOf = ({ hasPoints, by, ...about }: StatisticsGoalNumbersQueryVariables) => JSON.stringify(about);

/**
 * Reads the numbers of the chosen goal, or the revenue of all events, once the page has its own, and again
 * with them. A website without goals and events is asked for nothing.
 * @param website as it is shown.
 * @param given the filter of the address.
 * @param stale whether other numbers of the page are loading.
 */
export function useGoalNumbers(
  website: Website | null,
  trackingId: string,
  shown: Shown,
  given: FilterInput | null,
  goals: Goals,
  stale: boolean,
): ChosenGoal {
  const goal = goals.rows.find((row) => String(row.goal?.databaseId) === shown.goal)?.goal ?? null;
  const hasGoal = goal !== null;
  const period = website?.period ?? null;
  const hasEvents =
    useShows()('event') && period !== null && period.events + (period.previous?.events ?? 0) > 0;
  const { by, byDays } = seriesArguments(shown);
  const variables = {
    trackingId,
    filter: given,
    ...periodArguments(shown),
    by,
    goal: goal?.id ?? '',
    hasGoal,
    hasPoints: hasGoal ? isGoalMetric(shown.metric) : shown.metric === 'revenue',
  };
  /** Whether it is not known yet if there is such a goal. */
  const isUnknown = shown.goal !== null && !hasGoal && (!website || goals.isLoading);
  const hasNumbers = hasGoal || hasEvents;
  const pause = stale || isUnknown || !hasNumbers;
  const { data, operation, isPainted } = useAskLater(GoalNumbersDocument, variables, { website, pause });
  const isLoading = stale || !isPainted;
  const later = useAskLater(
    GoalComparedDocument,
    { ...variables, byDays },
    { website, pause: pause || !variables.hasPoints || !period?.compared },
  );
  const before = isLoading || later.isCurrent ? later.data?.website?.period.compared : null;
  const [kept, setKept] = useState<{ period: ReadPeriod; of: typeof variables } | null>(null);
  const answer = data?.website?.period;
  if (answer && operation && answer !== kept?.period) setKept({ period: answer, of: operation.variables });
  const last = hasNumbers && kept?.of.goal === variables.goal ? kept : null;
  // While other numbers of the page are loading, it still shows the last ones.
  const read = last && (isLoading || keyOf(last.of) === keyOf(variables)) ? last.period : null;
  const currencies = useMemo(() => (last ? currenciesOf(last.period) : NO_CURRENCIES), [last]);
  const currency = currencies.find((one) => one === shown.currency) ?? currencies[0] ?? shown.currency;
  const counted = useMemo(
    () => (period && read ? withGoalNumbers(period, read, before, currency) : period),
    [period, read, before, currency],
  );
  const hasRevenue = currencies.length > 0 || (shown.metric === 'revenue' && (hasEvents || isUnknown));
  const metrics: GoalMetric[] = [
    ...(hasGoal || isUnknown ? (['conversions', 'conversion_rate'] as const) : []),
    ...(hasRevenue ? (['revenue'] as const) : []),
  ];
  const isShown = !isGoalMetric(shown.metric) || metrics.includes(shown.metric);
  return {
    id: hasGoal ? shown.goal : null,
    globalId: goal?.id ?? null,
    metrics,
    metric: isShown ? shown.metric : 'visitors',
    currency,
    currencies,
    period: counted,
  };
}
