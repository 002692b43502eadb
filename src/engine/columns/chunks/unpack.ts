import { endianness } from 'node:os';

/** Integers of one column, one after the other in memory. The four bytes after the last can be read, too. */
export interface Packed {
  memory: DataView;
  /** The position of the first bit. */
  start: number;
  /** Bits of an integer: at most 25, or 32. */
  bits: number;
  length: number;
}

/** Integers that are unpacked at a time, so that they stay in the nearest cache. A multiple of 8. */
const BLOCK = 4_096;
const block = new Int32Array(BLOCK / 2);
const [bytes, shorts] = [new Uint8Array(block.buffer), new Uint16Array(block.buffer)];
/** Whether the first integer of a word is in its first bytes. */
const isLittleEndian = endianness() === 'LE';

/**
 * Writes integers to the beginning of an array, which must be long enough.
 *
 * Most of a question's time is spent here. Up to 14 bits, several integers are unpacked at once, to bytes or
 * pairs of bytes, because `set` converts these many times faster than a loop stores integers one by one.
 */
export function unpackTo(out: Uint32Array, { memory, start, bits, length }: Packed): void {
  if (bits === 0) {
    out.fill(0, 0, length);
    return;
  }
  let row = 0;
  if (start % 8 === 0 && isLittleEndian) {
    const from = start / 8;
    if (bits === 8) {
      out.set(new Uint8Array(memory.buffer, memory.byteOffset + from, length));
      return;
    }
    const narrow = bits < 8 ? bytes : shorts;
    const most = bits <= 14 ? length - (length % 8) : 0;
    for (; row < most; row += BLOCK) {
      const count = Math.min(BLOCK, most - row);
      const at = from + (row / 8) * bits;
      if (bits < 8) unpackToBytes(block, memory, at, bits, count);
      else unpackToShorts(block, memory, at, bits, count);
      out.set(narrow.subarray(0, count), row);
    }
    row = most;
  }
  unpackEach(out, row, memory, start + row * bits, bits, length);
}

/**
 * Unpacks integers of at most 7 bits, four to a word. Eight take as many bytes as an integer has bits, so the
 * fifth begins with a byte or in its middle. Therefore four are always within the word that begins with the
 * first byte of the first of them.
 */
function unpackToBytes(words: Int32Array, memory: DataView, from: number, bits: number, count: number): void {
  const [shift1, shift2, shift3] = [8 - bits, 16 - 2 * bits, 24 - 3 * bits];
  const mask = (1 << bits) - 1;
  const [mask1, mask2, mask3] = [mask << 8, mask << 16, mask << 24];
  const [nextByte, nextBit] = [bits >>> 1, 4 * (bits & 1)];
  const end = count >>> 2;
  let at = from | 0;
  for (let word = 0; word < end; word += 2) {
    const a = memory.getInt32(at, true);
    words[word] = (a & mask) | ((a << shift1) & mask1) | ((a << shift2) & mask2) | ((a << shift3) & mask3);
    const b = memory.getInt32(at + nextByte, true) >>> nextBit;
    words[word + 1] =
      (b & mask) | ((b << shift1) & mask1) | ((b << shift2) & mask2) | ((b << shift3) & mask3);
    at = (at + bits) | 0;
  }
}

/** Unpacks integers of 9 to 14 bits, two to a word; as {@link unpackToBytes}. */
function unpackToShorts(
  words: Int32Array,
  memory: DataView,
  from: number,
  bits: number,
  count: number,
): void {
  const shift = 16 - bits;
  const mask = (1 << bits) - 1;
  const mask1 = mask << 16;
  const [byte1, byte2, byte3] = [bits >>> 2, bits >>> 1, (3 * bits) >>> 2];
  const [bit1, bit2, bit3] = [2 * (bits & 3), 4 * (bits & 1), 2 * ((3 * bits) & 3)];
  const end = count >>> 1;
  let at = from | 0;
  for (let word = 0; word < end; word += 4) {
    const a = memory.getInt32(at, true);
    const b = memory.getInt32(at + byte1, true) >>> bit1;
    const c = memory.getInt32(at + byte2, true) >>> bit2;
    const d = memory.getInt32(at + byte3, true) >>> bit3;
    words[word] = (a & mask) | ((a << shift) & mask1);
    words[word + 1] = (b & mask) | ((b << shift) & mask1);
    words[word + 2] = (c & mask) | ((c << shift) & mask1);
    words[word + 3] = (d & mask) | ((d << shift) & mask1);
    at = (at + bits) | 0;
  }
}

/** Unpacks integers from a row on, of which the first begins with a bit. */
function unpackEach(
  out: Uint32Array,
  from: number,
  memory: DataView,
  start: number,
  bits: number,
  length: number,
): void {
  const mask = bits === 32 ? -1 : (1 << bits) - 1;
  const first = Math.floor(start / 8) | 0;
  let bit = start % 8;
  for (let row = from; row < length; row++) {
    out[row] = (memory.getInt32(first + (bit >>> 3), true) >>> (bit & 7)) & mask;
    bit = (bit + bits) | 0;
  }
}
