import { FILTER_DIMENSIONS, type FilterDimension } from '../../engine/registry/dimensions.ts';

/** The name of a panel that lists the values of a statistic. `host` is none. */
export type StatisticPanel = Exclude<FilterDimension, 'host'>;

/** The panels that list what the account saved. They read no statistic. */
export const BEHAVIOUR_PANELS = ['goals', 'funnels'] as const;

/** The name of a panel of the statistics page. */
export type PanelName = StatisticPanel | (typeof BEHAVIOUR_PANELS)[number];

export const STATISTIC_PANELS: readonly StatisticPanel[] = FILTER_DIMENSIONS.filter(
  (name): name is StatisticPanel => name !== 'host',
);

/** All panels, in the order in which they are stored and listed. */
export const PANELS: readonly PanelName[] = [...STATISTIC_PANELS, ...BEHAVIOUR_PANELS];

/** Whether a panel lists the values of a statistic. */
export const isOfStatistic = (name: PanelName): name is StatisticPanel =>
  (STATISTIC_PANELS as readonly PanelName[]).includes(name);

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
