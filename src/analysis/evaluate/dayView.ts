import type { Integers } from '../chunks/columns.ts';
import { ANALYSIS_DIMENSIONS, type FilterDimension } from '../dimensions.ts';
import { columnOf, type InternedColumn, type InternedDay } from './interner.ts';

/**
 * Returns the array if it is long enough, otherwise a new one with room to grow. Its contents are undefined.
 */
export function roomFor(numbers: Uint32Array, length: number): Uint32Array {
  return numbers.length >= length ? numbers : new Uint32Array(Math.ceil(1.5 * length));
}

/** Whether the dimension describes hits, so that its column has one row for each hit, not for each visit. */
export const isOfHits = (dimension: FilterDimension) => ANALYSIS_DIMENSIONS[dimension].level === 'hit';

/** The day that is being evaluated. Derived arrays are computed at most once a day. */
export class DayView {
  readonly columns: InternedDay;
  private readonly memory: DayMemory;
  private starts: Uint32Array | null = null;
  private readonly ids = new Map<FilterDimension, Uint32Array>();

  constructor(columns: InternedDay, memory: DayMemory) {
    this.columns = columns;
    this.memory = memory;
  }

  column(dimension: FilterDimension): InternedColumn {
    return columnOf(this.columns, dimension);
  }

  /** The ids of a column. They have the same type in all columns, which keeps the loops over them fast. */
  idsOf(dimension: FilterDimension): Uint32Array {
    let ids = this.ids.get(dimension);
    if (!ids) {
      const numbers: Integers = this.column(dimension).ids;
      ids = this.memory.roomFor(dimension, numbers.length);
      ids.set(numbers);
      this.ids.set(dimension, ids);
    }
    return ids;
  }

  /** By visit: the row of its first hit; at the end the number of hits. */
  startsOf(): Uint32Array {
    if (this.starts) return this.starts;
    const { visits, pageviews, events } = this.columns;
    const starts = this.memory.roomFor('starts', visits + 1);
    let start = 0;
    for (let visit = 0; visit < visits; visit++) {
      starts[visit] = start;
      start += (pageviews[visit] as number) + (events[visit] as number);
    }
    starts[visits] = start;
    this.starts = starts;
    return starts;
  }
}

/** The memory of the derived arrays, which is used again for the next day. */
export class DayMemory {
  private readonly arrays = new Map<string, Uint32Array>();

  roomFor(name: FilterDimension | 'starts', length: number): Uint32Array {
    const array = roomFor(this.arrays.get(name) ?? new Uint32Array(0), length);
    this.arrays.set(name, array);
    return array;
  }
}
