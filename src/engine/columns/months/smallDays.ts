import { decodeDay, encodeDay } from '../chunks/codec.ts';
import type { DayColumns } from '../chunks/columns.ts';
import { decodeExtras, encodeExtras } from '../chunks/extras.ts';
import type { OpenColumns } from '../chunks/merge.ts';
import type { PackedIntegers } from '../chunks/packed.ts';
import type { MonthColumns } from '../chunks/smallDays.ts';

const WORD = Uint32Array.BYTES_PER_ELEMENT;

/**
 * Encodes the small days of a month: 32-bit words with the number of days, the bytes of their columns, and
 * each day with the number of its visits; and then all of them as the columns (`encodeDay`) and the extras of
 * one day.
 */
export function encodeSmallDays({ columns, days }: MonthColumns & { columns: OpenColumns }): Uint8Array {
  const visits = new Map<number, number>();
  for (const day of days) visits.set(day, (visits.get(day) ?? 0) + 1);
  const bytes = encodeDay(columns);
  const words = Uint32Array.from([visits.size, bytes.length, ...[...visits].flat()]);
  return Buffer.concat([new Uint8Array(words.buffer), bytes, encodeExtras(columns, columns.extras)]);
}

/**
 * Decodes the small days of a month.
 * @returns null if the bytes are damaged, or were written by a later version.
 */
export function decodeSmallDays(bytes: Uint8Array): MonthColumns<PackedIntegers> | null {
  if (bytes.length < 2 * WORD) return null;
  const wordsOf = (from: number, count: number) =>
    new Uint32Array(Uint8Array.from(bytes.subarray(WORD * from, WORD * (from + count))).buffer);
  const [count = 0, length = 0] = wordsOf(0, 2);
  const from = WORD * (2 + 2 * count);
  if (bytes.length < from + length) return null;
  const pairs = wordsOf(2, 2 * count);
  const columns = decodeDay(bytes.subarray(from, from + length));
  const extras = columns && decodeExtras(bytes.subarray(from + length), columns);
  const days = extras && daysOf(columns, pairs);
  return days && { columns: { ...columns, extras }, days };
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
