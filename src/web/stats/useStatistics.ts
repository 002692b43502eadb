import { useEffect, useRef, useState } from 'react';
import type { FilterInput, StatisticsPageQuery } from '../gql/graphql.ts';
import { useAsk } from '../shared/client.ts';
import type { Shown } from './address.ts';
import { PageDocument } from './documents.ts';
import { linkHeaders } from './link/sharedLink.ts';
import { useFollowing, useLive } from './live/useLive.ts';
import { pageVariables } from './pageVariables.ts';
import { useFresh } from './useFresh.ts';

/** A page without annotations, goals or funnels must be read again after the first one was added. */
const WITH_FIRST = { additionalTypenames: ['Annotation', 'Goal', 'SavedFunnel'] };

/** Lets the server wait up to a second, and answer all who read the same at once (docs/api.md). */
const CAN_WAIT = { Prefer: 'wait=1' };

/**
 * Reads what the page shows, and again when it has changed: after new hits, and when the user returns.
 * @param given the filter of the address.
 */
export function useStatistics(trackingId: string, shown: Shown, given: FilterInput | null) {
  const [first] = useState(shown);
  const [{ data: answer, error, fetching, operation }, refetch] = useAsk(
    PageDocument,
    pageVariables(trackingId, shown, given),
    // Shows a cached range immediately, then updates it. The first one has just been read (shared/first.ts).
    { requestPolicy: shown === first ? 'cache-first' : 'cache-and-network', context: WITH_FIRST },
  );
  const refresh = () => refetch({ requestPolicy: 'network-only' });
  /** What the answer is about. While other days are loading, it is still the answer of the last ones. */
  const key = JSON.stringify(operation?.variables);
  const [kept, setKept] = useState<{ answer: StatisticsPageQuery; key: string } | null>(null);
  // After an error, the header still shows the last website.
  if (answer?.website && answer !== kept?.answer) setKept({ answer, key });
  // Without a connection, the numbers that were asked for stay.
  const data = answer ?? (error?.networkError && kept?.key === key ? kept.answer : undefined);
  const website = data?.website ?? null;
  const last = kept?.answer.website ?? null;

  // A link that is limited to a segment cannot show what all visitors do. Frames in other pages stay as they
  // are.
  const hasLive = !shown.embed && !data?.sharedView?.segment;
  const live = useLive(hasLive ? ((website ?? last)?.id ?? null) : null);
  /** What was shown when the page was last read in the background. Such a read does not dim the page. */
  const followed = useRef<Shown>(null);
  useEffect(() => {
    if (!fetching) followed.current = null;
  }, [fetching]);
  const readAgain = (headers = {}) => {
    followed.current = shown;
    refetch({ requestPolicy: 'network-only', fetchOptions: { headers: { ...linkHeaders(), ...headers } } });
  };
  const hasToday = website !== null && website.period.to >= website.today;
  const skipNext = useFollowing(live, hasToday, () => readAgain(CAN_WAIT));
  useFresh(
    () => {
      skipNext();
      readAgain();
    },
    !answer && website !== null,
  );
  return {
    data,
    error,
    website,
    refresh,
    /** The website as it was last read. */
    last,
    /** Whether numbers are loading that the user asked for. */
    isBusy: fetching && followed.current !== shown,
    /** What happens at the moment; null if this page does not show it. */
    live: hasLive ? live : null,
  };
}
