import { useEffect, useState } from 'react';
import type { FilterInput, FunnelScope, FunnelStepInput } from '../../gql/graphql.ts';
import { useAsk } from '../../shared/client.ts';
import { periodOf, type Shown } from '../address.ts';
import { FunnelPreviewDocument } from './documents.ts';

/** What a funnel asks. */
export interface FunnelAsks {
  steps: FunnelStepInput[];
  scope: FunnelScope;
  strict: boolean;
  within: number | null;
}

/** A text that is typed is not asked for letter by letter. */
const PAUSE_MS = 300;

/**
 * The visitors of each step of a funnel that is not saved, in the period and under the filter of the page.
 * @param asks null as long as the funnel is not complete.
 * @returns null as long as they are loading, and for a funnel that cannot be read.
 */
export function usePreview(
  trackingId: string,
  { range }: Pick<Shown, 'range'>,
  given: FilterInput | null,
  asks: FunnelAsks | null,
): readonly number[] | null {
  const key = asks && JSON.stringify(asks);
  const [settled, setSettled] = useState(key);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key]);
  const isSettled = key !== null && key === settled;
  const variables = { trackingId, filter: given, ...periodOf(range), ...(asks ?? { steps: [] }) };
  const [{ data, stale, fetching }] = useAsk(FunnelPreviewDocument, variables, { pause: !isSettled });
  if (!isSettled || stale || fetching) return null;
  return data?.website?.period.funnel.steps.map(({ visitors }) => visitors) ?? null;
}
