import { dayText, HOURS } from '../../calendar/days.ts';
import type { Definition, Dimension, Unit } from './statistic.ts';

/**
 * The statistics: one entry each. The rollup's increments, the rules for input, GraphQL's enum, OpenAPI, the
 * panels of the statistics page and the tops of the email report derive from it. `footfall verify` does not:
 * it is the independent recount (ingest/store/verify.ts).
 */

/** A statistic that counts visitors by a dimension. */
function byVisitor(
  dimension: Dimension,
  entry: Pick<Definition, 'title' | 'heading' | 'meaning' | 'cardinality' | 'label'>,
): Definition {
  return { ...entry, unit: 'visitors', valueOf: ({ dimensions }) => dimensions[dimension] };
}

const byDay = {
  heading: 'Day',
  cardinality: 'fixed',
  label: 'text',
  valueOf: ({ day }) => dayText(day),
} as const satisfies Partial<Definition>;
/** A statistic that counts visits by a dimension. */
function byVisit(dimension: Dimension, entry: Omit<Definition, 'unit' | 'valueOf'>): Definition {
  return { ...entry, unit: 'visits', valueOf: ({ dimensions }) => dimensions[dimension] };
}

const ofWholeVisit = { unit: 'visits', valueOf: () => null } as const satisfies Partial<Definition>;
const byHour = {
  heading: 'Hour',
  cardinality: 'fixed',
  label: 'hour',
  valueOf: ({ hour }) => HOURS[hour] as string,
} as const satisfies Partial<Definition>;

const TABLE = {
  browser: byVisitor('browser', {
    title: 'Browsers',
    heading: 'Browser',
    meaning: 'Visitors by browser, such as `Chrome`; empty if unknown.',
    cardinality: 'low',
    label: 'text',
  }),
  campaign: {
    unit: 'visits',
    title: 'Campaigns',
    heading: 'Campaign',
    meaning: 'Visits by the `utm_campaign` of their first hit; visits without one are not counted.',
    cardinality: 'high',
    label: 'text',
    empty: 'None',
    valueOf: ({ dimensions }) => dimensions.campaign || null,
  },
  channel: byVisit('channel', {
    title: 'Channels',
    heading: 'Channel',
    meaning: 'Visits by channel, such as `Organic Search`.',
    cardinality: 'low',
    label: 'channel',
  }),
  city: byVisitor('city', {
    title: 'Cities',
    heading: 'City',
    meaning: 'Visitors by city, as `City, Region, CC`; empty if unknown.',
    cardinality: 'high',
    label: 'city',
  }),
  continent: byVisitor('continent', {
    title: 'Continents',
    heading: 'Continent',
    meaning: 'Visitors by two-letter continent code; empty if unknown.',
    cardinality: 'low',
    label: 'continent',
  }),
  country: byVisitor('country', {
    title: 'Countries',
    heading: 'Country',
    meaning: 'Visitors by ISO 3166-1 alpha-2 country code; empty if unknown.',
    cardinality: 'low',
    label: 'country',
  }),
  device: byVisitor('device', {
    title: 'Devices',
    heading: 'Device',
    meaning: 'Visitors by kind of device: `desktop`, `mobile`, `tablet`…; empty if unknown.',
    cardinality: 'low',
    label: 'device',
  }),
  event: {
    unit: 'events',
    title: 'Events',
    heading: 'Event',
    meaning: 'Events by their name.',
    cardinality: 'high',
    label: 'text',
    valueOf: ({ event }) => event?.name ?? null,
  },
  exit_page: {
    ...ofWholeVisit,
    title: 'Exit pages',
    heading: 'Exit page',
    meaning: 'Visits by the path of their last pageview; empty for visits without a pageview.',
    cardinality: 'high',
    label: 'path',
    empty: 'None',
    ofVisit: ({ exitPath }) => [exitPath, 1],
  },
  landing_page: {
    unit: 'visits',
    title: 'Landing pages',
    heading: 'Landing page',
    meaning: 'Visits by the path of their first hit.',
    cardinality: 'high',
    label: 'path',
    valueOf: ({ path }) => path,
  },
  language: byVisitor('language', {
    title: 'Languages',
    heading: 'Language',
    meaning: 'Visitors by primary language tag, such as `en`; empty if unknown.',
    cardinality: 'high',
    label: 'language',
  }),
  os: byVisitor('os', {
    title: 'Systems',
    heading: 'Operating system',
    meaning: 'Visitors by operating system, such as `Android`; empty if unknown.',
    cardinality: 'low',
    label: 'text',
  }),
  page: {
    unit: 'pageviews',
    title: 'Pages',
    heading: 'Page',
    meaning: 'Pageviews by path, without query and fragment.',
    cardinality: 'high',
    label: 'path',
    valueOf: ({ path }) => path,
  },
  pageviews: {
    ...byDay,
    unit: 'pageviews',
    title: 'Pageviews',
    meaning: 'Pageviews by day, such as `2026-11-21`.',
  },
  pageviews_hours: {
    ...byHour,
    unit: 'pageviews',
    title: 'Pageviews by hour',
    meaning: 'Pageviews by hour of the day, `00` to `23`.',
  },
  referrer: {
    unit: 'visits',
    title: 'Referrers',
    heading: 'Referrer',
    meaning: 'Visits by the host of the referring page, without `www.`; empty for direct visits.',
    cardinality: 'high',
    label: 'host',
    empty: 'Direct',
    valueOf: ({ dimensions }) => dimensions.referrer,
  },
  resolution: byVisitor('resolution', {
    title: 'Resolutions',
    heading: 'Screen resolution',
    meaning: 'Visitors by screen resolution, such as `1920x1080`; empty if unknown.',
    cardinality: 'high',
    label: 'text',
  }),
  source: byVisit('source', {
    title: 'Sources',
    heading: 'Source',
    meaning:
      'Visits by source: the `utm_source`, the name of a known referrer, or the host of another; ' +
      'empty for direct visits.',
    cardinality: 'high',
    label: 'source',
    empty: 'Direct',
  }),
  utm_content: byVisit('utm_content', {
    title: 'UTM contents',
    heading: 'UTM content',
    meaning: 'Visits by the `utm_content` of their first hit; empty for visits without one.',
    cardinality: 'high',
    label: 'text',
    empty: 'None',
  }),
  utm_medium: byVisit('utm_medium', {
    title: 'UTM media',
    heading: 'UTM medium',
    meaning: 'Visits by the `utm_medium` of their first hit; empty for visits without one.',
    cardinality: 'high',
    label: 'text',
    empty: 'None',
  }),
  utm_source: byVisit('utm_source', {
    title: 'UTM sources',
    heading: 'UTM source',
    meaning: 'Visits by the `utm_source` of their first hit; empty for visits without one.',
    cardinality: 'high',
    label: 'text',
    empty: 'None',
  }),
  utm_term: byVisit('utm_term', {
    title: 'UTM terms',
    heading: 'UTM term',
    meaning: 'Visits by the `utm_term` of their first hit; empty for visits without one.',
    cardinality: 'high',
    label: 'text',
    empty: 'None',
  }),
  visitors: {
    ...byDay,
    unit: 'visitors',
    title: 'Visitors',
    meaning: 'Visitors by day, such as `2026-11-21`.',
  },
  visitors_hours: {
    ...byHour,
    unit: 'visitors',
    title: 'Visitors by hour',
    meaning: 'Visitors by hour of the day of their first hit, `00` to `23`.',
  },
  visits: {
    ...byDay,
    unit: 'visits',
    title: 'Visits',
    meaning: 'Visits by day, such as `2026-11-21`.',
  },
} as const satisfies Record<string, Definition>;

export type StatName = keyof typeof TABLE;

/** Rollups that are no statistics of their own: those from which metrics are computed, and the hosts. */
const FURTHER_ROLLUPS = {
  bounces: {
    ...byDay,
    ...ofWholeVisit,
    title: 'Bounces',
    meaning: 'Visits with exactly one pageview and no event, by day.',
    ofVisit: ({ day, pageviews, events }) => (pageviews === 1 && events === 0 ? [dayText(day), 1] : null),
  },
  duration: {
    ...byDay,
    ...ofWholeVisit,
    title: 'Duration of visits',
    meaning: 'Sum of the durations of the visits of a day, in milliseconds.',
    ofVisit: ({ day, duration }) => [dayText(day), duration],
  },
  events: { ...byDay, unit: 'events', title: 'Events by day', meaning: 'Events by day.' },
  /** Counted by ingest/store/increments.ts, because each hit counts, whether pageview or event. */
  host: {
    ...ofWholeVisit,
    title: 'Hostnames',
    heading: 'Hostname',
    meaning: 'Pageviews and events by the host of their page; those whose host is unknown are not counted.',
    cardinality: 'high',
    label: 'host',
  },
  revision: {
    ...byDay,
    ...ofWholeVisit,
    title: 'Revisions',
    meaning: 'How often visits of a day were classified anew.',
  },
} as const satisfies Record<string, Definition>;

/** The name of a rollup: a statistic, or one of the further ones. */
export type RollupName = StatName | keyof typeof FURTHER_ROLLUPS;

/** The definition of each rollup, by its name in the table `Stat`. */
export const ROLLUPS: Readonly<Record<RollupName, Definition>> = { ...TABLE, ...FURTHER_ROLLUPS };
export const ROLLUP_NAMES = Object.keys(ROLLUPS) as RollupName[];

/** The definition of each statistic, by its name in REST; GraphQL has the same names in upper case. */
export const STATISTICS: Readonly<Record<StatName, Definition>> = TABLE;

export const STAT_NAMES = Object.keys(TABLE) as StatName[];

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

export const isBackfilled = (name: RollupName): boolean =>
  (BACKFILLED as readonly RollupName[]).includes(name);

/** Replaces the values of a statistic beyond the limit of a day (MAX_DISTINCT_VALUES). */
export const OTHER = '(other)';

/**
 * Statistics with few rows that grow whenever a statistic of the unit changes: while their sum is unchanged,
 * nothing was counted. A visit is opened or extended by a hit, which is either a pageview or an event. A
 * revision changes visits or the paths of hits.
 */
export const CHANGE_DETECTORS: Readonly<Record<Unit, readonly RollupName[]>> = {
  visitors: ['visitors'],
  visits: ['event', 'pageviews', 'revision'],
  pageviews: ['pageviews', 'revision'],
  events: ['event'],
};
