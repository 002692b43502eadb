import type { Dimension } from './dimensions.ts';
import type { Cardinality, LabelFormat } from './knownValues.ts';

/** The form of a statistic's entry in statistics.ts, and of the hits and visits that it counts. */

/** What a statistic counts. */
export type Unit = 'visitors' | 'visits' | 'pageviews' | 'events';

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

export interface Definition {
  unit: Unit;
  /** The description in GraphQL and OpenAPI. */
  meaning: string;
  cardinality: Cardinality;
  label: LabelFormat;
  /** Whether empty values are no rows. */
  skipsEmpty?: boolean;
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
