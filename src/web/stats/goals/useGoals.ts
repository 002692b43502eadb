import { useEffect, useMemo, useState } from 'react';
import type { FilterInput } from '../../gql/graphql.ts';
import { useAsk } from '../../shared/client.ts';
import { periodOf, type Shown } from '../address.ts';
import { isGroup } from '../filters/conditions.ts';
import type { GoalRow, Website } from '../types.ts';
import { useRefreshed } from '../useRefreshed.ts';
import { AllGoalsDocument, SHOWN } from './documents.ts';
import { type GoalNames, goalNamesOf } from './goalNames.ts';

const NONE: readonly GoalRow[] = [];

export interface Goals {
  rows: readonly GoalRow[];
  names: GoalNames;
  /** Whether further goals are loading. */
  isLoading: boolean;
  /** Shows more goals; null if all are shown. */
  showAll: (() => void) | null;
}

/**
 * The goals of a website and their results. The operation of the page reads one; if there is one, the others
 * are read after it.
 * @param given the filter of the address.
 * @param website as it is shown, or as it was last read.
 */
export function useGoals(
  website: Website | null,
  trackingId: string,
  shown: Pick<Shown, 'range' | 'filters' | 'goal'>,
  given: FilterInput | null,
): Goals {
  const one = website?.period.goals ?? NONE;
  const [isAll, setAll] = useState(false);
  const pause = one.length === 0;
  const first = isAll ? SHOWN.all : SHOWN.first;
  const variables = { trackingId, filter: given, ...periodOf(shown.range), first };
  const [{ data, fetching }, refetch] = useAsk(AllGoalsDocument, variables, { pause });
  useRefreshed(website, () => {
    if (!pause) refetch({ requestPolicy: 'network-only' });
  });
  const rows = (!pause && data?.website?.period.goals) || one;
  const names = useMemo(() => goalNamesOf(rows), [rows]);
  const isUnnamed =
    (shown.goal !== null && !names.has(shown.goal)) ||
    shown.filters.some(
      (part) => !isGroup(part) && part.dimension === 'goal' && !part.values.every(names.has),
    );
  const hasMore = !isAll && rows.length === SHOWN.first;
  // The filter or the chart names a goal that is not among the first.
  useEffect(() => {
    if (hasMore && isUnnamed) setAll(true);
  }, [hasMore, isUnnamed]);
  return {
    rows,
    names,
    isLoading: fetching || (hasMore && isUnnamed),
    showAll: hasMore ? () => setAll(true) : null,
  };
}
