import { useEffect } from 'react';
import { graphql } from '../../gql/gql.ts';
import { useAsk } from '../../shared/client.ts';

const ARRIVALS = graphql(`
  query Arrivals($id: ID!, $from: Date!, $to: Date!) {
    website(id: $id) {
      id
      recordedSince
      dropped(from: $from, to: $to) {
        reason
        count
      }
    }
  }
`);

const PAUSE_MS = 2_500;

/**
 * Reads the first day with a visitor, and the hits dropped in a range of days. Polls every few seconds until
 * there is such a day, as long as the page is visible. All components that use this hook with the same
 * arguments share one result.
 */
export function useArrivals(id: string, from: string, to: string) {
  const [{ data, error, fetching }, again] = useAsk(
    ARRIVALS,
    { id, from, to },
    { requestPolicy: 'cache-and-network' },
  );
  const website = data?.website;
  const waits = !website?.recordedSince;
  useEffect(() => {
    if (!waits) return;
    const look = () => {
      if (document.visibilityState === 'visible') again({ requestPolicy: 'network-only' });
    };
    const timer = setInterval(look, PAUSE_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [again, waits]);

  const counts = new Map<string, number>();
  for (const { reason, count } of website?.dropped ?? [])
    counts.set(reason, (counts.get(reason) ?? 0) + count);
  return {
    /** The first day with a visitor; null if there is none yet. */
    since: website?.recordedSince ?? null,
    /** The numbers of dropped hits by reason; null before the first result. */
    dropped: website?.dropped ? counts : null,
    error,
    fetching,
    again,
  };
}
