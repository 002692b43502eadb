import { dimensionEntry, isProperty, propertyName } from '../../registry/dimensions.ts';
import { fromZigzag } from '../chunks/columns.ts';
import { copyNumbers, type Numbers, PackedIntegers } from '../chunks/packed.ts';
import {
  columnOf,
  type InternedColumn,
  type InternedDay,
  type InternedDimension,
  type InternedExtras,
  type Interner,
} from './interner.ts';

/**
 * Returns the array if it is long enough, otherwise a new one with room to grow. Its contents are undefined.
 */
export function roomFor(numbers: Uint32Array, length: number): Uint32Array {
  return numbers.length >= length ? numbers : new Uint32Array(Math.ceil(1.5 * length));
}

/** Whether the dimension describes hits, so that its column has one row for each hit, not for each visit. */
export const isOfHits = (dimension: InternedDimension) =>
  dimension === 'currency' || dimensionEntry(dimension).level === 'hit';

/** Whether a hit may have no value of the dimension, at the position 0, and is then in no row. */
export const isOptional = (dimension: InternedDimension) =>
  dimension === 'currency' || dimension === 'event' || isProperty(dimension);

const NO_MEMORY = new DataView(new ArrayBuffer(4));

/** The columns of integers that are not ids. */
type NumberColumn = 'opens' | 'hour' | 'duration' | 'pageviews' | 'events' | 'hitHour';

/** The day that is being evaluated. Derived arrays are computed at most once a day. */
export class DayView {
  readonly columns: InternedDay;
  private readonly memory: DayMemory;
  protected readonly interner: Interner;
  private readonly arrays = new Map<string, Uint32Array>();

  constructor(columns: InternedDay, memory: DayMemory, interner: Interner) {
    this.columns = columns;
    this.memory = memory;
    this.interner = interner;
  }

  /** The number of texts of a column. */
  textCount(dimension: InternedDimension): number {
    return this.columnOf(dimension).texts.length;
  }

  /** @throws Error if the day was read without extras. `needsExtras` says which questions need them. */
  get extras(): InternedExtras {
    const { extras, day } = this.columns;
    if (!extras) throw new Error(`The extras of day ${day} were not read.`);
    return extras;
  }

  private columnOf(dimension: InternedDimension): InternedColumn {
    if (dimension === 'currency') {
      const { ids, currencies } = this.extras.revenue;
      return { ids, texts: currencies };
    }
    if (!isProperty(dimension)) return columnOf(this.columns, dimension);
    const column = this.extras.properties.get(propertyName(dimension));
    if (column) return column;
    // Integers without bits are 0.
    const ids = new PackedIntegers(NO_MEMORY, 0, 0, this.columns.hits);
    return { ids, texts: Uint32Array.of(this.interner.dictionary(dimension).idOf('')) };
  }

  /** The texts of a column by position, as ids of the dictionary. */
  textsOf(dimension: InternedDimension): Uint32Array {
    return this.unpack(`texts ${dimension}`, this.columnOf(dimension).texts);
  }

  /** The positions of the texts of a column, by visit or hit. */
  idsOf(dimension: InternedDimension): Uint32Array {
    return this.unpack(`ids ${dimension}`, this.columnOf(dimension).ids);
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

  /** By visit: its start, and by hit: the time since then, as `DayExtras`. */
  timesOf(): { start: Uint32Array; offset: Uint32Array } {
    const { start, offset } = this.extras;
    return { start: this.unpack('start', start), offset: this.unpack('offset', offset) };
  }

  /** The amounts of revenue by value, as `InternedRevenue` has them, but with signs. */
  amountsOf(): { high: Float64Array; low: Uint32Array } {
    const { high, low } = this.extras.revenue;
    return {
      high: Float64Array.from(this.unpack('high', high).subarray(0, high.length), fromZigzag),
      low: this.unpack('low', low),
    };
  }

  /** The memory of `Selection.records`, which all selections share. Its contents are undefined. */
  recordsFor(length: number): Uint32Array {
    return this.memory.roomFor('records', length);
  }

  /** Gives each hit the value of its visit. @param out has room for all hits. */
  spreadToHits(ofVisits: Uint8Array, out: Uint8Array): void {
    const starts = this.startsOf();
    for (let visit = 0; visit < ofVisits.length; visit++) {
      const value = ofVisits[visit] as number;
      const end = starts[visit + 1] as number;
      for (let hit = starts[visit] as number; hit < end; hit++) out[hit] = value;
    }
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
