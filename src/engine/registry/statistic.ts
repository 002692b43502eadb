/** The form of a statistic's entry in statistics.ts, and of the hits and visits that it counts. */

/** What a statistic counts. */
export type Unit = 'visitors' | 'visits' | 'pageviews' | 'events';

/** The dimensions of a visitor: those of the first hit of the day. All visits of that day share them. */
export const VISITOR_DIMENSIONS = [
  ...(['browser', 'os', 'device', 'language', 'resolution'] as const),
  ...(['continent', 'country', 'city'] as const),
] as const;
/** The dimensions of a visit that its first hit determines, besides those of its visitor. */
export const SOURCE_DIMENSIONS = [
  ...(['referrer', 'campaign', 'source', 'channel'] as const),
  ...(['utm_source', 'utm_medium', 'utm_term', 'utm_content'] as const),
] as const;
export const DIMENSIONS = [...SOURCE_DIMENSIONS, ...VISITOR_DIMENSIONS] as const;
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

/** A visit as its hits so far make it. */
export interface CountedVisit {
  day: number;
  pageviews: number;
  events: number;
  /** The time from the first to the last hit, in milliseconds. */
  duration: number;
  /** The path of the last pageview; empty without a pageview. */
  exitPath: string;
}

/**
 * How many distinct values a statistic can have: `fixed` for days and hours, which Footfall determines;
 * `low` for a list, such as countries; `high` where clients can send any text, or where the list is long.
 */
export type Cardinality = 'fixed' | 'low' | 'high';

/** How a value is shown to people; `stats/labelFormats.ts` has the formatters. */
export type LabelFormat =
  | 'channel'
  | 'city'
  | 'continent'
  | 'country'
  | 'device'
  | 'host'
  | 'hour'
  | 'language'
  | 'path'
  | 'source'
  | 'text';

export interface Definition {
  unit: Unit;
  /** Heading of the statistic and of its values, for people. */
  title: string;
  heading: string;
  /** The description in GraphQL and OpenAPI. */
  meaning: string;
  cardinality: Cardinality;
  label: LabelFormat;
  /** The label of an empty value; `Unknown` by default. */
  empty?: string;
  /**
   * The value that a hit adds to, by one. The hit is each pageview, each event, the first hit of each visit
   * or of each visitor's day, depending on `unit`.
   * @returns null where nothing is counted.
   */
  valueOf(hit: CountedHit): string | null;
  /**
   * The value and count that a visit adds as a whole, for statistics that later hits of the visit change;
   * `valueOf` then counts nothing.
   * @returns null where nothing is counted.
   */
  ofVisit?(visit: CountedVisit): [value: string, count: number] | null;
}
