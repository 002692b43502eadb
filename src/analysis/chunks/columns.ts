import type { VisitDimension } from '../dimensions.ts';

/** Unsigned integers, in as many bytes as the largest needs. */
export type Integers = Uint8Array | Uint16Array | Uint32Array;

/** A column of texts: for each row, the position of its text in `values`, which are distinct. */
export interface TextColumn {
  values: readonly string[];
  ids: Integers;
}

/**
 * The visits and hits of one website and one local day, as columns. The visits are sorted by visitor and
 * number, the hits by their visit and then by time, so the hits of a visit, and the visits of a visitor, are
 * neighbours: the hits of visit `v` begin after those of all earlier visits, and their number is
 * `pageviews[v] + events[v]`, at least 1.
 */
export interface DayColumns {
  /** The local day, as 20261121. */
  day: number;
  visits: number;
  hits: number;
  /** By visit: 1 for the first visit of a visitor, otherwise 0. The first row is always 1. */
  opens: Uint8Array;
  /** By visit: the local hour of its first hit. */
  hour: Uint8Array;
  /** By visit: the time from its first to its last hit in milliseconds. */
  duration: Uint32Array;
  /** By visit: its numbers of pageviews and events. */
  pageviews: Integers;
  events: Integers;
  /** By visit. */
  dimensions: Readonly<Record<VisitDimension, TextColumn>>;
  /** By hit: the path. */
  page: TextColumn;
  /** By hit: the name of the event. `values[0]` is '' and stands for a pageview. */
  event: TextColumn;
  /** By hit: the local hour. */
  hitHour: Uint8Array;
}
