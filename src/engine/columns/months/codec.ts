import { gunzipSync, gzipSync } from 'node:zlib';
import { compareTexts } from '../evaluate/order.ts';
import type { EvaluationPart } from '../evaluate/parts.ts';
import { STRIDE, SUM_NAMES } from '../evaluate/selection.ts';

/** The most bytes of one month and dimension, before compression: many times those of 300,000 values. */
const MAX_BYTES = 512 * 1024 * 1024;

/**
 * The sums of a month in JSON, compressed with gzip, which has a checksum. The totals are in the order of the
 * names, the values in that of code points, and each column has a sum of all values.
 */
type Stored = [names: string[], totals: number[], values: string[], columns: number[][]];

/** Encodes the sums of a month, by the values of at most one dimension. */
export function encodeMonth({ sums, groupings: [grouping] }: EvaluationPart): Uint8Array {
  const texts = grouping?.texts[0] ?? [];
  const positions = grouping?.positions[0] ?? new Uint32Array(0);
  const textOf = (group: number) => texts[positions[group] as number] as string;
  const order = Array.from(positions, (_, group) => group).sort((one, other) =>
    compareTexts(textOf(one), textOf(other)),
  );
  const stored: Stored = [
    SUM_NAMES,
    SUM_NAMES.map((_, index) => sums[index] as number),
    order.map(textOf),
    SUM_NAMES.map((_, index) => order.map((group) => grouping?.sums[STRIDE * group + index] as number)),
  ];
  return gzipSync(JSON.stringify(stored));
}

/** Decodes the sums of a month; null if the bytes are damaged, or a version with other sums wrote them. */
export function decodeMonth(bytes: Uint8Array): EvaluationPart | null {
  let stored: Stored;
  try {
    stored = JSON.parse(gunzipSync(bytes, { maxOutputLength: MAX_BYTES }).toString()) as Stored;
  } catch {
    return null;
  }
  const [names, totals, values, columns] = stored;
  if (names.join() !== SUM_NAMES.join()) return null;
  const sums = new Float64Array(STRIDE * values.length);
  for (const [index, column] of columns.entries())
    for (let group = 0; group < values.length; group += 1)
      sums[STRIDE * group + index] = column[group] as number;
  const all = new Float64Array(STRIDE);
  all.set(totals);
  return {
    sums: all,
    groupings: [{ texts: [values], positions: [Uint32Array.from(values, (_, position) => position)], sums }],
  };
}
