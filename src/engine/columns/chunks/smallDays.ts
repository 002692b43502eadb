import { type InternedDay, mapNumbers } from '../evaluate/interner.ts';
import { buildDay, type HitRow, type VisitRow } from './build.ts';
import type { DayColumns } from './columns.ts';
import type { Integers } from './integers.ts';
import { keysOf, type OpenColumns } from './merge.ts';
import { type Numbers, unpacked } from './packed.ts';

/**
 * The fewest hits of a day for which a chunk is stored. Smaller days of a month are stored and evaluated
 * together: the columns of each of them would take more memory, and more time, than their hits.
 */
export const MIN_HITS = 200;

/** The rows of a day. */
export interface DayRows {
  day: number;
  visits: readonly VisitRow[];
  hits: readonly HitRow[];
}

/** Several days as one set of columns, sorted by day. */
export interface MonthColumns<N extends Numbers = Integers> {
  columns: DayColumns<N>;
  /** By visit: its day. */
  days: Uint32Array;
}

/**
 * Builds the columns of several days together. A visitor of two days is two visitors, as always.
 * @param all at least one day, in ascending order.
 * @throws as `buildDay`.
 */
export function buildMonth(all: readonly DayRows[]): MonthColumns & { columns: OpenColumns } {
  const visits = all.flatMap((of) =>
    of.visits.map(([visitor, ...rest]): VisitRow => [`${of.day} ${visitor}`, ...rest] as unknown as VisitRow),
  );
  const hits = all.flatMap((of) =>
    of.hits.map(([visitor, ...rest]): HitRow => [`${of.day} ${visitor}`, ...rest] as unknown as HitRow),
  );
  const columns = buildDay(all[0]?.day ?? 0, visits, hits);
  return { columns, days: Uint32Array.from(keysOf(visits), ({ visitor }) => Number(visitor.slice(0, 8))) };
}

/** Returns the days of a month, which share its memory; a single day as it is. */
export function splitMonth(month: InternedDay): InternedDay[] {
  const { days } = month;
  if (!days) return [month];
  const [pageviews, events] = [unpacked(month.pageviews), unpacked(month.events)];
  const split: InternedDay[] = [];
  let [visit, hit] = [0, 0];
  while (visit < days.length) {
    const [firstVisit, firstHit] = [visit, hit];
    const day = days[visit] as number;
    for (; days[visit] === day; visit += 1) hit += (pageviews[visit] as number) + (events[visit] as number);
    split.push(partOf(month, day, [firstVisit, visit], [firstHit, hit]));
  }
  return split;
}

type Range = readonly [from: number, to: number];

function partOf(month: InternedDay, day: number, visits: Range, hits: Range): InternedDay {
  const rows = { visits, hits };
  const part = mapNumbers(month, (numbers, of) => (of === 'texts' ? numbers : numbers.subarray(...rows[of])));
  return { ...part, day, visits: visits[1] - visits[0], hits: hits[1] - hits[0], days: null };
}
