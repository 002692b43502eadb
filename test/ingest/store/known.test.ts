import { expect, test } from '@jest/globals';
import { createKnownValues, type DayValue } from '../../../src/ingest/store/known.ts';

const page = (websiteId: number, value: string, period = 20261121): DayValue => ({
  websiteId,
  period,
  value,
  name: 'page',
});

/** Adds so many values of other websites that half of the memory is full of them. */
function fill(known: ReturnType<typeof createKnownValues>, from: number): void {
  for (let websiteId = from; websiteId < from + 80; websiteId += 1)
    known.add(Array.from({ length: 1_000 }, (_, index) => page(websiteId, `/page/${index}`)));
}

test('a value is known by its website, day and statistic', () => {
  const known = createKnownValues();
  known.add([page(1, '/a'), page(2, '/b'), { ...page(1, 'Chrome'), name: 'browser' }]);
  const asked: [DayValue, boolean][] = [
    [page(1, '/a'), true],
    [page(2, '/b'), true],
    [page(2, '/a'), false],
    [page(1, '/a', 20261122), false],
    [page(1, 'Chrome'), false],
    [{ ...page(1, '/a'), name: 'landing_page' }, false],
    [{ ...page(1, 'Chrome'), name: 'browser' }, true],
  ];
  expect(asked.map(([value]) => known.has(value))).toEqual(asked.map(([, expected]) => expected));
});

test('values that are in use are kept, others are forgotten', () => {
  const known = createKnownValues();
  known.add([page(1, '/used'), page(1, '/unused')]);
  for (let round = 1; round <= 5; round += 1) {
    fill(known, round * 1_000);
    expect(known.has(page(1, '/used'))).toBe(true);
  }
  expect(known.has(page(1, '/unused'))).toBe(false);
});

test('the values of one website and day are forgotten as well if they are too many', () => {
  const known = createKnownValues();
  for (let index = 0; index < 300_000; index += 1) known.add([page(1, `/page/${index}`)]);
  const kept = Array.from({ length: 300_000 }, (_, index) => known.has(page(1, `/page/${index}`)));
  expect(kept.at(-1)).toBe(true);
  expect(kept[0]).toBe(false);
  expect(kept.filter(Boolean).length).toBeLessThan(160_000);
});
