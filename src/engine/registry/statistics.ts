import {
  ANALYSIS_DIMENSIONS,
  type CountedDimension,
  DIMENSION_NAMES,
  type DimensionName,
} from './dimensions.ts';
import type { Definition } from './statistic.ts';

/**
 * The statistics: those by the dimensions of dimensions.ts, and one entry for each that is by day or hour.
 * The rules for input, GraphQL's enum, OpenAPI, the panels of the statistics page and the tops of the email
 * report derive from them. `footfall verify` does not: it is the independent recount
 * (ingest/store/verify.ts).
 */

/** What statistics by a dimension of this level count. Hits are pageviews, unless it is that of events. */
const UNITS = { visitor: 'visitors', visit: 'visits', hit: 'pageviews', time: 'pageviews' } as const;

const BY_DIMENSION = Object.fromEntries(
  DIMENSION_NAMES.flatMap((name): [DimensionName, Definition][] => {
    const { level, from, statistic, label, empty } = ANALYSIS_DIMENSIONS[name];
    if (!statistic) return [];
    const { meaning, cardinality, skipsEmpty = false } = statistic;
    const unit = from === 'event' ? 'events' : UNITS[level];
    return [[name, { unit, meaning, cardinality, label, skipsEmpty, ...(empty && { empty }) }]];
  }),
) as Record<CountedDimension, Definition>;

const byDay = { cardinality: 'fixed', label: 'text' } as const satisfies Partial<Definition>;
const byHour = { cardinality: 'fixed', label: 'hour' } as const satisfies Partial<Definition>;

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

/** The totals of a day: columns of the table `DayTotal`. */
export const TOTALS = ['visitors', 'visits', 'pageviews', 'events', 'bounces', 'duration'] as const;
export type TotalName = (typeof TOTALS)[number];

/** The definition of each statistic, by its name in REST; GraphQL has the same names in upper case. */
export const STATISTICS: Readonly<Record<StatName, Definition>> = { ...BY_DIMENSION, ...BY_TIME };

/** In alphabetical order. */
export const STAT_NAMES = (Object.keys(STATISTICS) as StatName[]).sort();

/** Replaces the values of a statistic beyond the limit of a day (MAX_DISTINCT_VALUES). */
export const OTHER = '(other)';

/** The step of journeys of visits that stop. */
export const END = '(end)';
