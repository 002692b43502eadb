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
 * @returns null if the bytes are damaged, or were written by a later version.
 */
export function decodeSmallDays(bytes: Uint8Array): MonthColumns<PackedIntegers> | null {
  if (bytes.length < WORD) return null;
  const wordsOf = (from: number, count: number) =>
    new Uint32Array(Uint8Array.from(bytes.subarray(WORD * from, WORD * (from + count))).buffer);
  const [count = 0] = wordsOf(0, 1);
  if (bytes.length < WORD * (1 + 2 * count)) return null;
  const pairs = wordsOf(1, 2 * count);
  const columns = decodeDay(bytes.subarray(WORD * (1 + 2 * count)));
  const days = columns && daysOf(columns, pairs);
  return days && { columns, days };
}

/** Returns the day of each visit; null if the visits are not as many. */
function daysOf({ visits }: DayColumns<PackedIntegers>, pairs: Uint32Array): Uint32Array | null {
  const days = new Uint32Array(visits);
  let next = 0;
  for (let index = 0; index < pairs.length; index += 2) {
    const until = next + (pairs[index + 1] as number);
    days.fill(pairs[index] as number, next, until);
    next = until;
  }
  return next === visits ? days : null;
}
