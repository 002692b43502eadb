import { type Bytes, MmdbError } from './mmdbFile.ts';

/**
 * A value of the data section. Maps have no prototype, so that no key in a file has a special meaning in
 * JavaScript.
 */
export type MmdbValue = string | number | bigint | boolean | Buffer | MmdbValue[] | MmdbMap;
export interface MmdbMap {
  [key: string]: MmdbValue;
}

/**
 * Limits for a value. No record of a place has more than a few hundred values, nested three maps deep; a
 * damaged file may claim anything.
 */
const MAX_DEPTH = 32;
const MAX_VALUES = 10_000;
const MAX_BYTES = 1_000_000;

/** The offset added to a pointer of 1, 2, 3 or 4 bytes. */
const POINTER_FROM = [0, 2_048, 526_336, 0];

/** The section of a file that holds values. Pointers are relative to its start. */
export interface Section {
  bytes: Bytes;
  start: number;
  end: number;
}

/**
 * Creates a decoder for the values of a MaxMind DB (format 2.0): a control byte with type and size, then the
 * value. Depth, number of values and length are limited, so that a damaged file costs no more than a valid
 * one.
 *
 * @returns a function that decodes the value at a position in the file. It throws MmdbError if the value is
 *   outside the section, of unknown type, or beyond a limit.
 */
export function createDecoder({ bytes, start, end }: Section): (at: number) => MmdbValue {
  let at = start;
  let values = 0;
  let length = 0;

  /** Advances by `size` bytes. @returns the position before. */
  function take(size: number): number {
    const from = at;
    at += size;
    if (!(from >= start && at <= end)) throw new MmdbError(`The value at byte ${from} is out of bounds.`);
    return from;
  }

  function uint(size: number): number {
    return bytes.uint(take(size), size);
  }

  /** Like `take`, for values that may be long: it limits their total length. */
  function takeLong(size: number): number {
    length += size;
    if (length > MAX_BYTES) throw new MmdbError(`The value at byte ${at} is too long.`);
    return take(size);
  }

  function sizeOf(bits: number): number {
    if (bits === 29) return 29 + uint(1);
    if (bits === 30) return 285 + uint(2);
    return bits === 31 ? 65_821 + uint(3) : bits;
  }

  /** Reads a number whose leading zero bytes are omitted. */
  function shortUint(size: number, most: number): number {
    if (size > most) throw new MmdbError(`The number at byte ${at} is too long.`);
    return uint(size);
  }

  function bigUint(size: number, most: number): bigint {
    if (size > most) throw new MmdbError(`The number at byte ${at} is too long.`);
    return size === 0 ? 0n : BigInt(`0x${bytes.slice(take(size), size).toString('hex')}`);
  }

  function float(size: number, right: 4 | 8): number {
    if (size !== right) throw new MmdbError(`The number at byte ${at} is not ${right} bytes long.`);
    const number = bytes.slice(take(right), right);
    return right === 4 ? number.readFloatBE() : number.readDoubleBE();
  }

  function follow(control: number, depth: number): MmdbValue {
    const size = ((control >> 3) & 3) + 1;
    const high = size === 4 ? 0 : (control & 7) * 256 ** size;
    const target = start + (POINTER_FROM[size - 1] as number) + high + uint(size);
    const back = at;
    at = target;
    const value = next(depth + 1);
    at = back;
    return value;
  }

  function map(size: number, depth: number): MmdbMap {
    const entries: MmdbMap = Object.create(null);
    for (let index = 0; index < size; index++) {
      const key = next(depth + 1);
      if (typeof key !== 'string')
        throw new MmdbError(`The map before byte ${at} has a key that is not a string.`);
      entries[key] = next(depth + 1);
    }
    return entries;
  }

  function array(size: number, depth: number): MmdbValue[] {
    const items: MmdbValue[] = []; // Not preallocated: the size may be wrong.
    for (let index = 0; index < size; index++) items.push(next(depth + 1));
    return items;
  }

  function next(depth: number): MmdbValue {
    if (depth > MAX_DEPTH || ++values > MAX_VALUES)
      throw new MmdbError(`The value at byte ${at} is nested too deeply or has too many parts.`);
    const control = uint(1);
    const short = control >> 5;
    if (short === 1) return follow(control, depth);
    const type = short === 0 ? 7 + uint(1) : short;
    const size = sizeOf(control & 31);
    switch (type) {
      case 2:
        return bytes.text(takeLong(size), size);
      case 3:
        return float(size, 8);
      case 4:
        return bytes.slice(takeLong(size), size);
      case 5:
        return shortUint(size, 2);
      case 6:
        return shortUint(size, 4);
      case 7:
        return map(size, depth);
      case 8:
        return shortUint(size, 4) | 0;
      case 9:
        return bigUint(size, 8);
      case 10:
        return bigUint(size, 16);
      case 11:
        return array(size, depth);
      case 14:
        return size !== 0;
      case 15:
        return float(size, 4);
    }
    throw new MmdbError(`The value before byte ${at} has the unknown type ${type}.`);
  }

  return (position) => {
    [at, values, length] = [position, 0, 0];
    return next(0);
  };
}
