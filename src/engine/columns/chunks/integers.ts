/** Unsigned integers, in as many bytes as the largest needs. */
export type Integers = Uint8Array | Uint16Array | Uint32Array;

/** The types of columns of integers, by their width in bytes. */
export const TYPES = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array } as const;
export type Width = keyof typeof TYPES;

/** Returns the width of the smallest type that holds integers up to `max`. */
export const widthFor = (max: number): Width => (max < 0x100 ? 1 : max < 0x10000 ? 2 : 4);

/** Copies integers to the smallest type that holds them; returns them if they have it already. */
export function narrow(numbers: Integers): Integers {
  let max = 0;
  for (let row = 0; row < numbers.length; row++) max = Math.max(max, numbers[row] as number);
  const Type = TYPES[widthFor(max)];
  return numbers instanceof Type ? numbers : new Type(numbers);
}

/** Rows that are inserted into a column. */
export interface Insertions {
  /** By insertion, in ascending order: the row before which the new ones belong; the length for the end. */
  at: readonly number[];
  /** By insertion: the number of new rows. */
  counts: readonly number[];
  /** Number of all new rows. */
  total: number;
}

/**
 * Copies integers, with room for new rows, whose contents are undefined.
 * @param max the largest of the new integers. The type of the copy holds it.
 */
export function withRoomFor<T extends Integers>(
  numbers: T,
  { at, counts, total }: Insertions,
  max: number,
): T {
  const Type = TYPES[Math.max(widthFor(max), numbers.BYTES_PER_ELEMENT) as Width];
  const copy = new Type(numbers.length + total);
  copy.set(numbers);
  // From the end, so that no row is overwritten before it is moved. This takes less time than one `set` with
  // a subarray for each run of rows.
  let end = numbers.length;
  let shift = total;
  for (let index = at.length - 1; index >= 0; index--) {
    const start = at[index] as number;
    copy.copyWithin(start + shift, start, end);
    end = start;
    shift -= counts[index] as number;
  }
  // A type that is wide enough already stays the same.
  return copy as Integers as T;
}
