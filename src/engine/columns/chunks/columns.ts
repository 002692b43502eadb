import { VISIT_DIMENSIONS, type VisitDimension } from '../../registry/dimensions.ts';
import type { Integers } from './integers.ts';
import type { Numbers } from './packed.ts';

/** A column of texts: for each row, the position of its text in `values`, which are distinct. */
export interface TextColumn<N extends Numbers = Integers> {
  values: readonly string[];
  ids: N;
}

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
}

/** Copies a day with other columns of integers. */
export function mapColumns<From extends Numbers, To extends Numbers>(
  day: DayColumns<From>,
  copy: (numbers: From) => To,
): DayColumns<To> {
  const column = ({ values, ids }: TextColumn<From>): TextColumn<To> => ({ values, ids: copy(ids) });
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
  };
}
