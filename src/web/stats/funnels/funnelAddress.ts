import { dimensionOf, GROUPS, type GroupName, type Panel } from '../panels/panels.ts';

/** The funnel that the page shows, as encoded in the URL. */
export interface ShownFunnel {
  /** The id of the funnel in addresses; null for the first one. */
  id: string | null;
  /** The statistic by whose values the funnel is split; null for none. */
  split: Panel | null;
}

/** The groups of statistics of visits. One of hits, such as pages, has several values in a visit. */
export const SPLIT_GROUPS = ['sources', 'places', 'systems'] as const satisfies readonly GroupName[];

const SPLITS = SPLIT_GROUPS.flatMap((group) => GROUPS[group]);

const splitNamed = (name: string): Panel | undefined =>
  SPLITS.find((panel) => dimensionOf(panel.name) === name);

/**
 * Reads the funnel from a query string: `funnel=3&funnel_by=device`.
 * @param known returns its second argument for a part that is wrong, and reports it.
 */
export function readFunnel(
  search: URLSearchParams,
  known: <T>(found: T | null | undefined, otherwise: T) => T,
): ShownFunnel {
  const [id, by] = [search.get('funnel'), search.get('funnel_by')];
  return {
    id: id === null ? null : known<string | null>(/^\d{1,9}$/.test(id) ? id : null, null),
    split: by === null ? null : known<Panel | null>(splitNamed(by), null),
  };
}

/** Adds the funnel to a query string, as {@link readFunnel} reads it. */
export function writeFunnel(query: URLSearchParams, { id, split }: ShownFunnel): void {
  if (id) query.set('funnel', id);
  if (split) query.set('funnel_by', dimensionOf(split.name));
}
