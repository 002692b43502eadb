/** An array of numbers that have a size in bytes. */
type Numbers = Uint8Array | Uint32Array | Float64Array;

/** Returns a copy of that length, with zeros after the numbers. */
export function enlarged<N extends Numbers>(numbers: N, length: number): N {
  const larger = new (numbers.constructor as new (length: number) => N)(length);
  larger.set(numbers);
  return larger;
}

/** Returns the numbers if there is room for so many, otherwise a copy with more room than that. */
export const withRoom = <N extends Numbers>(numbers: N, length: number): N =>
  length <= numbers.length ? numbers : enlarged(numbers, Math.ceil(1.5 * length));
