import type { FilterInput } from '../../gql/graphql.ts';
import { periodArguments, type Shown } from '../address.ts';
import { useShows } from '../link/shows.ts';
import type { PanelName, Website } from '../types.ts';
import { useAskLater } from '../useAskLater.ts';
import { ChangesDocument } from './documents.ts';
import { GROUP_NAMES, type GroupName, panelIn } from './panels.ts';
import { isCompared } from './RowChange.tsx';

/** Counts of the compared period by value. */
export type CountsBefore = ReadonlyMap<string, number | null>;

const NONE: CountsBefore = new Map();

/**
 * Reads the rows of the cards in the compared period, once the page has its numbers, and again with them.
 * @param given the filter of the address.
 * @param stale whether other numbers of the page are loading.
 * @returns the counts of the panel that a card shows; empty as long as they are loading.
 */
export function useChanges(
  website: Website | null,
  trackingId: string,
  shown: Pick<Shown, 'range' | 'compare' | 'panels'>,
  given: FilterInput | null,
  stale: boolean,
): (group: GroupName) => CountsBefore {
  const shows = useShows();
  const names = Object.fromEntries(
    GROUP_NAMES.map((group) => [
      group,
      (panelIn(group, shown.panels[group], shows) ?? shown.panels[group]).name,
    ]),
  ) as Record<GroupName, PanelName>;
  const variables = { trackingId, filter: given, ...periodArguments(shown), ...names };
  const pause = stale || !website || !isCompared({ period: website.period, website });
  const { data, isCurrent } = useAskLater(ChangesDocument, variables, { website, pause });
  const period = isCurrent ? data?.website?.period : null;
  return (group) => {
    const nodes = period?.[group]?.nodes;
    return nodes ? new Map(nodes.map(({ value, previousCount }) => [value, previousCount ?? null])) : NONE;
  };
}
