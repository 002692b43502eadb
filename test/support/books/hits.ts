import fc from 'fast-check';
import type { Hit } from '../../../src/ingest/hit.ts';

const word = fc.constantFrom('', 'a', 'b', 'é', '😀');
const dimensions = fc.record({
  referrer: word,
  campaign: word,
  source: word,
  channel: word,
  utm_source: word,
  utm_medium: word,
  utm_term: word,
  utm_content: word,
  browser: word,
  os: word,
  device: word,
  language: word,
  resolution: word,
  continent: word,
  country: word,
  city: word,
});
const event = fc.option(
  fc.record({ name: fc.constantFrom('buy', 'see'), value: fc.constant(null), unit: fc.constant(null) }),
  { freq: 3 },
);

const MINUTE = 60_000;
const DAYS = [20261031, 20261101, 20261231];

/** The time between two hits: often close to the maximum pause within a visit. */
const pause = fc.oneof(
  fc.constantFrom(0, 1, 30 * MINUTE - 1, 30 * MINUTE, 30 * MINUTE + 1, 31 * MINUTE),
  fc.integer({ min: 0, max: 90 * MINUTE }),
);

/** Hits in order of arrival, with few visitors, days and websites, so that they often coincide. */
export const hitSequences: fc.Arbitrary<Hit[]> = fc
  .array(
    fc.record({
      websiteId: fc.constantFrom(1, 2),
      visitor: fc.constantFrom(-(2n ** 63n), 1n, 2n ** 63n - 1n),
      day: fc.constantFrom(...DAYS),
      hour: fc.integer({ min: 0, max: 23 }),
      path: fc.constantFrom('/', '/a', '/b c'),
      host: fc.constantFrom('', 'a.test', 'b.a.test'),
      pause,
      event,
      dimensions,
    }),
    { maxLength: 40, size: 'max' },
  )
  .map((list) => {
    let at = Date.UTC(2026, 10, 1);
    return list.map(({ pause: passed, ...hit }) => {
      at += passed;
      return { ...hit, at };
    });
  });

/** Splits a list into batches; `after` decides whether a batch ends after an item. */
export function cut<T>(items: readonly T[], after: readonly boolean[]): T[][] {
  const batches: T[][] = [[]];
  for (const [index, item] of items.entries()) {
    batches.at(-1)?.push(item);
    if (after[index % Math.max(after.length, 1)]) batches.push([]);
  }
  return batches;
}
