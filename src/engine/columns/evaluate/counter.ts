import { filterKey } from '../../question/filterKey.ts';
import type { Question } from '../../question/types.ts';
import { fromZigzag } from '../chunks/columns.ts';
import type { DayView } from './dayView.ts';
import { type Selection, STRIDE } from './selection.ts';

/** Which hits of a day exist for a question. */
export interface HitLimits {
  /** 1 or 0 by hit; null for all. */
  existing: Uint8Array | null;
  /** Only those before this local hour; null for all. */
  until: number | null;
}

/** What a counter has counted on some days, without the ids of an interner. */
export interface CounterPart {
  texts: readonly string[];
  numbers: readonly Float64Array[];
}

/** Counts something that is not sums of groups: what visitors did one after the other. */
export interface Counter {
  /**
   * Adds the selected visits of a day.
   * @param view the day as the viewer may read it.
   * @throws AppError `invalid` if there is too much to count.
   */
  add(view: DayView, selection: Selection, limits: HitLimits): void;
  /** Returns a copy of the counts so far. */
  part(): CounterPart;
  /** Adds the counts of other days. Throws as `add`. */
  merge(part: CounterPart): void;
}

/** Identifies what a question counts, in place of the sums of groups. */
export const counterKeyOf = ({ funnel, journey, properties }: Question): string =>
  JSON.stringify([
    funnel && { ...funnel, steps: funnel.steps.map(filterKey) },
    journey && { ...journey, anchor: filterKey(journey.anchor) },
    properties,
  ]);

/**
 * The selected visits of a day, or all visits of their visitors, with one of some hits. It goes from one of
 * these hits to the next: most visits have none.
 */
export class CandidateVisits {
  /** The visits of the latest call of {@link next}: the first, and the one after the last. */
  from = 0;
  to = 0;
  /** The row of the first visit of their visitor. */
  visitor = 0;
  /** The position among `hits` that was looked at last. */
  private position = 0;
  private record = 0;
  private readonly hits: Uint32Array;
  private readonly selection: Selection;
  private readonly scope: 'visit' | 'visitor';
  private readonly visits: number;
  private readonly starts: Uint32Array;
  private readonly opens: Uint32Array;

  /**
   * @param hits their rows, ascending.
   * @param scope `visit`: each selected visit; `visitor`: all visits of visitors with a selected visit.
   */
  constructor(view: DayView, hits: Uint32Array, selection: Selection, scope: 'visit' | 'visitor') {
    this.hits = hits;
    this.selection = selection;
    this.scope = scope;
    this.visits = view.columns.visits;
    this.starts = view.startsOf();
    this.opens = view.numbersOf('opens');
  }

  /** Goes to the next visits. @returns false if there are none. */
  next(): boolean {
    const { hits, starts, opens, visits, scope } = this;
    const { isAll, count, records } = this.selection;
    const ofVisitor = scope === 'visitor';
    while (true) {
      const seen = starts[this.to] as number;
      while (this.position < hits.length && (hits[this.position] as number) < seen) this.position++;
      if (this.position === hits.length) return false;
      const hit = hits[this.position] as number;
      let { to, visitor } = this;
      // The visits from `to` on have not been looked at yet.
      do {
        if (opens[to] === 1) visitor = to;
        to++;
      } while ((starts[to] as number) <= hit);
      if (ofVisitor) while (to < visits && opens[to] === 0) to++;
      const from = ofVisitor ? visitor : to - 1;
      this.from = from;
      this.to = to;
      this.visitor = visitor;
      if (isAll) return true;
      const column = ofVisitor ? 0 : 1;
      let { record } = this;
      while (record < count && (records[STRIDE * record + column] as number) < from) record++;
      this.record = record;
      if (record === count) return false;
      if (records[STRIDE * record + column] === from) return true;
    }
  }
}

/**
 * The hits of some visits that exist for a question, in the order of their times. Almost always, that is the
 * order of their rows, and they are not copied then.
 */
export class HitOrder {
  private starts: Uint32Array = new Uint32Array(0);
  private existing: Uint8Array | null = null;
  private hours: Uint32Array | null = null;
  private until = 24;
  private start: Uint32Array = new Uint32Array(0);
  private offset: Uint32Array = new Uint32Array(0);
  /** The first visit of the latest call of {@link read}, and the row of its first hit. */
  private visit = 0;
  private first = 0;
  /** Whether the hits are copied: their rows, and their times. */
  private isCopied = false;
  private rows: Uint32Array = new Uint32Array(64);
  private times: Float64Array = new Float64Array(64);

  /** Prepares a day. */
  begin(view: DayView, { existing, until }: HitLimits): void {
    this.starts = view.startsOf();
    const { start, offset } = view.timesOf();
    this.start = start;
    this.offset = offset;
    this.existing = existing;
    this.hours = until === null ? null : view.numbersOf('hitHour');
    this.until = until ?? 24;
  }

  /**
   * Reads the hits of the visits from a row up to another one.
   * @returns the number of hits. Other methods take their positions, from 0.
   */
  read(from: number, to: number): number {
    const { starts, start, offset, existing, hours } = this;
    this.visit = from;
    this.first = starts[from] as number;
    this.isCopied = existing !== null || hours !== null;
    let latest = Number.NEGATIVE_INFINITY;
    for (let visit = from; visit < to && !this.isCopied; visit++) {
      const began = start[visit] as number;
      const end = starts[visit + 1] as number;
      for (let hit = starts[visit] as number; hit < end; hit++) {
        const time = began + fromZigzag(offset[hit] as number);
        // Visits overlap, or a hit was added late, only if clocks differ.
        if (time < latest) this.isCopied = true;
        latest = time;
      }
    }
    return this.isCopied ? this.copy(from, to) : (starts[to] as number) - this.first;
  }

  /** The row of a hit. */
  rowOf(position: number): number {
    return this.isCopied ? (this.rows[position] as number) : this.first + position;
  }

  /** The time of a hit in milliseconds. */
  timeOf(position: number): number {
    if (this.isCopied) return this.times[position] as number;
    const row = this.first + position;
    let { visit } = this;
    while ((this.starts[visit + 1] as number) <= row) visit++;
    return (this.start[visit] as number) + fromZigzag(this.offset[row] as number);
  }

  /** Copies the hits that exist. @returns the number of hits. */
  private copy(from: number, to: number): number {
    const { starts, start, offset, existing, hours, until } = this;
    const most = (starts[to] as number) - this.first;
    if (this.rows.length < most) {
      this.rows = new Uint32Array(2 * most);
      this.times = new Float64Array(2 * most);
    }
    const { rows, times } = this;
    let [count, isSorted] = [0, true];
    for (let visit = from; visit < to; visit++) {
      const end = starts[visit + 1] as number;
      for (let hit = starts[visit] as number; hit < end; hit++) {
        if (existing !== null && existing[hit] === 0) continue;
        if (hours !== null && (hours[hit] as number) >= until) continue;
        const time = (start[visit] as number) + fromZigzag(offset[hit] as number);
        if (count > 0 && time < (times[count - 1] as number)) isSorted = false;
        rows[count] = hit;
        times[count] = time;
        count++;
      }
    }
    if (!isSorted) this.sort(count);
    return count;
  }

  private sort(count: number): void {
    const all = Array.from({ length: count }, (_, index) => ({
      row: this.rows[index] as number,
      time: this.times[index] as number,
    })).sort((one, other) => one.time - other.time || one.row - other.row);
    for (const [index, { row, time }] of all.entries()) {
      this.rows[index] = row;
      this.times[index] = time;
    }
  }
}
