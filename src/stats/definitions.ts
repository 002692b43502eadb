import { dayText } from '../calendar/days.ts';

/**
 * The statistics: one entry each. The rollup's increments, the rules for input, GraphQL's enum, OpenAPI, the
 * panels of the statistics page and the tops of the email report derive from it. `footfall verify` does not:
 * it is the independent recount (ingest/store/verify.ts).
 */

/** What a statistic counts. */
export type Unit = 'visitors' | 'visits' | 'pageviews' | 'events';

/** The dimensions of a visit. Those of a visitor are the dimensions of the first visit of the day. */
export const DIMENSIONS = [
  ...(['referrer', 'campaign', 'browser', 'os', 'device'] as const),
  ...(['language', 'resolution', 'continent', 'country', 'city'] as const),
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** The parts of a hit from which statistics take their values. */
export interface CountedHit {
  /** The website's local day, as 20261121, and hour. */
  day: number;
  hour: number;
  path: string;
  event: { name: string } | null;
  dimensions: Readonly<Record<Dimension, string>>;
}

/**
 * How many distinct values a statistic can have: `fixed` for days and hours, which Footfall determines;
 * `low` for a list, such as countries; `high` where clients can send any text, or where the list is long.
 */
export type Cardinality = 'fixed' | 'low' | 'high';

/** How a value is shown to people; `stats/labels.ts` has the formatters. */
export type LabelFormat =
  | 'city'
  | 'continent'
  | 'country'
  | 'device'
  | 'host'
  | 'hour'
  | 'language'
  | 'path'
  | 'text';

interface Definition {
  unit: Unit;
  /** Heading of the statistic and of its values, for people. */
  title: string;
  heading: string;
  /** The description in GraphQL and OpenAPI. */
  meaning: string;
  cardinality: Cardinality;
  label: LabelFormat;
  /**
   * The value that a hit adds to, by one. The hit is each pageview, each event, the first hit of each visit
   * or of each visitor's day, depending on `unit`.
   * @returns null where nothing is counted.
   */
  valueOf(hit: CountedHit): string | null;
}

/** An hour of the day as it is counted: `00` to `23`. */
function hourText(hour: number): string {
  return String(hour).padStart(2, '0');
}

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
const byHour = {
  heading: 'Hour',
  cardinality: 'fixed',
  label: 'hour',
  valueOf: ({ hour }) => hourText(hour),
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
    valueOf: ({ dimensions }) => dimensions.campaign || null,
  },
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
    valueOf: ({ dimensions }) => dimensions.referrer,
  },
  resolution: byVisitor('resolution', {
    title: 'Resolutions',
    heading: 'Screen resolution',
    meaning: 'Visitors by screen resolution, such as `1920x1080`; empty if unknown.',
    cardinality: 'high',
    label: 'text',
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
} as const satisfies Record<string, Definition>;

export type StatName = keyof typeof TABLE;

/** The definition of each statistic, by its name in REST; GraphQL has the same names in upper case. */
export const STATISTICS: Readonly<Record<StatName, Definition>> = TABLE;

export const STAT_NAMES = Object.keys(TABLE) as StatName[];

/** The statistics that count a unit. */
export const statisticsOf = (unit: Unit): StatName[] =>
  STAT_NAMES.filter((name) => STATISTICS[name].unit === unit);

/** Replaces the values of a statistic beyond the limit of a day (MAX_DISTINCT_VALUES). */
export const OTHER = '(other)';

/**
 * Statistics with few rows that grow whenever a statistic of the unit does: while their sum is unchanged,
 * nothing was counted. A visit is opened by a hit, which is either a pageview or an event.
 */
export const CHANGE_DETECTORS: Readonly<Record<Unit, readonly StatName[]>> = {
  visitors: ['visitors'],
  visits: ['event', 'pageviews'],
  pageviews: ['pageviews'],
  events: ['event'],
};
