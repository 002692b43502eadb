import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { EvaluationPart } from '../../../../src/engine/columns/evaluate/parts.ts';
import { STRIDE, SUM_NAMES } from '../../../../src/engine/columns/evaluate/selection.ts';
import { decodeMonth, encodeMonth } from '../../../../src/engine/columns/months/codec.ts';

const numbers = fc.array(fc.nat(Number.MAX_SAFE_INTEGER), {
  minLength: SUM_NAMES.length,
  maxLength: SUM_NAMES.length,
});
const groups = fc.uniqueArray(fc.tuple(fc.string({ unit: 'binary' }), numbers), {
  selector: ([text]) => text,
  maxLength: 50,
});

/** The sums of a month in which the texts are numbered in the order of `texts`, and the groups in another. */
function part(totals: readonly number[], rows: readonly [string, number[]][]): EvaluationPart {
  const sums = new Float64Array(STRIDE);
  sums.set(totals);
  const ofGroups = new Float64Array(STRIDE * rows.length);
  for (const [group, [, of]] of rows.entries()) ofGroups.set(of, STRIDE * group);
  const texts = rows.map(([text]) => text).reverse();
  const positions = Uint32Array.from(rows, (_, group) => rows.length - 1 - group);
  return { sums, groupings: [{ texts: [texts], positions: [positions], sums: ofGroups }] };
}

/** The sums by value. */
function valuesOf({ groupings: [grouping] }: EvaluationPart) {
  const positions = [...(grouping?.positions[0] ?? [])];
  return new Map(
    positions.map((position, group) => [
      grouping?.texts[0]?.[position],
      [...(grouping?.sums ?? []).slice(STRIDE * group, STRIDE * group + SUM_NAMES.length)],
    ]),
  );
}

test('sums of a month are decoded as they were, and have the same bytes in whatever order', () => {
  fc.assert(
    fc.property(numbers, groups, (totals, rows) => {
      const bytes = encodeMonth(part(totals, rows));
      const decoded = decodeMonth(bytes) as EvaluationPart;
      expect([...decoded.sums].slice(0, SUM_NAMES.length)).toEqual(totals);
      expect(valuesOf(decoded)).toEqual(new Map(rows));
      expect(encodeMonth(part(totals, rows.toReversed()))).toEqual(bytes);
      expect(encodeMonth(decoded)).toEqual(bytes);
    }),
  );
});

test('sums of a version that had others are not read', () => {
  const [first, ...others] = SUM_NAMES;
  const of = (names: readonly unknown[]) =>
    gzipSync(JSON.stringify([names, names.map(() => 1), ['/a'], names.map(() => [1])]));
  expect(decodeMonth(of(SUM_NAMES))).not.toBeNull();
  expect(decodeMonth(of(others))).toBeNull();
  expect(decodeMonth(of([...others, first]))).toBeNull();
});

test('damaged bytes are recognized', () => {
  const bytes = encodeMonth(part([1, 2, 3, 4, 5, 6, 7], [['/a', [1, 1, 1, 1, 1, 1, 1]]]));
  expect(decodeMonth(bytes.subarray(0, -3))).toBeNull();
  expect(decodeMonth(new Uint8Array())).toBeNull();
  const changed = Uint8Array.from(bytes);
  const middle = bytes.length >> 1;
  changed[middle] = (changed[middle] as number) ^ 1;
  expect(decodeMonth(changed)).toBeNull();
});
