import type { FilterDimension } from '../../../analysis/dimensions.ts';
import { STATISTICS, type StatName } from '../../../stats/definitions.ts';
import type { PanelName } from '../types.ts';

/** A statistic as the page shows it. */
export interface Panel {
  name: PanelName;
  title: string;
  /** The title in the tabs of its card. */
  tab: string;
  /** Heading of the column of values. */
  heading: string;
  /** What is counted, in the singular. */
  unit: 'pageview' | 'visit' | 'visitor' | 'event';
  /** Shown in place of rows where there are none. */
  empty: string;
}

/** The dimension of a statistic, by which a row of it filters. */
export const dimensionOf = (name: PanelName) => name.toLowerCase() as Lowercase<PanelName> & FilterDimension;

const EMPTY: Partial<Record<StatName, string>> = {
  campaign: 'No visits from links with utm_campaign in this period.',
};

/** In their card, `UTM terms` are the terms. */
const tabOf = (title: string) => title.replace(/^UTM (.)/, (_, letter: string) => letter.toUpperCase());

function panel(name: Lowercase<PanelName>): Panel {
  const { title, heading, unit } = STATISTICS[name];
  return {
    ...{ name: name.toUpperCase() as PanelName, title, heading, tab: tabOf(title) },
    unit: unit.slice(0, -1) as Panel['unit'],
    empty: EMPTY[name] ?? `No ${unit} in this period.`,
  };
}

export type GroupName = 'content' | 'sources' | 'places' | 'campaigns' | 'systems' | 'events';

/** Panels that share a card. The first is selected by default. */
export const GROUPS: Record<GroupName, readonly [Panel, ...Panel[]]> = {
  content: [panel('page'), panel('landing_page'), panel('exit_page')],
  sources: [panel('source'), panel('channel'), panel('referrer')],
  places: [panel('country'), panel('city'), panel('continent'), panel('language')],
  campaigns: [
    panel('campaign'),
    panel('utm_source'),
    panel('utm_medium'),
    panel('utm_term'),
    panel('utm_content'),
  ],
  systems: [panel('browser'), panel('os'), panel('device'), panel('resolution')],
  events: [panel('event')],
};

/** The titles of the cards. */
export const GROUP_TITLES: Readonly<Record<GroupName, string>> = {
  content: 'Content',
  sources: 'Sources',
  places: 'Places',
  campaigns: 'Campaigns',
  systems: 'Systems',
  events: 'Events',
};

export const GROUP_NAMES = Object.keys(GROUPS) as GroupName[];

const ALL = Object.values(GROUPS).flat();

/** Finds the panel of a statistic by its name in addresses, such as `landing_page`. */
export const panelNamed = (name: string): Panel | undefined =>
  ALL.find((panel) => panel.name.toLowerCase() === name);
