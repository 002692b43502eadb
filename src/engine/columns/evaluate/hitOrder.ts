import { fromZigzag } from '../chunks/columns.ts';
import { numberAt } from '../chunks/packed.ts';
import type { HitLimits } from './counter.ts';
import type { DayView } from './dayView.ts';
import type { InternedExtras } from './interner.ts';

/** By the extras of a day: whether its hits are in the order of their times. */
const inOrder = new WeakMap<InternedExtras, boolean>();

/**
 * Whether the hits of each visitor of a day are in the order of their times. They are not if clocks differed,
 * so that visits overlap or a hit was added late.
 */
function isInOrder(view: DayView): boolean {
  const known = inOrder.get(view.extras);
  if (known !== undefined) return known;
  const { start, offset } = view.timesOf();
  const [starts, opens] = [view.startsOf(), view.numbersOf('opens')];
  let [isOrdered, latest] = [true, 0];
  for (let visit = 0; visit < view.columns.visits && isOrdered; visit++) {
    if (opens[visit] === 1) latest = Number.NEGATIVE_INFINITY;
    const end = starts[visit + 1] as number;
    for (let hit = starts[visit] as number; hit < end; hit++) {
      const time = (start[visit] as number) + fromZigzag(offset[hit] as number);
      if (time < latest) isOrdered = false;
      latest = time;
    }
  }
  inOrder.set(view.extras, isOrdered);
  return isOrdered;
}

/** The hits of some visits of a visitor that exist for a question, in the order of their times. */
export class HitOrder {
  private view: DayView | null = null;
  private starts: Uint32Array = new Uint32Array(0);
  private limits: HitLimits = { existing: null, until: null };
  /** Whether all hits exist and are in the order of their rows. Otherwise they are copied. */
  private isPlain = true;
  /** The first visit of the latest call of {@link read}, and the row of its first hit. */
  private visit = 0;
  private first = 0;
  /** Of copied hits: their rows, and their times. */
  private rows: Uint32Array = new Uint32Array(64);
  private times: Float64Array = new Float64Array(64);

  /** Prepares a day. */
  begin(view: DayView, limits: HitLimits): void {
    this.view = view;
    this.starts = view.startsOf();
    this.limits = limits;
    this.isPlain = limits.existing === null && limits.until === null && isInOrder(view);
  }

  /**
   * Reads the hits of the visits from a row up to another one.
   * @returns the number of hits. Other methods take their positions, from 0.
   */
  read(from: number, to: number): number {
    this.visit = from;
    this.first = this.starts[from] as number;
    return this.isPlain ? (this.starts[to] as number) - this.first : this.copy(from, to);
  }

  /** The row of a hit. */
  rowOf(position: number): number {
    return this.isPlain ? this.first + position : (this.rows[position] as number);
  }

  /** The time of a hit in milliseconds. */
  timeOf(position: number): number {
    if (!this.isPlain) return this.times[position] as number;
    const row = this.first + position;
    let { visit } = this;
    while ((this.starts[visit + 1] as number) <= row) visit++;
    const { start, offset } = (this.view as DayView).extras;
    return numberAt(start, visit) + fromZigzag(numberAt(offset, row));
  }

  /** Copies the hits that exist. @returns the number of hits. */
  private copy(from: number, to: number): number {
    const { starts } = this;
    const view = this.view as DayView;
    const { existing, until } = this.limits;
    const { start, offset } = view.timesOf();
    const hours = until === null ? null : view.numbersOf('hitHour');
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
        if (hours !== null && (hours[hit] as number) >= (until as number)) continue;
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
