import { createContext, useContext } from 'react';
import type { FilterDimension } from '../../../engine/registry/dimensions.ts';
import type { Panel } from '../../gql/graphql.ts';

/** The panels that the shared link of the page shows; null for all, and for a page without a link. */
export const ShownPanels = createContext<readonly Panel[] | null>(null);

/** Returns whether the page may show and filter by a dimension. */
export function useShows(): (dimension: FilterDimension) => boolean {
  const panels = useContext(ShownPanels);
  // The host of a page is a part of its address.
  return (dimension) =>
    !panels || panels.includes((dimension === 'host' ? 'PAGE' : dimension.toUpperCase()) as Panel);
}
