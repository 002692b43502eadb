import { filterKey } from '../../question/filterKey.ts';
import type { Question } from '../../question/types.ts';
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
  numbers: readonly (Float64Array | Uint32Array)[];
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
