import { foldCase } from '../../validation/caseFold.ts';
import { DECIMAL } from '../../validation/numbers.ts';
import type { ValueTest } from './types.ts';

/** The tests that ignore case, on folded texts. */
const FOLDED = {
  contains: (value, text) => value.includes(text),
  notContains: (value, text) => !value.includes(text),
  startsWith: (value, text) => value.startsWith(text),
  endsWith: (value, text) => value.endsWith(text),
} as const satisfies Partial<Record<keyof ValueTest, (value: string, text: string) => boolean>>;

/** The tests of numbers. */
const NUMERIC = {
  gt: (value, limit) => value > limit,
  gte: (value, limit) => value >= limit,
  lt: (value, limit) => value < limit,
  lte: (value, limit) => value <= limit,
} as const satisfies Partial<Record<keyof ValueTest, (value: number, limit: number) => boolean>>;

const NUMERIC_NAMES = Object.keys(NUMERIC) as (keyof typeof NUMERIC)[];

const FOLDED_NAMES = Object.keys(FOLDED) as (keyof typeof FOLDED)[];

/**
 * Returns a function that tests values; made once for many values. An empty value is a value like any other,
 * so the caller must exclude pageviews from tests of `event`, and hits without the property from tests of a
 * property.
 */
export function compileTest(test: ValueTest): (value: string) => boolean {
  const included = test.in && new Set(test.in);
  const excluded = test.notIn && new Set(test.notIn);
  const folded = FOLDED_NAMES.flatMap((name) => {
    const text = test[name];
    return text === undefined ? [] : [{ holds: FOLDED[name], text: foldCase(text) }];
  });
  const numeric = NUMERIC_NAMES.flatMap((name) => {
    const limit = test[name];
    return limit === undefined ? [] : [{ holds: NUMERIC[name], limit }];
  });
  const passesNumbers = (value: string) =>
    DECIMAL.test(value) && numeric.every(({ holds, limit }) => holds(Number(value), limit));
  return (value) => {
    if (test.exists === false || (numeric.length > 0 && !passesNumbers(value))) return false;
    if (included?.has(value) === false || excluded?.has(value)) return false;
    if (folded.length === 0) return true;
    const foldedValue = foldCase(value);
    return folded.every(({ holds, text }) => holds(foldedValue, text));
  };
}
