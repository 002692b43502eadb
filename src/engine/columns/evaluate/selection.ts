import { NO_SUMS, type Sums } from '../../registry/metrics.ts';
import type { DayView } from './dayView.ts';
import type { Conjunction } from './maskCompiler.ts';

/** Sums are kept in rows of STRIDE numbers: those of SUM_NAMES in this order, and one that is free. */
export const STRIDE = 8;
/** In a record, the free number: the position of the visit's first hit in `Selection.hits`. */
export const FIRST_HIT = 7;
export const SUM_NAMES = Object.keys(NO_SUMS) as (keyof Sums)[];

/** Reads the sums that begin at an offset. */
export function readSums(sums: Float64Array, offset: number): Sums {
  const [visitors = 0, visits = 0, pageviews = 0, events = 0, bounces = 0, duration = 0, views = 0] =
    sums.subarray(offset, offset + SUM_NAMES.length);
  return { visitors, visits, pageviews, events, bounces, duration, views };
}

/** Adds the sums that begin at an offset of another array. */
export function addSums(sums: Float64Array, offset: number, added: Float64Array, from: number): void {
  for (let index = 0; index < SUM_NAMES.length; index++)
    sums[offset + index] = (sums[offset + index] as number) + (added[from + index] as number);
}

/** Returns where the hits of a record end in `Selection.hits`. */
export const endOfHits = (records: Uint32Array, record: number): number =>
  (records[record + FIRST_HIT] as number) + (records[record + 2] as number) + (records[record + 3] as number);

const NONE: Uint32Array = new Uint32Array(0);

/** The visits of a day that have hits that a filter selects. */
export class Selection {
  /** Number of selected visits. */
  count = 0;
  /** Whether all visits of the day are selected, with all of their hits. There are no records then. */
  isAll = false;
  /**
   * One record of STRIDE numbers for each selected visit, in the layout of sums: what the visit adds to a
   * group that has all of its selected hits. In place of the visitors is the row of the visitor's first
   * visit, and in place of the visits the row of the visit; at {@link FIRST_HIT} is where its hits begin in
   * `hits`. They are valid until the next call of any selection.
   */
  records: Uint32Array = new Uint32Array(0);
  /**
   * The rows of the selected hits, ascending, so that those of a visit are neighbours. They may be of other
   * visits, too.
   */
  hits: Uint32Array = new Uint32Array(0);
  /** The sums of the day. */
  readonly sums = new Float64Array(STRIDE);
  private readonly selected: Conjunction;

  constructor(selected: Conjunction) {
    this.selected = selected;
  }

  /**
   * @param range first and last day; visits outside of them are not selected.
   * @param mayBeAll whether the caller needs no records if all visits are selected. To write them for each
   *   visit takes several times as long as to sum the columns.
   */
  select(view: DayView, range: { from: number; to: number }, mayBeAll = false): void {
    const { days } = view.columns;
    const isCovered =
      days === null || (range.from <= (days[0] as number) && (days.at(-1) as number) <= range.to);
    this.isAll = false;
    this.count = 0;
    this.sums.fill(0);
    const visits = this.selected.visits?.read(view) ?? 'all';
    if (visits === 'none') return;
    const hits = this.selected.hits?.(view) ?? 'all';
    if (hits === 'none') return;
    if (mayBeAll && visits === 'all' && hits === 'all' && isCovered) {
      this.selectAll(view);
      return;
    }
    const inRange = isCovered ? null : range;
    const visitMask = visits === 'all' ? null : visits;
    const records = view.recordsFor(STRIDE * (view.columns.visits + 1));
    if (hits === 'all') {
      this.hits = allHits(view.columns.hits);
      this.count = chooseVisits(view, visitMask, inRange, records);
    } else {
      this.hits = hits;
      this.count = chooseByHits(view, visitMask, hits, inRange, records);
    }
    this.records = records;
    this.sum(view);
  }

  /** Completes the records of the chosen visits, and sums them. */
  private sum(view: DayView): void {
    const { count, records } = this;
    const duration = view.numbersOf('duration');
    const [pageviews, events] = [view.numbersOf('pageviews'), view.numbersOf('events')];
    let [visitors, previous] = [0, -1];
    // With the numbers of an object, metrics by day took 7 % longer.
    let [allPageviews, allEvents, bounces, time, allViews] = [0, 0, 0, 0, 0];
    for (let record = 0; record < STRIDE * count; record += STRIDE) {
      const first = records[record] as number;
      const visit = records[record + 1] as number;
      const views = pageviews[visit] as number;
      const bounce = views === 1 && events[visit] === 0 ? 1 : 0;
      const visitTime = duration[visit] as number;
      records[record + 4] = bounce;
      records[record + 5] = visitTime;
      records[record + 6] = views;
      if (first !== previous) visitors++;
      previous = first;
      allPageviews += records[record + 2] as number;
      allEvents += records[record + 3] as number;
      bounces += bounce;
      time += visitTime;
      allViews += views;
    }
    this.sums.set([visitors, count, allPageviews, allEvents, bounces, time, allViews]);
  }

  /** Returns the rows of the selected hits of the selected visits. */
  selectedHits(): number[] {
    const { isAll, count, records, hits } = this;
    if (isAll) return [...hits];
    const rows: number[] = [];
    for (let record = 0; record < STRIDE * count; record += STRIDE)
      for (let index = records[record + FIRST_HIT] as number; index < endOfHits(records, record); index++)
        rows.push(hits[index] as number);
    return rows;
  }

  private selectAll(view: DayView): void {
    const { visits } = view.columns;
    const [opens, duration] = [view.numbersOf('opens'), view.numbersOf('duration')];
    const [pageviews, events] = [view.numbersOf('pageviews'), view.numbersOf('events')];
    let [visitors, allPageviews, allEvents, bounces, time] = [0, 0, 0, 0, 0];
    for (let visit = 0; visit < visits; visit++) {
      const views = pageviews[visit] as number;
      const actions = events[visit] as number;
      visitors += opens[visit] as number;
      allPageviews += views;
      allEvents += actions;
      if (views === 1 && actions === 0) bounces++;
    }
    for (let visit = 0; visit < visits; visit++) time += duration[visit] as number;
    this.isAll = true;
    this.count = visits;
    this.records = NONE;
    this.hits = allHits(view.columns.hits);
    this.sums.set([visitors, visits, allPageviews, allEvents, bounces, time, allPageviews]);
  }
}

/** First and last day of the visits that are chosen; null if all visits of the day are of these days. */
type Range = { from: number; to: number } | null;

/** The rows of the hits of any day: the positions themselves. */
let rowsOfHits = new Uint32Array(0);

function allHits(hits: number): Uint32Array {
  if (rowsOfHits.length < hits) rowsOfHits = Uint32Array.from({ length: 2 * hits }, (_, index) => index);
  return rowsOfHits.subarray(0, hits);
}

/**
 * Writes to the record of each chosen visit the visitor's first visit, the visit, its pageviews and events,
 * and its first hit. Each visit is written, and the next one overwrites it if it is not chosen: the processor
 * cannot predict which ones are.
 * @param mask 1 or 0 by visit; null for all visits.
 * @param records has room for one visit more.
 * @returns the number of chosen visits.
 */
function chooseVisits(view: DayView, mask: Uint8Array | null, range: Range, records: Uint32Array): number {
  const { visits } = view.columns;
  const opens = view.numbersOf('opens');
  const [pageviews, events] = [view.numbersOf('pageviews'), view.numbersOf('events')];
  let [first, record, hit] = [0, 0, 0];
  for (let visit = 0; visit < visits; visit++) {
    first = opens[visit] === 1 ? visit : first;
    const views = pageviews[visit] as number;
    const actions = events[visit] as number;
    records[record] = first;
    records[record + 1] = visit;
    records[record + 2] = views;
    records[record + 3] = actions;
    records[record + FIRST_HIT] = hit;
    hit += views + actions;
    let chosen = mask === null ? 1 : (mask[visit] as number);
    if (range !== null && !isInRange(view, visit, range)) chosen = 0;
    record += STRIDE * chosen;
  }
  return record / STRIDE;
}

/**
 * As `chooseVisits`, of the visits with selected hits, which are the only ones that count.
 * @param hits the rows of the selected hits, ascending.
 */
function chooseByHits(
  view: DayView,
  mask: Uint8Array | null,
  hits: Uint32Array,
  range: Range,
  records: Uint32Array,
): number {
  const [opens, starts] = [view.numbersOf('opens'), view.startsOf()];
  const event = view.idsOf('event');
  // The first visit of the latest visitor; the visits from `next` on have not been looked at yet.
  let [first, next, record] = [0, 0, 0];
  let index = 0;
  while (index < hits.length) {
    const hit = hits[index] as number;
    do {
      if (opens[next] === 1) first = next;
      next++;
    } while ((starts[next] as number) <= hit);
    const visit = next - 1;
    const end = starts[next] as number;
    const from = index;
    let actions = 0;
    for (; index < hits.length && (hits[index] as number) < end; index++)
      if (event[hits[index] as number] !== 0) actions++;
    if (mask !== null && mask[visit] === 0) continue;
    if (range !== null && !isInRange(view, visit, range)) continue;
    records[record] = first;
    records[record + 1] = visit;
    records[record + 2] = index - from - actions;
    records[record + 3] = actions;
    records[record + FIRST_HIT] = from;
    record += STRIDE;
  }
  return record / STRIDE;
}

function isInRange(
  { columns: { days } }: DayView,
  visit: number,
  { from, to }: { from: number; to: number },
) {
  const day = (days as Uint32Array)[visit] as number;
  return from <= day && day <= to;
}
