import type { PanelName } from './types.ts';

/** One statistic as people read it. */
export interface Panel {
  name: PanelName;
  title: string;
  /** What a row is, above the rows. */
  of: string;
  /** What is counted, in the singular. */
  unit: 'pageview' | 'visit' | 'visitor' | 'event';
  empty: string;
}

const panel = (
  name: PanelName,
  title: string,
  of: string,
  unit: Panel['unit'],
  empty = `No ${unit}s in this time.`,
): Panel => ({ name, title, of, unit, empty });

const visitors = (name: PanelName, title: string, of: string) => panel(name, title, of, 'visitor');

export type GroupName = 'content' | 'sources' | 'places' | 'systems' | 'events';

/** Panels that share a card; the first is shown unless another is chosen. */
export const GROUPS: Record<GroupName, readonly [Panel, ...Panel[]]> = {
  content: [
    panel('PAGE', 'Pages', 'Page', 'pageview'),
    panel('LANDING_PAGE', 'Landing pages', 'First page of a visit', 'visit'),
  ],
  sources: [
    panel('REFERRER', 'Referrers', 'Where visits came from', 'visit'),
    panel(
      'CAMPAIGN',
      'Campaigns',
      'Campaign',
      'visit',
      'No visits by a link with utm_campaign in this time.',
    ),
  ],
  places: [
    visitors('COUNTRY', 'Countries', 'Country'),
    visitors('CITY', 'Cities', 'City'),
    visitors('CONTINENT', 'Continents', 'Continent'),
    visitors('LANGUAGE', 'Languages', 'Language'),
  ],
  systems: [
    visitors('BROWSER', 'Browsers', 'Browser'),
    visitors('OS', 'Systems', 'Operating system'),
    visitors('DEVICE', 'Devices', 'Device'),
    visitors('RESOLUTION', 'Resolutions', 'Screen resolution'),
  ],
  events: [panel('EVENT', 'Events', 'Event', 'event', 'No events in this time.')],
};

export const GROUP_NAMES = Object.keys(GROUPS) as GroupName[];

const ALL = Object.values(GROUPS).flat();

/** The panel of a statistic, by its name as it is in addresses, such as `landing_page`. */
export const panelNamed = (name: string): Panel | undefined =>
  ALL.find((panel) => panel.name.toLowerCase() === name);
