import { useEffect, useRef, useState } from 'react';
import type { FilterInput } from '../../gql/graphql.ts';
import { useAsk } from '../../shared/client.ts';
import { periodOf, type Shown } from '../address.ts';
import { isGroup } from '../filters/conditions.ts';
import type { GoalRow, Website } from '../types.ts';
import { AllGoalsDocument } from './documents.ts';
import { isNamed, setGoalNames } from './goalNames.ts';

/** The number of goals that the operation of the page reads. */
export const FIRST = 8;

export interface Goals {
  rows: readonly GoalRow[];
  /** Shows all goals; null if they are shown. */
  showAll: (() => void) | null;
}

/**
 * The goals of a website and their results. Those after the first are read when they are asked for, or if
 * the filter names one of them.
 * @param given the filter of the address.
 * @param website as it is shown, or as it was last read.
 */
export function useGoals(
  website: Website | null,
  trackingId: string,
  shown: Pick<Shown, 'range' | 'filters'>,
  given: FilterInput | null,
): Goals {
  const first = website?.period.goals ?? [];
  const hasMore = first.length === FIRST;
  setGoalNames(first);
  const [isAll, setAll] = useState(false);
  const isUnnamed = shown.filters.some(
    (part) => !isGroup(part) && part.dimension === 'goal' && !part.values.every(isNamed),
  );
  const pause = !hasMore || !(isAll || isUnnamed);
  const variables = { trackingId, filter: given, ...periodOf(shown.range) };
  const [{ data, stale }, refetch] = useAsk(AllGoalsDocument, variables, { pause });
  const latest = useRef(website);
  useEffect(() => {
    const isRefreshed = latest.current !== null && latest.current !== website;
    latest.current = website;
    if (isRefreshed && !pause) refetch({ requestPolicy: 'network-only' });
  }, [website, pause, refetch]);
  const all = pause || stale ? null : data?.website?.period.goals;
  if (all) setGoalNames(all);
  return {
    rows: all && isAll ? all : first,
    showAll: hasMore && !isAll ? () => setAll(true) : null,
  };
}
