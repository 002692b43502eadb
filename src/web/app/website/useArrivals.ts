import { useCallback, useEffect } from 'react';
import { graphql } from '../../gql/gql.ts';
import { useAsk } from '../../shared/client.ts';
import { useStream } from '../../shared/live/useStream.ts';
import { useLooking } from '../../shared/useLooking.ts';

const ARRIVALS = graphql(`
  query Arrivals($id: ID!, $from: Date!, $to: Date!) {
    website(id: $id) {
      id
      recordedSince
      lastHitAt
      dropped(from: $from, to: $to) {
        reason
        count
      }
    }
  }
`);

const FIRST_HITS = graphql(`
  subscription FirstHits($websiteId: ID!) {
    liveVisitors(websiteId: $websiteId) {
      minutes {
        visitors
      }
    }
  }
`);

/** Dropped hits are polled: the stream has counted ones only. */
const PAUSE_MS = 2_500;
/** Once hits arrive, the time of the latest one is read less often. */
const LATER_MS = 30_000;

/**
 * Reads the first day with a visitor, the time of the latest hit, and the hits dropped in a range of days.
 * Until there is such a day, it reads them again with the first hit, and every few seconds, later every half
 * minute, as long as the page is visible. All components that use this hook with the same arguments share one
 * result.
 */
export function useArrivals(id: string, from: string, to: string) {
  const [{ data, error, fetching }, refetch] = useAsk(
    ARRIVALS,
    { id, from, to },
    { requestPolicy: 'cache-and-network' },
  );
  const website = data?.website;
  const waits = !website?.recordedSince;
  const first = useStream(FIRST_HITS, { websiteId: id }, { name: waits ? `${id} first hits` : null });
  const isVisited =
    first.status === 'live' && first.data.liveVisitors.minutes.some(({ visitors }) => visitors > 0);
  const look = useCallback(() => refetch({ requestPolicy: 'network-only' }), [refetch]);
  useEffect(() => {
    if (waits && isVisited) look();
  }, [look, waits, isVisited]);
  useLooking(look, waits ? PAUSE_MS : LATER_MS);

  const counts = new Map<string, number>();
  for (const { reason, count } of website?.dropped ?? [])
    counts.set(reason, (counts.get(reason) ?? 0) + count);
  return {
    /** The first day with a visitor; null if there is none yet. */
    since: website?.recordedSince ?? null,
    /** The time of the latest hit; null if there is none yet. */
    last: website?.lastHitAt ?? null,
    /** The numbers of dropped hits by reason; null before the first result. */
    dropped: website?.dropped ? counts : null,
    error,
    fetching,
    refetch,
  };
}
