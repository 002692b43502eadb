import type { FilterInput, StatisticsFunnelQuery } from '../../gql/graphql.ts';
import { periodArguments, type Shown } from '../address.ts';
import type { Website } from '../types.ts';
import { useAskLater } from '../useAskLater.ts';
import { FunnelDocument } from './documents.ts';

type Period = NonNullable<StatisticsFunnelQuery['website']>['period'];
export type FunnelResult = Period['funnel'];
export type FunnelStepResult = FunnelResult['steps'][number];
/** The numbers of the compared period. */
export type FunnelBefore = NonNullable<Period['previous']>['funnel'];

/** What the page is about, for everything that reads a funnel. */
export interface ShownPage {
  website: Website;
  trackingId: string;
  shown: Pick<Shown, 'range' | 'compare' | 'filters'>;
  /** Whether new statistics are loading. */
  stale: boolean;
}

/**
 * Reads how many visitors reached the steps of a funnel, after the page has its numbers, and again with them.
 * @param id of the funnel in addresses.
 * @param filter what to count.
 */
export function useFunnel(
  { website, trackingId, shown, stale }: ShownPage,
  id: string,
  filter: FilterInput | null,
) {
  const variables = { trackingId, filter, ...periodArguments(shown), funnel: id };
  const { data, error, fetching, read } = useAskLater(FunnelDocument, variables, { website, pause: stale });
  const period = data?.website?.period ?? null;
  // While another funnel is loading, the last one stays in the answer.
  const isShown = String(period?.funnel.funnel?.databaseId) === id;
  return {
    result: isShown && period ? period.funnel : null,
    before: isShown && period ? (period.previous?.funnel ?? null) : null,
    error: fetching ? undefined : error,
    read,
  };
}
