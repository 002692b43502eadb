import { decodeDay, encodeDay } from '../chunks/codec.ts';
import type { DayColumns } from '../chunks/columns.ts';
import type { PackedIntegers } from '../chunks/packed.ts';
import type { MonthColumns } from '../chunks/smallDays.ts';

const WORD = Uint32Array.BYTES_PER_ELEMENT;

/**
 * Encodes the small days of a month: 32-bit words with the number of days, and each day with the number of
 * its visits, and then all of them as the columns of one day (`encodeDay`).
 */
export function encodeSmallDays({ columns, days }: MonthColumns): Uint8Array {
  const visits = new Map<number, number>();
  for (const day of days) visits.set(day, (visits.get(day) ?? 0) + 1);
  const words = Uint32Array.from([visits.size, ...[...visits].flat()]);
  return Buffer.concat([new Uint8Array(words.buffer), encodeDay(columns)]);
}

/**
 * Decodes the small days of a month.
 * @param expected the days that they must be, in ascending order, as 20261121.
 * @returns null if the bytes are damaged, were written by a later version, or have other days.
 */
export function decodeSmallDays(
  bytes: Uint8Array,
  expected: readonly number[],
): MonthColumns<PackedIntegers> | null {
  const from = WORD * (1 + 2 * expected.length);
  if (bytes.length < from) return null;
  const [count, ...pairs] = new Uint32Array(Uint8Array.from(bytes.subarray(0, from)).buffer);
  const columns = decodeDay(bytes.subarray(from));
  if (count !== expected.length || !columns) return null;
  const days = daysOf(columns, pairs);
  return days && expected.every((day, index) => pairs[2 * index] === day) ? { columns, days } : null;
}

/** Returns the columns of {@link encodeSmallDays}, whatever their days are; null if they are damaged. */
export function columnsOfSmallDays(bytes: Uint8Array): DayColumns<PackedIntegers> | null {
  if (bytes.length < WORD) return null;
  const [count = 0] = new Uint32Array(Uint8Array.from(bytes.subarray(0, WORD)).buffer);
  return decodeDay(bytes.subarray(WORD * (1 + 2 * count)));
}

/** Returns the day of each visit; null if the visits are not as many. */
function daysOf({ visits }: DayColumns<PackedIntegers>, pairs: readonly number[]): Uint32Array | null {
  const days = new Uint32Array(visits);
  let next = 0;
  for (let index = 0; index < pairs.length; index += 2) {
    const until = next + (pairs[index + 1] as number);
    days.fill(pairs[index] as number, next, until);
    next = until;
  }
  return next === visits ? days : null;
}
