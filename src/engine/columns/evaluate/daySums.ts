import type { FilterDimension } from '../../registry/dimensions.ts';
import { copyNumbers, type Numbers, packTogether } from '../chunks/packed.ts';
import type { InternedDay } from './interner.ts';
import { STRIDE, SUM_NAMES } from './sums.ts';

/** The sums of all hits of a day by the values of a dimension. */
interface DaySums {
  groups: number;
  /** By group: the position of its value in the column. */
  slots: Numbers;
  /** By sum and group, except durations, which do not fit into 32 bits. */
  counts: Numbers[];
  durations: Float64Array;
}

const DURATION = SUM_NAMES.indexOf('duration');
const COUNTS = SUM_NAMES.map((_, index) => index).filter((index) => index !== DURATION);

/** The fewest hits of a day whose sums are remembered: those of smaller days would take more memory. */
const MIN_HITS = 4_000;

/**
 * The sums of days that were evaluated as a whole. Most ranges that people ask for overlap, and adding up the
 * values of a busy day takes a tenth of the time that its hits take. They are freed with the days.
 */
export class RememberedSums {
  private readonly minHits: number;
  /** Null for a dimension by which a day was evaluated once: a day that grows never is a second time. */
  private readonly days = new WeakMap<InternedDay, Map<FilterDimension, DaySums | null>>();
  private scratch: Uint32Array = new Uint32Array(0);

  constructor(minHits = MIN_HITS) {
    this.minHits = minHits;
  }

  /** Whether sums of a day are remembered. */
  includes({ hits }: Pick<InternedDay, 'hits'>): boolean {
    return hits >= this.minHits;
  }

  /**
   * Copies the sums of a day to the beginning of arrays, which must have room for all values.
   * @returns the number of groups; null if they are not known.
   */
  read(day: InternedDay, name: FilterDimension, slots: Uint32Array, sums: Float64Array): number | null {
    const known = this.days.get(day)?.get(name);
    if (!known) return null;
    const { groups, counts, durations } = known;
    copyNumbers(known.slots, slots);
    if (this.scratch.length < groups) this.scratch = new Uint32Array(2 * groups);
    for (const [position, index] of COUNTS.entries()) {
      copyNumbers(counts[position] as Numbers, this.scratch);
      for (let group = 0; group < groups; group++)
        sums[STRIDE * group + index] = this.scratch[group] as number;
    }
    for (let group = 0; group < groups; group++) sums[STRIDE * group + DURATION] = durations[group] as number;
    return groups;
  }

  write(
    day: InternedDay,
    name: FilterDimension,
    slots: Uint32Array,
    sums: Float64Array,
    groups: number,
  ): void {
    const ofDay = this.days.get(day) ?? new Map<FilterDimension, DaySums | null>();
    this.days.set(day, ofDay);
    if (!ofDay.has(name)) {
      ofDay.set(name, null);
      return;
    }
    const column = (index: number) =>
      Uint32Array.from({ length: groups }, (_, group) => sums[STRIDE * group + index] as number);
    const { columns } = packTogether([slots.subarray(0, groups), ...COUNTS.map(column)]);
    const [packedSlots, ...counts] = columns as [Numbers, ...Numbers[]];
    const durations = Float64Array.from(
      { length: groups },
      (_, group) => sums[STRIDE * group + DURATION] as number,
    );
    ofDay.set(name, { groups, slots: packedSlots, counts, durations });
  }
}
