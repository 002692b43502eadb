import { filterKey } from '../../question/filterKey.ts';
import type { Question } from '../../question/types.ts';
import type { DayView } from './dayView.ts';
import type { Mask } from './masks.ts';
import type { Selection } from './selection.ts';

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
  /** Returns a copy of what was counted so far. */
  part(): CounterPart;
  /** Adds what was counted on other days. Throws as `add`. */
  merge(part: CounterPart): void;
}

/** Identifies what a question counts, in place of the sums of groups. */
export const counterKeyOf = ({ funnel, journey }: Question): string =>
  JSON.stringify([
    funnel && { ...funnel, steps: funnel.steps.map(filterKey) },
    journey && { ...journey, anchor: filterKey(journey.anchor) },
  ]);

/** Returns 1 or 0 by hit: whether a mask of hits, or of visits, selects it. */
export function hitsOf(mask: Mask, view: DayView, memory: Uint8Array): Uint8Array {
  const found = mask.read(view);
  if (mask.ofHits) return found;
  const { visits } = view.columns;
  const starts = view.startsOf();
  for (let visit = 0; visit < visits; visit++)
    memory.fill(found[visit] as number, starts[visit], starts[visit + 1]);
  return memory;
}

/** The hits of a day that exist for a question, in the order of their times. */
export class HitOrder {
  /** The hits of the latest call of {@link read}, by their rows. */
  rows: Uint32Array = new Uint32Array(64);
  private times: Float64Array = new Float64Array(0);
  private existing: Uint8Array | null = null;
  private hours: Uint32Array | null = null;
  private until = 24;

  /** Prepares a day. @returns the times of its hits. */
  begin(view: DayView, { existing, until }: HitLimits): Float64Array {
    this.times = view.timesOf();
    this.existing = existing;
    this.hours = until === null ? null : view.numbersOf('hitHour');
    this.until = until ?? 24;
    return this.times;
  }

  /** Reads the hits from a row up to another one. @returns their number. */
  read(from: number, to: number): number {
    const { times, existing, hours, until } = this;
    if (this.rows.length < to - from) this.rows = new Uint32Array(2 * (to - from));
    const { rows } = this;
    let count = 0;
    let isSorted = true;
    for (let hit = from; hit < to; hit++) {
      if (existing !== null && existing[hit] === 0) continue;
      if (hours !== null && (hours[hit] as number) >= until) continue;
      if (count > 0 && (times[hit] as number) < (times[rows[count - 1] as number] as number))
        isSorted = false;
      rows[count] = hit;
      count++;
    }
    // Visits overlap, or a hit was added late, only if clocks differ.
    if (!isSorted)
      rows.subarray(0, count).sort((a, b) => (times[a] as number) - (times[b] as number) || a - b);
    return count;
  }
}
