import { enlarged } from './room.ts';

/**
 * Multipliers of the hash: odd numbers with well-mixed bits (2^32 divided by the golden ratio; MurmurHash3).
 */
const [LEFT, RIGHT] = [0x9e3779b1, 0x85ebca6b];

const INITIAL_CAPACITY = 1_024;
/** Numbers of an entry: the pair, and its number + 1, or 0 if the entry is free. One is unused. */
const ENTRY = 4;
const NUMBER = 2;

/** Numbers distinct pairs of integers from 0. */
export interface Numbering {
  readonly size: number;
  /** By number: the pair. */
  readonly left: Uint32Array;
  readonly right: Uint32Array;
  numberOf(left: number, right: number): number;
}

/**
 * Numbers distinct pairs of integers from 0, in a hash table with open addressing. It is faster than a Map,
 * and takes 32 to 64 bytes a pair. The pairs are in the table itself, as most of the time is spent waiting
 * for memory.
 */
export class PairNumbering implements Numbering {
  size = 0;
  /** By number: the pair. */
  left: Uint32Array = new Uint32Array(INITIAL_CAPACITY / 2);
  right: Uint32Array = new Uint32Array(INITIAL_CAPACITY / 2);
  /** Null as long as it is not needed after {@link load}. */
  private table: Uint32Array | null = new Uint32Array(ENTRY * INITIAL_CAPACITY);

  numberOf(left: number, right: number): number {
    if (this.table === null) this.resize(2 * this.size);
    const table = this.table as Uint32Array;
    const entry = findEntry(table, left, right);
    const number = table[entry + NUMBER] as number;
    if (number !== 0) return number - 1;
    if (this.size === this.left.length) {
      this.grow();
      return this.numberOf(left, right);
    }
    this.left[this.size] = left;
    this.right[this.size] = right;
    this.size++;
    setEntry(table, entry, left, right, this.size);
    return this.size - 1;
  }

  clear(): void {
    this.table?.fill(0);
    this.size = 0;
  }

  /** Numbers distinct pairs in their order, if there are none yet. */
  load(left: Uint32Array, right: Uint32Array): void {
    this.size = left.length;
    this.left = left;
    this.right = right;
    this.table = null;
  }

  /** Makes room for more pairs, so that the table need not grow with them step by step. */
  reserve(pairs: number): void {
    this.resize(this.size + pairs);
  }

  private grow(): void {
    this.resize(2 * this.size);
  }

  /** Makes a table with room for at least so many pairs, whose size is a power of 2. */
  private resize(pairs: number): void {
    const { left, right, size } = this;
    let capacity = INITIAL_CAPACITY / 2;
    while (capacity < Math.max(pairs, left.length)) capacity *= 2;
    const table = new Uint32Array(2 * ENTRY * capacity);
    for (let number = 0; number < size; number++) {
      const first = left[number] as number;
      const second = right[number] as number;
      setEntry(table, findEntry(table, first, second), first, second, number + 1);
    }
    this.table = table;
    this.left = enlarged(left, capacity);
    this.right = enlarged(right, capacity);
  }
}

/** Returns the offset of the entry of a pair, or of the free entry where it belongs. */
function findEntry(table: Uint32Array, left: number, right: number): number {
  const mask = table.length - 1;
  const hash = Math.imul(Math.imul(left, LEFT) + right, RIGHT);
  let entry = (ENTRY * (hash ^ (hash >>> 16))) & mask;
  while (table[entry + NUMBER] !== 0 && (table[entry] !== left || table[entry + 1] !== right))
    entry = (entry + ENTRY) & mask;
  return entry;
}

function setEntry(table: Uint32Array, entry: number, left: number, right: number, number: number): void {
  table[entry] = left;
  table[entry + 1] = right;
  table[entry + NUMBER] = number;
}

/** There are many numberings with few numbers: one for each question about a small website. */
const INITIAL_SINGLE = 32;

/** Numbers distinct integers from 0, as pairs whose left part is 0: by position, which needs no hash. */
export class SingleNumbering implements Numbering {
  size = 0;
  /** Not stored, as all are 0. */
  readonly left: Uint32Array = new Uint32Array(0);
  right: Uint32Array = new Uint32Array(INITIAL_SINGLE);
  /** By integer: its number + 1, or 0. */
  private positions: Uint32Array = new Uint32Array(INITIAL_SINGLE);

  numberOf(_left: number, right: number): number {
    if (right >= this.positions.length) this.positions = enlarged(this.positions, 2 * right + 2);
    const number = this.positions[right] as number;
    if (number !== 0) return number - 1;
    if (this.size === this.right.length) this.right = enlarged(this.right, 2 * this.size);
    this.right[this.size] = right;
    this.size++;
    this.positions[right] = this.size;
    return this.size - 1;
  }
}
