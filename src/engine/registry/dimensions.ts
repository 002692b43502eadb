import {
  type Cardinality,
  CHANNELS,
  CONTINENTS,
  COUNTRY_CODES,
  DEVICES,
  HOSTS,
  LANGUAGE_TAGS,
  type LabelFormat,
  SIZES,
  type Spelling,
} from './knownValues.ts';

/**
 * The dimensions, as data: one entry each. Filters, breakdowns, the statistics that count by a dimension, the
 * columns of visits and chunks, labels, GraphQL's enums and OpenAPI derive from this table.
 */

/** Value of the row in which rows with small counts are summed (`hideBelow` of a website). */
export const FEW = '(few)';

/** What a dimension describes; see docs/numbers.md. */
export type Level = 'visitor' | 'visit' | 'hit' | 'time';

interface DimensionEntry {
  level: Level;
  /** The description in GraphQL and OpenAPI. */
  meaning: string;
  /**
   * Where its values are: in a column of `Visit` that the first hit determines, in the path or the event or
   * the host or a property of a hit, in the last path of a visit, or in the time.
   */
  from: 'column' | 'path' | 'event' | 'host' | 'property' | 'exit' | 'time';
  /** How values are shown to people. Times are shown as they are. */
  label: LabelFormat;
  /** The label of an empty value; `Unknown` by default. */
  empty?: string;
  /** Whether values are percent-encoded paths. */
  path?: boolean;
  /** How values are spelled, if only certain ones exist. Conditions may spell them in other cases. */
  spelling?: Spelling;
  /** The statistic that counts by it; visitors or visits or hits, by its level. Its description. */
  statistic?: {
    meaning: string;
    cardinality: Cardinality;
    /** Whether visits without a value are not counted. */
    skipsEmpty?: boolean;
  };
}

const ofVisitor = { level: 'visitor', from: 'column' } as const;
const ofVisit = { level: 'visit', from: 'column' } as const;
const ofTime = { level: 'time', from: 'time', label: 'text' } as const;

const TABLE = {
  country: {
    ...ofVisitor,
    meaning: 'Country of the visitor, ISO 3166-1 alpha-2; empty if unknown.',
    label: 'country',
    spelling: COUNTRY_CODES,
    statistic: {
      meaning: 'Visitors by ISO 3166-1 alpha-2 country code; empty if unknown.',
      cardinality: 'low',
    },
  },
  continent: {
    ...ofVisitor,
    meaning: 'Two-letter continent code of the visitor; empty if unknown.',
    label: 'continent',
    spelling: CONTINENTS,
    statistic: { meaning: 'Visitors by two-letter continent code; empty if unknown.', cardinality: 'low' },
  },
  city: {
    ...ofVisitor,
    meaning: 'City of the visitor, as `City, Region, CC`; empty if unknown.',
    label: 'city',
    statistic: {
      meaning: 'Visitors by city, as `City, Region, CC`; empty if unknown.',
      cardinality: 'high',
    },
  },
  language: {
    ...ofVisitor,
    meaning: 'Primary language of the visitor, such as `en`; empty if unknown.',
    label: 'language',
    spelling: LANGUAGE_TAGS,
    statistic: {
      meaning: 'Visitors by primary language tag, such as `en`; empty if unknown.',
      cardinality: 'high',
    },
  },
  browser: {
    ...ofVisitor,
    meaning: 'Browser of the visitor, such as `Chrome`; empty if unknown.',
    label: 'text',
    statistic: { meaning: 'Visitors by browser, such as `Chrome`; empty if unknown.', cardinality: 'low' },
  },
  os: {
    ...ofVisitor,
    meaning: 'Operating system of the visitor; empty if unknown.',
    label: 'text',
    statistic: {
      meaning: 'Visitors by operating system, such as `Android`; empty if unknown.',
      cardinality: 'low',
    },
  },
  device: {
    ...ofVisitor,
    meaning: 'Kind of device, such as `mobile`; empty if unknown.',
    label: 'device',
    spelling: DEVICES,
    statistic: {
      meaning: 'Visitors by kind of device: `desktop`, `mobile`, `tablet`…; empty if unknown.',
      cardinality: 'low',
    },
  },
  resolution: {
    ...ofVisitor,
    meaning: 'Screen resolution, such as `1920x1080`; empty if unknown.',
    label: 'text',
    spelling: SIZES,
    statistic: {
      meaning: 'Visitors by screen resolution, such as `1920x1080`; empty if unknown.',
      cardinality: 'high',
    },
  },
  referrer: {
    ...ofVisit,
    meaning: 'Host of the referring page of the visit; empty for direct visits.',
    label: 'host',
    empty: 'Direct',
    statistic: {
      meaning: 'Visits by the host of the referring page, without `www.`; empty for direct visits.',
      cardinality: 'high',
    },
  },
  source: {
    ...ofVisit,
    meaning: 'Source of the visit: its `utm_source`, the name of a known referrer, or the host of another.',
    label: 'source',
    empty: 'Direct',
    statistic: {
      meaning:
        'Visits by source: the `utm_source`, the name of a known referrer, or the host of another; ' +
        'empty for direct visits.',
      cardinality: 'high',
    },
  },
  channel: {
    ...ofVisit,
    meaning: 'Channel of the visit, such as `Organic Search`.',
    label: 'channel',
    spelling: CHANNELS,
    statistic: { meaning: 'Visits by channel, such as `Organic Search`.', cardinality: 'low' },
  },
  utm_source: {
    ...ofVisit,
    meaning: '`utm_source` of the visit; empty if there is none.',
    label: 'text',
    empty: 'None',
    statistic: {
      meaning: 'Visits by the `utm_source` of their first hit; empty for visits without one.',
      cardinality: 'high',
    },
  },
  utm_medium: {
    ...ofVisit,
    meaning: '`utm_medium` of the visit; empty if there is none.',
    label: 'text',
    empty: 'None',
    statistic: {
      meaning: 'Visits by the `utm_medium` of their first hit; empty for visits without one.',
      cardinality: 'high',
    },
  },
  campaign: {
    ...ofVisit,
    meaning: '`utm_campaign` of the visit; empty if there is none.',
    label: 'text',
    empty: 'None',
    statistic: {
      meaning: 'Visits by the `utm_campaign` of their first hit; visits without one are not counted.',
      cardinality: 'high',
      skipsEmpty: true,
    },
  },
  utm_term: {
    ...ofVisit,
    meaning: '`utm_term` of the visit; empty if there is none.',
    label: 'text',
    empty: 'None',
    statistic: {
      meaning: 'Visits by the `utm_term` of their first hit; empty for visits without one.',
      cardinality: 'high',
    },
  },
  utm_content: {
    ...ofVisit,
    meaning: '`utm_content` of the visit; empty if there is none.',
    label: 'text',
    empty: 'None',
    statistic: {
      meaning: 'Visits by the `utm_content` of their first hit; empty for visits without one.',
      cardinality: 'high',
    },
  },
  landing_page: {
    level: 'visit',
    from: 'path',
    meaning: 'Path of the first hit of the visit.',
    label: 'path',
    path: true,
    statistic: { meaning: 'Visits by the path of their first hit.', cardinality: 'high' },
  },
  exit_page: {
    level: 'visit',
    from: 'exit',
    meaning: 'Path of the last pageview of the visit; empty without a pageview.',
    label: 'path',
    empty: 'None',
    path: true,
    statistic: {
      meaning: 'Visits by the path of their last pageview; empty for visits without a pageview.',
      cardinality: 'high',
    },
  },
  page: {
    level: 'hit',
    from: 'path',
    meaning: 'Path on which the pageview or event happened.',
    label: 'path',
    path: true,
    statistic: { meaning: 'Pageviews by path, without query and fragment.', cardinality: 'high' },
  },
  event: {
    level: 'hit',
    from: 'event',
    meaning: 'Name of the event. A pageview has none.',
    label: 'text',
    statistic: { meaning: 'Events by their name.', cardinality: 'high' },
  },
  host: {
    level: 'hit',
    from: 'host',
    meaning: 'Host of the page on which the pageview or event happened, without `www.`; empty if unknown.',
    label: 'host',
    spelling: HOSTS,
  },
  property: {
    level: 'hit',
    from: 'property',
    meaning:
      'Value of the property of the pageview or event that `property` names. Hits without this property ' +
      'are in no row.',
    label: 'text',
  },
  hour: { ...ofTime, meaning: 'Local hour, such as `2026-11-21T09`.' },
  day: { ...ofTime, meaning: 'Local day, such as `2026-11-21`.' },
  week: { ...ofTime, meaning: 'ISO week, such as `2026-W47`.' },
  month: { ...ofTime, meaning: 'Month, such as `2026-11`.' },
} as const satisfies Record<string, DimensionEntry>;

/** The name of a dimension, as in REST; GraphQL's enum has the same names in upper case. */
export type DimensionName = keyof typeof TABLE;

type OfLevel<L extends Level> = {
  [Name in DimensionName]: (typeof TABLE)[Name]['level'] extends L ? Exclude<Name, 'property'> : never;
}[DimensionName];

/** Dimensions that a filter has by their names: all but those of time and the properties of hits. */
export type FilterDimension = OfLevel<'visitor' | 'visit' | 'hit'>;
/** Dimensions that all hits of a visit share. */
export type VisitDimension = OfLevel<'visitor' | 'visit'>;
/** Dimensions that each hit has. */
export type HitDimension = OfLevel<'hit'>;
export type TimeDimension = OfLevel<'time'>;
/** A property by its name. Each one is a dimension. */
export type PropertyDimension = `property:${string}`;
/** Dimensions whose values are in columns. */
export type ColumnDimension = FilterDimension | PropertyDimension;

/** Dimensions with a column of `Visit`, which the first hit of the visit determines. */
export type Dimension = {
  [Name in DimensionName]: (typeof TABLE)[Name]['from'] extends 'column' ? Name : never;
}[DimensionName];
/** Dimensions by which a statistic counts. */
export type CountedDimension = {
  [Name in DimensionName]: (typeof TABLE)[Name] extends { statistic: object } ? Name : never;
}[DimensionName];

export const ANALYSIS_DIMENSIONS: Readonly<Record<DimensionName, DimensionEntry>> = TABLE;
export const DIMENSION_NAMES = Object.keys(TABLE) as DimensionName[];

const PREFIX = 'property:';

export const propertyDimension = (name: string): PropertyDimension => `${PREFIX}${name}`;
export const isProperty = (dimension: string): dimension is PropertyDimension => dimension.startsWith(PREFIX);
/** The name of a property. */
export const propertyName = (dimension: PropertyDimension): string => dimension.slice(PREFIX.length);

/** The entry of a dimension. All properties share one. */
export const dimensionEntry = (dimension: DimensionName | PropertyDimension): DimensionEntry =>
  TABLE[isProperty(dimension) ? 'property' : dimension];

const ofLevels = <L extends Level>(...levels: L[]) =>
  DIMENSION_NAMES.filter(
    (name) => name !== 'property' && (levels as Level[]).includes(TABLE[name].level),
  ) as OfLevel<L>[];

export const VISIT_DIMENSIONS = ofLevels('visitor', 'visit');
export const HIT_DIMENSIONS = ofLevels('hit');
export const FILTER_DIMENSIONS = ofLevels('visitor', 'visit', 'hit');

const inColumns = (level: Level) =>
  DIMENSION_NAMES.filter((name) => TABLE[name].from === 'column' && TABLE[name].level === level);

/** The dimensions of a visitor: those of the first hit of the day. All visits of that day share them. */
export const VISITOR_DIMENSIONS = inColumns('visitor') as (Dimension & OfLevel<'visitor'>)[];
/** The dimensions of a visit that its first hit determines, besides those of its visitor. */
export const SOURCE_DIMENSIONS = inColumns('visit') as (Dimension & OfLevel<'visit'>)[];
export const DIMENSIONS: readonly Dimension[] = [...SOURCE_DIMENSIONS, ...VISITOR_DIMENSIONS];
