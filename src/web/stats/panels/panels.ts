import type { FilterDimension } from '../../../engine/registry/dimensions.ts';
import { STATISTICS } from '../../../engine/registry/statistics.ts';
import { t } from '../../shared/i18n/t.ts';
import type { PanelName } from '../types.ts';

/** A statistic as the page shows it. */
export interface Panel {
  name: PanelName;

  /** The unit of the counts, in the singular. */
  unit: 'pageview' | 'visit' | 'visitor' | 'event';
}

/** The dimension of a statistic, by which a row of it filters. */
export const dimensionOf = (name: PanelName) => name.toLowerCase() as Lowercase<PanelName> & FilterDimension;

/** The title of a statistic, such as `Countries`. */
export const titleOf = (name: PanelName) => t(`statistic.${dimensionOf(name)}.title`);

/** The heading of the values of a statistic, such as `Country`. */
export const headingOf = (name: PanelName) => t(`statistic.${dimensionOf(name)}.heading`);

const panel = (name: Lowercase<PanelName>): Panel => ({
  name: name.toUpperCase() as PanelName,
  unit: STATISTICS[name].unit.slice(0, -1) as Panel['unit'],
});

export type GroupName = 'content' | 'sources' | 'places' | 'systems' | 'events';

/** The five UTM parameters of a campaign. They share a tab, with a choice above the rows. */
const PARAMETERS: readonly [Panel, ...Panel[]] = [
  panel('campaign'),
  panel('utm_source'),
  panel('utm_medium'),
  panel('utm_term'),
  panel('utm_content'),
];

/** Panels that share a card. The first is selected by default. */
export const GROUPS: Record<GroupName, readonly [Panel, ...Panel[]]> = {
  sources: [panel('source'), panel('channel'), panel('referrer'), ...PARAMETERS],
  content: [panel('page'), panel('landing_page'), panel('exit_page')],
  places: [panel('country'), panel('city'), panel('continent'), panel('language')],
  systems: [panel('browser'), panel('os'), panel('device'), panel('resolution')],
  events: [panel('event')],
};

const LEFT: readonly GroupName[] = ['sources', 'places'];
const RIGHT: readonly GroupName[] = ['content', 'systems', 'events'];

/**
 * Returns the cards of a wide page by column.
 * @param shows whether the viewer may see a dimension; cards without one are left out. If one column would be
 *   empty, both share the cards of the other.
 */
export function columnsOf(shows: (dimension: FilterDimension) => boolean): GroupName[][] {
  const shown = (groups: readonly GroupName[]) =>
    groups.filter((group) => GROUPS[group].some(({ name }) => shows(dimensionOf(name))));
  const columns = [shown(LEFT), shown(RIGHT)];
  if (columns.every(({ length }) => length > 0)) return columns;
  const all = columns.flat();
  return [0, 1]
    .map((column) => all.filter((_, index) => index % 2 === column))
    .filter(({ length }) => length > 0);
}

/** The panel that a card shows: a chosen one, or the first that the viewer may see; undefined for none. */
export function panelIn(
  group: GroupName,
  chosen: Panel,
  shows: (dimension: FilterDimension) => boolean,
): Panel | undefined {
  const all = GROUPS[group].filter(({ name }) => shows(dimensionOf(name)));
  return all.includes(chosen) ? chosen : all[0];
}

/** The panels with which a panel shares its tab, among those of its card; empty if there is no choice. */
export function parametersOf(panel: Panel, all: readonly Panel[]): readonly Panel[] {
  const found = PARAMETERS.includes(panel) ? PARAMETERS.filter((one) => all.includes(one)) : [];
  return found.length > 1 ? found : [];
}

const [CAMPAIGN] = PARAMETERS;
/** The name of the tab that shows a panel. */
export const tabOf = (panel: Panel): PanelName => (PARAMETERS.includes(panel) ? CAMPAIGN : panel).name;

/** The tabs for some panels, each with the first panel that it shows. */
export function tabsOf(panels: readonly Panel[]): { id: PanelName; panel: Panel }[] {
  const first = panels.filter(
    (panel, index) => panels.findIndex((one) => tabOf(one) === tabOf(panel)) === index,
  );
  return first.map((panel) => ({ id: tabOf(panel), panel }));
}

export const GROUP_NAMES = Object.keys(GROUPS) as GroupName[];

const ALL = Object.values(GROUPS).flat();

/** Finds the panel of a statistic by its name in addresses, such as `landing_page`. */
export const panelNamed = (name: string): Panel | undefined =>
  ALL.find((panel) => panel.name.toLowerCase() === name);
