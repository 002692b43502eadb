import { dayText, HOURS } from '../../calendar/days.ts';
import {
  ANALYSIS_DIMENSIONS,
  type CountedDimension,
  DIMENSION_NAMES,
  type Dimension,
  type DimensionName,
} from './dimensions.ts';
import type { CountedHit, Definition, Unit } from './statistic.ts';

/**
 * The statistics: those by the dimensions of dimensions.ts, and one entry for each that is by day or hour.
 * The rollup's increments, the rules for input, GraphQL's enum, OpenAPI, the panels of the statistics page
 * and the tops of the email report derive from them. `footfall verify` does not: it is the independent
 * recount (ingest/store/verify.ts).
 */

/** What statistics by a dimension of this level count. Hits are pageviews, unless it is that of events. */
const UNITS = { visitor: 'visitors', visit: 'visits', hit: 'pageviews', time: 'pageviews' } as const;

const ofWholeVisit = { unit: 'visits', valueOf: () => null } as const satisfies Partial<Definition>;

/** Returns where a hit has its value of a dimension, and what it counts by it. */
function counting(name: DimensionName): Pick<Definition, 'unit' | 'valueOf' | 'ofVisit'> {
  const { level, from, statistic } = ANALYSIS_DIMENSIONS[name];
  if (from === 'exit') return { ...ofWholeVisit, ofVisit: ({ exitPath }) => [exitPath, 1] };
  if (from === 'event') return { unit: 'events', valueOf: ({ event }) => event?.name ?? null };
  const read =
    from === 'path'
      ? ({ path }: CountedHit) => path
      : ({ dimensions }: CountedHit) => dimensions[name as Dimension];
  return {
    unit: UNITS[level],
    valueOf: statistic?.skipsEmpty ? (hit) => read(hit) || null : read,
  };
}

const BY_DIMENSION = Object.fromEntries(
  DIMENSION_NAMES.flatMap((name): [DimensionName, Definition][] => {
    const { statistic, label, empty } = ANALYSIS_DIMENSIONS[name];
    if (!statistic) return [];
    const { meaning, cardinality, skipsEmpty = false } = statistic;
    const entry = { meaning, cardinality, label, skipsEmpty, ...(empty && { empty }), ...counting(name) };
    return [[name, entry]];
  }),
) as Record<CountedDimension, Definition>;

const byDay = {
  cardinality: 'fixed',
  label: 'text',
  valueOf: ({ day }) => dayText(day),
} as const satisfies Partial<Definition>;
const byHour = {
  cardinality: 'fixed',
  label: 'hour',
  valueOf: ({ hour }) => HOURS[hour] as string,
} as const satisfies Partial<Definition>;

const BY_TIME = {
  pageviews: { ...byDay, unit: 'pageviews', meaning: 'Pageviews by day, such as `2026-11-21`.' },
  pageviews_hours: {
    ...byHour,
    unit: 'pageviews',
    meaning: 'Pageviews by hour of the day, `00` to `23`.',
  },
  visitors: { ...byDay, unit: 'visitors', meaning: 'Visitors by day, such as `2026-11-21`.' },
  visitors_hours: {
    ...byHour,
    unit: 'visitors',
    meaning: 'Visitors by hour of the day of their first hit, `00` to `23`.',
  },
  visits: { ...byDay, unit: 'visits', meaning: 'Visits by day, such as `2026-11-21`.' },
} as const satisfies Record<string, Definition>;

export type StatName = CountedDimension | keyof typeof BY_TIME;

/** Rollups that are no statistics of their own: those from which metrics are computed, and the hosts. */
const FURTHER_ROLLUPS = {
  bounces: {
    ...byDay,
    ...ofWholeVisit,
    meaning: 'Visits with exactly one pageview and no event, by day.',
    ofVisit: ({ day, pageviews, events }) => (pageviews === 1 && events === 0 ? [dayText(day), 1] : null),
  },
  duration: {
    ...byDay,
    ...ofWholeVisit,
    meaning: 'Sum of the durations of the visits of a day, in milliseconds.',
    ofVisit: ({ day, duration }) => [dayText(day), duration],
  },
  events: { ...byDay, unit: 'events', meaning: 'Events by day.' },
  /** Counted by ingest/store/increments.ts, because each hit counts, whether pageview or event. */
  host: {
    ...ofWholeVisit,
    meaning: 'Pageviews and events by the host of their page; those whose host is unknown are not counted.',
    cardinality: 'high',
    label: 'host',
  },
  revision: {
    ...byDay,
    ...ofWholeVisit,
    meaning: 'How often visits of a day were classified anew.',
  },
} as const satisfies Record<string, Definition>;

/** The name of a rollup: a statistic, or one of the further ones. */
export type RollupName = StatName | keyof typeof FURTHER_ROLLUPS;

/** The definition of each statistic, by its name in REST; GraphQL has the same names in upper case. */
export const STATISTICS: Readonly<Record<StatName, Definition>> = { ...BY_DIMENSION, ...BY_TIME };

/** In alphabetical order. */
export const STAT_NAMES = (Object.keys(STATISTICS) as StatName[]).sort();

/** The definition of each rollup, by its name in the table `Stat`. */
export const ROLLUPS: Readonly<Record<RollupName, Definition>> = { ...STATISTICS, ...FURTHER_ROLLUPS };
export const ROLLUP_NAMES: readonly RollupName[] = [
  ...STAT_NAMES,
  ...(Object.keys(FURTHER_ROLLUPS) as RollupName[]),
];

/** The rollups that count a unit. */
export const rollupsOf = (unit: Unit): RollupName[] =>
  ROLLUP_NAMES.filter((name) => ROLLUPS[name].unit === unit);

/** The rollups by day that count each hit once: it is either a pageview or an event. */
export const HIT_ROLLUPS = ['events', 'pageviews'] as const satisfies RollupName[];

/** The rollups of visits as a whole, which later hits of a visit change. */
export const VISIT_ROLLUPS = ROLLUP_NAMES.filter((name) => ROLLUPS[name].ofVisit !== undefined);

/**
 * The rollups that the first version did not have. They are complete once its days have been counted again
 * (ingest/backfill/).
 */
export const BACKFILLED = [
  ...(['visits', 'exit_page', 'channel', 'source', 'bounces', 'duration', 'events'] as const),
  ...(['utm_source', 'utm_medium', 'utm_term', 'utm_content'] as const),
] as const satisfies RollupName[];

/** Replaces the values of a statistic beyond the limit of a day (MAX_DISTINCT_VALUES). */
export const OTHER = '(other)';

/** The rollups by day with the totals of all hits, and how often the day was changed otherwise. */
export const TOTAL_ROLLUPS = [
  ...(['visitors', 'visits', 'pageviews', 'events', 'bounces', 'duration', 'revision'] as const),
] as const satisfies RollupName[];
