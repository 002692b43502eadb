import type { PeriodName, StatSort } from '../gql/graphql.ts';
import { type Condition, readConditions, writeConditions } from './filters/conditions.ts';
import { GROUP_NAMES, GROUPS, type GroupName, type Panel, panelNamed } from './panels.ts';
import type { Metric } from './types.ts';

/** The named periods in the order of the menu. */
export const PERIODS = {
  today: 'Today',
  yesterday: 'Yesterday',
  last_7_days: 'Last 7 days',
  last_30_days: 'Last 30 days',
  this_month: 'This month',
  last_month: 'Last month',
  last_12_months: 'Last 12 months',
  all: 'All time',
} as const;

export type PresetName = keyof typeof PERIODS;
export type Range = { preset: PresetName } | { from: string; to: string };

/** The dialog with the rows of one statistic. */
export interface Details {
  panel: Panel;
  search: string;
  sort: StatSort;
}

/** The state of the page, as encoded in the URL. */
export interface Shown {
  range: Range;
  /** All of them must hold. */
  filters: readonly Condition[];
  metric: Metric;
  panels: Record<GroupName, Panel>;
  details: Details | null;
  embed: boolean;
  /** Whether a part of the URL was invalid and was ignored. */
  misread: boolean;
}

export const DEFAULT: PresetName = 'last_30_days';
const isPreset = (name: string): name is PresetName => Object.hasOwn(PERIODS, name);

function isDay(text: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function readRange(search: URLSearchParams): Range | null {
  const [preset, from, to] = ['period', 'from', 'to'].map((name) => search.get(name));
  if (preset != null) return isPreset(preset) ? { preset } : null;
  if (from == null && to == null) return { preset: DEFAULT };
  return from && to && isDay(from) && isDay(to) && from <= to ? { from, to } : null;
}

/** Parses the query string of the URL. Invalid parts get their default values. */
export function readAddress(query: string): Shown {
  const search = new URLSearchParams(query);
  let misread = false;
  const known = <T>(found: T | null | undefined, otherwise: T): T => {
    misread ||= found == null;
    return found ?? otherwise;
  };
  const details = search.get('details');
  const panel = details === null ? null : known<Panel | null>(panelNamed(details), null);
  const metric = search.get('metric') ?? 'visitors';
  return {
    range: known(readRange(search), { preset: DEFAULT }),
    filters: known(readConditions(search), []),
    metric: known(metric === 'visitors' || metric === 'pageviews' ? metric : null, 'visitors'),
    panels: Object.fromEntries(
      GROUP_NAMES.map((group) => {
        const [first, ...others] = GROUPS[group];
        const name = search.get(group);
        if (name === null) return [group, first];
        return [
          group,
          known(
            [first, ...others].find((one) => one.name.toLowerCase() === name),
            first,
          ),
        ];
      }),
    ) as Shown['panels'],
    details: panel && {
      panel,
      search: search.get('search') ?? '',
      sort: search.get('sort') === 'min' ? 'MIN' : 'MAX',
    },
    embed: search.get('embed') === '1',
    misread,
  };
}

/** Builds the query string of the URL. Default values are omitted. */
export function writeAddress({ range, filters, metric, panels, details, embed }: Shown): string {
  const search = new URLSearchParams();
  if (!('preset' in range)) {
    search.set('from', range.from);
    search.set('to', range.to);
  } else if (range.preset !== DEFAULT) search.set('period', range.preset);
  writeConditions(search, filters);
  if (metric !== 'visitors') search.set('metric', metric);
  for (const group of GROUP_NAMES) {
    if (panels[group] !== GROUPS[group][0]) search.set(group, panels[group].name.toLowerCase());
  }
  if (details) {
    search.set('details', details.panel.name.toLowerCase());
    if (details.search) search.set('search', details.search);
    if (details.sort === 'MIN') search.set('sort', 'min');
  }
  if (embed) search.set('embed', '1');
  return search.size > 0 ? `?${search}` : '';
}

/** A range as arguments of the API's `period` field. */
export const periodOf = (range: Range) =>
  'preset' in range ? { name: range.preset.toUpperCase() as PeriodName } : range;
