import { FILTER_DIMENSIONS, type FilterDimension } from '../../engine/registry/dimensions.ts';

/** The name of a panel of the statistics page: of the statistic whose values it lists. `host` is none. */
export type PanelName = Exclude<FilterDimension, 'host'>;

/** All panels, in the order in which they are stored and listed. */
export const PANELS: readonly PanelName[] = FILTER_DIMENSIONS.filter(
  (name): name is PanelName => name !== 'host',
);

/** Returns the text that is stored. */
export const panelsText = (panels: Iterable<PanelName>): string => {
  const given = new Set(panels);
  return PANELS.filter((name) => given.has(name)).join(' ');
};

/**
 * Returns the panels that a link shows; null for all. Names that this version does not know are left out, so
 * that they show nothing.
 */
export function panelsOf({ panels }: { panels: string | null }): PanelName[] | null {
  if (panels === null) return null;
  const stored = panels.split(' ');
  return PANELS.filter((name) => stored.includes(name));
}
