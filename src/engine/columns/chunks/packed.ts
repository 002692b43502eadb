import type { Integers } from './integers.ts';
import { type Packed, unpackTo } from './unpack.ts';

/** Columns of integers: in an array of their own, or packed. */
export type Numbers = Integers | PackedIntegers;

const WORD_BITS = 32;
/** An integer of at most these bits is read with one word that begins with any byte. */
const MAX_UNALIGNED = WORD_BITS - 7;

/**
 * Unsigned integers with the same number of bits each, in memory that they may share with other columns. A
 * column takes half of the memory that it takes in bytes, and no array of its own.
 */
export class PackedIntegers implements Packed {
  readonly length: number;
  /** 0 if all are 0. */
  readonly bits: number;
  readonly memory: DataView;
  readonly start: number;

  constructor(memory: DataView, start: number, bits: number, length: number) {
    this.memory = memory;
    this.start = start;
    this.bits = bits;
    this.length = length;
  }

  /** Returns a part that shares the memory. */
  subarray(from: number, to: number): PackedIntegers {
    return new PackedIntegers(this.memory, this.start + this.bits * from, this.bits, to - from);
  }

  /** Returns one integer, which takes longer than unpacking it together with others. */
  at(index: number): number {
    const { memory, start, bits } = this;
    if (bits === 0) return 0;
    const bit = start + bits * index;
    const word = memory.getInt32(Math.floor(bit / 8), true) >>> (bit % 8);
    return bits === WORD_BITS ? word >>> 0 : word & ((1 << bits) - 1);
  }

  /** Writes the integers to the beginning of an array, which must be long enough. */
  copyTo(out: Uint32Array): void {
    unpackTo(out, this);
  }
}

/** Copies integers to the beginning of an array, which must be long enough. */
export function copyNumbers(numbers: Numbers, out: Uint32Array): void {
  if (numbers instanceof PackedIntegers) numbers.copyTo(out);
  else out.set(numbers);
}

/** Returns one of some integers. */
export const numberAt = (numbers: Numbers, index: number): number =>
  numbers instanceof PackedIntegers ? numbers.at(index) : (numbers[index] as number);

/** Returns integers in an array of their own. */
export function unpacked(numbers: Numbers): Uint32Array {
  const copy = new Uint32Array(numbers.length);
  copyNumbers(numbers, copy);
  return copy;
}

/** The size of a column: the bits of an integer, and the number of integers. */
interface Size {
  bits: number;
  length: number;
}

/** A column begins with a word of its own. */
const wordsOf = ({ bits, length }: Size) => Math.ceil((bits * length) / WORD_BITS);

/**
 * Returns the size of columns that are packed together, in bytes. The last word is free, because reading an
 * integer may go beyond it.
 */
export const packedBytes = (sizes: readonly Size[]): number =>
  (WORD_BITS / 8) * sizes.reduce((sum, size) => sum + wordsOf(size), 1);

/** Returns the columns that are packed together in memory. */
export function packedColumns(memory: DataView, sizes: readonly Size[]): PackedIntegers[] {
  let start = 0;
  return sizes.map((size) => {
    const column = new PackedIntegers(memory, start, size.bits, size.length);
    start += WORD_BITS * wordsOf(size);
    return column;
  });
}

/** Copies columns, each with the fewest bits that hold its integers, to memory that they share. */
export function packTogether(all: readonly Numbers[]): { bytes: Uint8Array; columns: PackedIntegers[] } {
  const sizes = all.map((numbers): Size => ({ bits: bitsOf(numbers), length: numbers.length }));
  const memory = new DataView(new ArrayBuffer(packedBytes(sizes)));
  const scratch = new Uint32Array(Math.max(0, ...sizes.map(({ length }) => length)));
  let word = 0;
  for (const [index, numbers] of all.entries()) {
    const size = sizes[index] as Size;
    copyNumbers(numbers, scratch);
    write(memory, word, size, scratch);
    word += wordsOf(size);
  }
  return { bytes: new Uint8Array(memory.buffer), columns: packedColumns(memory, sizes) };
}

/** Returns the fewest bits that hold integers and can be read. Packed ones keep theirs. */
function bitsOf(numbers: Numbers): number {
  if (numbers instanceof PackedIntegers) return numbers.bits;
  let all = 0;
  for (let row = 0; row < numbers.length; row++) all |= numbers[row] as number;
  const bits = WORD_BITS - Math.clz32(all);
  return bits > MAX_UNALIGNED ? WORD_BITS : bits;
}

/** Writes integers to memory, from a word on. */
function write(memory: DataView, from: number, { bits, length }: Size, numbers: Uint32Array): void {
  if (bits === 0) return;
  let [next, used, word] = [4 * from, 0, 0];
  for (let row = 0; row < length; row++) {
    const number = numbers[row] as number;
    word |= number << used;
    used += bits;
    if (used < WORD_BITS) continue;
    memory.setInt32(next, word, true);
    next += 4;
    used -= WORD_BITS;
    word = used === 0 ? 0 : number >>> (bits - used);
  }
  if (used > 0) memory.setInt32(next, word, true);
}
