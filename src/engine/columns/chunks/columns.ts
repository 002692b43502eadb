import { VISIT_DIMENSIONS, type VisitDimension } from '../../registry/dimensions.ts';
import type { Integers } from './integers.ts';
import type { Numbers } from './packed.ts';

/** A column of texts: for each row, the position of its text in `values`, which are distinct. */
export interface TextColumn<N extends Numbers = Integers> {
  values: readonly string[];
  ids: N;
}

/** What only some questions need of a day: it is stored and cached apart from the other columns. */
export interface DayExtras<N extends Numbers = Integers> {
  /** By visit: its first moment (`startOf`). */
  start: N;
  /** By hit: the time since the start of its visit in milliseconds, as `zigzag`. */
  offset: N;
  /**
   * By property, in the order of the names: its text by hit. `values[0]` is '' and stands for hits without
   * the property.
   */
  properties: ReadonlyMap<string, TextColumn<N>>;
  /** By hit: its revenue as `499000 EUR`, in ten-thousandths. `values[0]` is '' and stands for none. */
  revenue: TextColumn<N>;
}

const HOUR_MS = 3_600_000;
/** No local day begins earlier before the day of UTC. */
const EARLIEST_MS = 14 * HOUR_MS;

/**
 * Returns a moment in milliseconds since the earliest one that a local day can have, at least 0.
 * @param day as 20261121.
 * @param at in Unix milliseconds.
 */
export function startOf(day: number, at: number): number {
  const utc = Date.UTC(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100);
  // A clock may have been wrong.
  return Math.min(Math.max(0, at - utc + EARLIEST_MS), 0xffff_ffff);
}

/** Converts an integer to an unsigned one, small if it is near 0: 0, -1, 1, -2 become 0, 1, 2, 3. */
export const zigzag = (number: number): number => (number < 0 ? -2 * number - 1 : 2 * number);
export const fromZigzag = (number: number): number => (number >>> 1) ^ -(number & 1);

/**
 * The visits and hits of one website and one local day, as columns. The visits are sorted by visitor and
 * number, the hits by their visit and then by time, so the hits of a visit, and the visits of a visitor, are
 * neighbours: the hits of visit `v` begin after those of all earlier visits, and their number is
 * `pageviews[v] + events[v]`, at least 1.
 */
export interface DayColumns<N extends Numbers = Integers> {
  /** The local day, as 20261121. */
  day: number;
  visits: number;
  hits: number;
  /** By visit: 1 for the first visit of a visitor, otherwise 0. The first row is always 1. */
  opens: N;
  /** By visit: the local hour of its first hit. */
  hour: N;
  /** By visit: the time from its first to its last hit in milliseconds. */
  duration: N;
  /** By visit: its numbers of pageviews and events. */
  pageviews: N;
  events: N;
  /** By visit. */
  dimensions: Readonly<Record<VisitDimension, TextColumn<N>>>;
  /** By hit: the path. */
  page: TextColumn<N>;
  /** By hit: the name of the event. `values[0]` is '' and stands for a pageview. */
  event: TextColumn<N>;
  /** By hit: the host; empty if unknown. */
  host: TextColumn<N>;
  /** By hit: the local hour. */
  hitHour: N;
  /** Null if they are unknown, because they were not read. */
  extras: DayExtras<N> | null;
}

/** Copies a day with other columns of integers. */
export function mapColumns<From extends Numbers, To extends Numbers>(
  day: DayColumns<From>,
  copy: (numbers: From) => To,
): DayColumns<To> {
  const column = ({ values, ids }: TextColumn<From>): TextColumn<To> => ({ values, ids: copy(ids) });
  const { extras } = day;
  return {
    day: day.day,
    visits: day.visits,
    hits: day.hits,
    opens: copy(day.opens),
    hour: copy(day.hour),
    duration: copy(day.duration),
    pageviews: copy(day.pageviews),
    events: copy(day.events),
    hitHour: copy(day.hitHour),
    dimensions: Object.fromEntries(
      VISIT_DIMENSIONS.map((name) => [name, column(day.dimensions[name])]),
    ) as Record<VisitDimension, TextColumn<To>>,
    page: column(day.page),
    event: column(day.event),
    host: column(day.host),
    extras: extras && {
      start: copy(extras.start),
      offset: copy(extras.offset),
      properties: new Map([...extras.properties].map(([name, of]) => [name, column(of)])),
      revenue: column(extras.revenue),
    },
  };
}
