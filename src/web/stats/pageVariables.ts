import type { FilterInput, StatisticsPageQueryVariables } from '../gql/graphql.ts';
import { periodArguments, type Shown, seriesArguments } from './address.ts';

/**
 * The variables of the operation of the page. The server computes them, too, so that the request can be sent
 * before the modules of the page are loaded (src/web/first).
 * @param given the filter of the address.
 */
export const pageVariables = (
  trackingId: string,
  shown: Shown,
  given: FilterInput | null,
): StatisticsPageQueryVariables => ({
  trackingId,
  filter: given,
  ...periodArguments(shown),
  ...seriesArguments(shown),
  ...(shown.segment && { segment: shown.segment, hasSegment: true }),
});
