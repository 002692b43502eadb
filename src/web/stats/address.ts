import { dayCount } from '../../calendar/days.ts';
import { intervalOf } from '../../stats/intervals.ts';
import { PERIOD_DAYS } from '../../stats/periodNames.ts';
import { isLanguage, type Language } from '../../texts/languages.ts';
import type { Interval as SeriesInterval } from '../gql/graphql.ts';
import { DEFAULT, isPreset, periodName } from '../shared/periods.ts';
import { defaultInterval, fits, type Interval, isInterval } from './chart/intervals.ts';
import { type GoalMetric, isGoalMetric, isMetric, type Metric, needsAllMetrics } from './chart/metrics.ts';
import { type Compare, comparisonOf, readCompare, usuallyCompared, writeCompare } from './compare.ts';
import { type Details, readDetails, writeDetails } from './details/detailsAddress.ts';
import { type FilterPart, readFilters, writeFilters } from './filters/conditions.ts';
import { readFunnel, type ShownFunnel, writeFunnel } from './funnels/funnelAddress.ts';
import { type Journey, readJourney, writeJourney } from './journeys/journeyAddress.ts';
import { GROUP_NAMES, GROUPS, type GroupName, type Panel } from './panels/panels.ts';
import type { Days, Range } from './types.ts';

/** The state of the page, as encoded in the URL. */
export interface Shown {
  range: Range;
  /** The comparison; null for the default of the range (`usuallyCompared`). */
  compare: Compare | null;
  /** All of them must hold. */
  filters: readonly FilterPart[];
  /** The id of the segment that the filters were chosen from; null for none. It selects nothing by itself. */
  segment: string | null;
  metric: Metric | GoalMetric;
  /** The id of the goal whose numbers the chart and the details show; null for none. */
  goal: string | null;
  /** The currency of revenue; null for the one with the largest amount. */
  currency: string | null;
  /** The interval of the chart; null for the default of the range. */
  interval: Interval | null;
  panels: Record<GroupName, Panel>;
  details: Details | null;
  funnel: ShownFunnel;
  journey: Journey;
  /** Whether the page shows what happens now, instead of a range of days. */
  live: boolean;
  embed: boolean;
  /** The color scheme that overrides that of the browser; null for none. */
  theme: 'light' | 'dark' | null;
  /** The language that overrides those of the browser; null for none. */
  language: Language | null;
  /** Whether a part of the URL was invalid and was ignored. */
  misread: boolean;
}

function isDay(text: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function readRange(search: URLSearchParams): Range | null {
  const [preset, from, to] = ['period', 'from', 'to'].map((name) => search.get(name));
  // A tag: `from=newsletter`.
  if (preset == null && to == null && from != null && !/^\d/.test(from)) return { preset: DEFAULT };
  if (preset != null) return isPreset(preset) ? { preset } : null;
  if (from == null && to == null) return { preset: DEFAULT };
  return readDays(from ?? null, to ?? null);
}

const readDays = (from: string | null, to: string | null): Days | null =>
  from && to && isDay(from) && isDay(to) && from <= to ? { from, to } : null;

/** The number of days of a range at most; null for all days, whose number only the server knows. */
export const daysOf = (range: Range): number | null =>
  'preset' in range ? PERIOD_DAYS[range.preset] : dayCount(range.from, range.to);

/** Parses the query string of the URL. Invalid parts get their default values. */
export function readAddress(query: string): Shown {
  const search = new URLSearchParams(query);
  let misread = false;
  const known = <T>(found: T | null | undefined, otherwise: T): T => {
    misread ||= found == null;
    return found ?? otherwise;
  };
  const metric = search.get('metric') ?? 'visitors';
  const range = known(readRange(search), { preset: DEFAULT });
  const interval = search.get('interval');
  const compare = readCompare(search, readDays);
  misread ||= compare === undefined;
  return {
    range,
    compare: compare ?? null,
    filters: known(readFilters(search), []),
    segment: readSegment(search.get('segment'), known),
    metric: known(isMetric(metric) || isGoalMetric(metric) ? metric : null, 'visitors'),
    goal: readMatching(search.get('goal'), /^\d{1,15}$/),
    currency: readMatching(search.get('currency'), /^[A-Z]{3}$/),
    interval:
      interval === null
        ? null
        : known<Interval | null>(
            isInterval(interval) && fits(interval, daysOf(range)) ? interval : null,
            null,
          ),
    panels: Object.fromEntries(
      GROUP_NAMES.map((group) => {
        const [first, ...others] = GROUPS[group];
        // Earlier versions had a card for the parameters of campaigns.
        const name = search.get(group) ?? (group === 'sources' ? search.get('campaigns') : null);
        if (name === null) return [group, first];
        const found = [first, ...others].find((one) => one.name.toLowerCase() === name);
        // A tag: `content=header`.
        return [group, group === 'content' ? (found ?? first) : known(found, first)];
      }),
    ) as Shown['panels'],
    details: readDetails(search, known),
    funnel: readFunnel(search, known),
    journey: readJourney(search, known),
    live: known(readView(search.get('view')), false),
    embed: search.get('embed') === '1',
    theme: readTheme(search.get('theme'), known),
    language: readLanguage(search.get('lang'), known),
    misread,
  };
}

/** Other texts can be tags: `goal=newsletter`. */
const readMatching = (text: string | null, pattern: RegExp) => (text && pattern.test(text) ? text : null);

function readSegment(
  id: string | null,
  known: (found: string | null, otherwise: string | null) => string | null,
): string | null {
  return id === null ? null : known(/^[\w+/]{4,40}={0,2}$/.test(id) ? id : null, null);
}

/** The value of `view`; null if it is unknown. */
const readView = (name: string | null): boolean | null => (name === null ? false : name === 'live' || null);

function readTheme(
  name: string | null,
  known: (found: Shown['theme'], otherwise: Shown['theme']) => Shown['theme'],
): Shown['theme'] {
  return name === null ? null : known(name === 'light' || name === 'dark' ? name : null, null);
}

function readLanguage(
  name: string | null,
  known: (found: Shown['language'], otherwise: Shown['language']) => Shown['language'],
): Shown['language'] {
  return name === null ? null : known(isLanguage(name) ? name : null, null);
}

/** Builds the query string of the URL. Omits default values, and an interval that does not fit the range. */
export function writeAddress(shown: Shown): string {
  const {
    range,
    compare,
    filters,
    segment,
    metric,
    goal,
    currency,
    interval,
    panels,
    details,
    funnel,
    journey,
    live,
    embed,
    theme,
    language,
  } = shown;
  const search = new URLSearchParams();
  if (!('preset' in range)) {
    search.set('from', range.from);
    search.set('to', range.to);
  } else if (range.preset !== DEFAULT) search.set('period', range.preset);
  writeCompare(search, compare);
  writeFilters(search, filters);
  if (segment && filters.length > 0) search.set('segment', segment);
  if (metric !== 'visitors') search.set('metric', metric);
  if (goal) search.set('goal', goal);
  if (currency) search.set('currency', currency);
  if (interval && fits(interval, daysOf(range))) search.set('interval', interval);
  for (const group of GROUP_NAMES) {
    if (panels[group] !== GROUPS[group][0]) search.set(group, panels[group].name.toLowerCase());
  }
  if (details) writeDetails(search, details);
  writeFunnel(search, funnel);
  writeJourney(search, journey);
  if (live) search.set('view', 'live');
  if (embed) search.set('embed', '1');
  if (theme) search.set('theme', theme);
  if (language) search.set('lang', language);
  // These characters are allowed in a query string, and easier to read.
  const text = String(search).replaceAll(/%(2F|2C|3A|5B|5D|7B|7D)/g, decodeURIComponent);
  return text && `?${text}`;
}

/** A range as arguments of the API's `period` field. */
export const periodOf = (range: Range) => ('preset' in range ? { name: periodName(range.preset) } : range);

/** The API's arguments for the period and the comparison. */
export const periodArguments = ({ range, compare }: Pick<Shown, 'range' | 'compare'>) => ({
  ...periodOf(range),
  ...comparisonOf(compare ?? usuallyCompared(range)),
});

/**
 * What the operation of the page reads for the chart. A null interval is the server's default. By hour, the
 * compared days are whole, because the chart shows how they went on.
 */
export function seriesArguments({
  range,
  compare,
  metric,
  interval,
}: Pick<Shown, 'range' | 'compare' | 'metric' | 'interval'>) {
  const days = daysOf(range);
  // The default of an own range to compare with may be another one.
  const usual = typeof compare === 'object' && compare && days !== null ? intervalOf(days) : null;
  const name = interval ?? defaultInterval(days) ?? usual;
  const by = name && (name.toUpperCase() as SeriesInterval);
  return { by, byDays: name !== 'hour' && days !== 1, allMetrics: needsAllMetrics(metric) };
}
