import {
  CHANNELS,
  CONTINENTS,
  COUNTRY_CODES,
  DEVICES,
  HOSTS,
  LANGUAGE_TAGS,
  SIZES,
  type Spelling,
} from './knownValues.ts';

/**
 * The dimensions and metrics of the analysis, as data: one entry each. Filters, breakdowns, the columns of
 * the chunks, GraphQL's enums, OpenAPI and the documentation derive from these tables.
 */

/** Value of the row in which rows with small counts are summed (`hideBelow` of a website). */
export const FEW = '(few)';

/** What a dimension describes; see docs/numbers.md. */
export type Level = 'visitor' | 'visit' | 'hit' | 'time';

interface DimensionEntry {
  level: Level;
  /** The description in GraphQL and OpenAPI. */
  meaning: string;
  /** Whether values are percent-encoded paths. */
  path?: boolean;
  /** How values are spelled, if only certain ones exist. Conditions may spell them in other cases. */
  spelling?: Spelling;
}

const TABLE = {
  country: {
    level: 'visitor',
    meaning: 'Country of the visitor, ISO 3166-1 alpha-2; empty if unknown.',
    spelling: COUNTRY_CODES,
  },
  continent: {
    level: 'visitor',
    meaning: 'Two-letter continent code of the visitor; empty if unknown.',
    spelling: CONTINENTS,
  },
  city: { level: 'visitor', meaning: 'City of the visitor, as `City, Region, CC`; empty if unknown.' },
  language: {
    level: 'visitor',
    meaning: 'Primary language of the visitor, such as `en`; empty if unknown.',
    spelling: LANGUAGE_TAGS,
  },
  browser: { level: 'visitor', meaning: 'Browser of the visitor, such as `Chrome`; empty if unknown.' },
  os: { level: 'visitor', meaning: 'Operating system of the visitor; empty if unknown.' },
  device: {
    level: 'visitor',
    meaning: 'Kind of device, such as `mobile`; empty if unknown.',
    spelling: DEVICES,
  },
  resolution: {
    level: 'visitor',
    meaning: 'Screen resolution, such as `1920x1080`; empty if unknown.',
    spelling: SIZES,
  },
  referrer: { level: 'visit', meaning: 'Host of the referring page of the visit; empty for direct visits.' },
  source: {
    level: 'visit',
    meaning: 'Source of the visit: its `utm_source`, the name of a known referrer, or the host of another.',
  },
  channel: {
    level: 'visit',
    meaning: 'Channel of the visit, such as `Organic Search`.',
    spelling: CHANNELS,
  },
  utm_source: { level: 'visit', meaning: '`utm_source` of the visit; empty if there is none.' },
  utm_medium: { level: 'visit', meaning: '`utm_medium` of the visit; empty if there is none.' },
  campaign: { level: 'visit', meaning: '`utm_campaign` of the visit; empty if there is none.' },
  utm_term: { level: 'visit', meaning: '`utm_term` of the visit; empty if there is none.' },
  utm_content: { level: 'visit', meaning: '`utm_content` of the visit; empty if there is none.' },
  landing_page: { level: 'visit', meaning: 'Path of the first hit of the visit.', path: true },
  exit_page: {
    level: 'visit',
    meaning: 'Path of the last pageview of the visit; empty without a pageview.',
    path: true,
  },
  page: { level: 'hit', meaning: 'Path on which the pageview or event happened.', path: true },
  event: { level: 'hit', meaning: 'Name of the event. A pageview has none.' },
  host: {
    level: 'hit',
    meaning: 'Host of the page on which the pageview or event happened, without `www.`; empty if unknown.',
    spelling: HOSTS,
  },
  hour: { level: 'time', meaning: 'Local hour, such as `2026-11-21T09`.' },
  day: { level: 'time', meaning: 'Local day, such as `2026-11-21`.' },
  week: { level: 'time', meaning: 'ISO week, such as `2026-W47`.' },
  month: { level: 'time', meaning: 'Month, such as `2026-11`.' },
} as const satisfies Record<string, DimensionEntry>;

/** The name of a dimension, as in REST; GraphQL's enum has the same names in upper case. */
export type DimensionName = keyof typeof TABLE;

type OfLevel<L extends Level> = {
  [Name in DimensionName]: (typeof TABLE)[Name]['level'] extends L ? Name : never;
}[DimensionName];

/** Dimensions that a filter can have: all but those of time. */
export type FilterDimension = OfLevel<'visitor' | 'visit' | 'hit'>;
/** Dimensions that all hits of a visit share. */
export type VisitDimension = OfLevel<'visitor' | 'visit'>;
/** Dimensions that each hit has. */
export type HitDimension = OfLevel<'hit'>;
export type TimeDimension = OfLevel<'time'>;

export const ANALYSIS_DIMENSIONS: Readonly<Record<DimensionName, DimensionEntry>> = TABLE;
export const DIMENSION_NAMES = Object.keys(TABLE) as DimensionName[];

const ofLevels = <L extends Level>(...levels: L[]) =>
  DIMENSION_NAMES.filter((name) => (levels as Level[]).includes(TABLE[name].level)) as OfLevel<L>[];

export const VISIT_DIMENSIONS = ofLevels('visitor', 'visit');
export const HIT_DIMENSIONS = ofLevels('hit');
export const FILTER_DIMENSIONS = ofLevels('visitor', 'visit', 'hit');
