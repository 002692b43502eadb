import { ANALYSIS_DIMENSIONS, type FilterDimension } from '../../registry/dimensions.ts';
import { copyNumbers, type Numbers } from '../chunks/packed.ts';
import { columnOf, type InternedDay } from './interner.ts';

/**
 * Returns the array if it is long enough, otherwise a new one with room to grow. Its contents are undefined.
 */
export function roomFor(numbers: Uint32Array, length: number): Uint32Array {
  return numbers.length >= length ? numbers : new Uint32Array(Math.ceil(1.5 * length));
}

/** Whether the dimension describes hits, so that its column has one row for each hit, not for each visit. */
export const isOfHits = (dimension: FilterDimension) => ANALYSIS_DIMENSIONS[dimension].level === 'hit';

/** The columns of integers that are not ids. */
type NumberColumn = 'opens' | 'hour' | 'duration' | 'pageviews' | 'events' | 'hitHour';

/** The day that is being evaluated. Derived arrays are computed at most once a day. */
export class DayView {
  readonly columns: InternedDay;
  private readonly memory: DayMemory;
  private readonly arrays = new Map<string, Uint32Array>();

  constructor(columns: InternedDay, memory: DayMemory) {
    this.columns = columns;
    this.memory = memory;
  }

  /** The number of texts of a column. */
  textCount(dimension: FilterDimension): number {
    return columnOf(this.columns, dimension).texts.length;
  }

  /** The texts of a column by position, as ids of the dictionary. */
  textsOf(dimension: FilterDimension): Uint32Array {
    return this.unpack(`texts ${dimension}`, columnOf(this.columns, dimension).texts);
  }

  /** The positions of the texts of a column, by visit or hit. */
  idsOf(dimension: FilterDimension): Uint32Array {
    return this.unpack(`ids ${dimension}`, columnOf(this.columns, dimension).ids);
  }

  numbersOf(column: NumberColumn): Uint32Array {
    return this.unpack(column, this.columns[column]);
  }

  /**
   * Integers have the same type in all columns, which keeps the loops over them fast. The array may be longer
   * than the column.
   */
  private unpack(name: string, numbers: Numbers): Uint32Array {
    let array = this.arrays.get(name);
    if (!array) {
      array = this.memory.roomFor(name, numbers.length);
      copyNumbers(numbers, array);
      this.arrays.set(name, array);
    }
    return array;
  }

  /** The memory of `Selection.records`, which all selections share. Its contents are undefined. */
  recordsFor(length: number): Uint32Array {
    return this.memory.roomFor('records', length);
  }

  /** By visit: the row of its first hit; at the end the number of hits. */
  startsOf(): Uint32Array {
    const known = this.arrays.get('starts');
    if (known) return known;
    const { visits } = this.columns;
    const [pageviews, events] = [this.numbersOf('pageviews'), this.numbersOf('events')];
    const starts = this.memory.roomFor('starts', visits + 1);
    let start = 0;
    for (let visit = 0; visit < visits; visit++) {
      starts[visit] = start;
      start += (pageviews[visit] as number) + (events[visit] as number);
    }
    starts[visits] = start;
    this.arrays.set('starts', starts);
    return starts;
  }
}

/** The memory of the derived arrays, which is used again for the next day. */
export class DayMemory {
  private readonly arrays = new Map<string, Uint32Array>();

  get bytes(): number {
    return [...this.arrays.values()].reduce((total, { byteLength }) => total + byteLength, 0);
  }

  roomFor(name: string, length: number): Uint32Array {
    const array = roomFor(this.arrays.get(name) ?? new Uint32Array(0), length);
    this.arrays.set(name, array);
    return array;
  }
}
