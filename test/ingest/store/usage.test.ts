import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Usage, type UsageName } from '../../../src/ingest/store/usage.ts';

const NAMES = ['hits', 'event_page', 'page', 'city'] as const satisfies UsageName[];

const steps = fc.array(
  fc.record({
    day: fc.integer({ min: 20261120, max: 20261124 }),
    name: fc.constantFrom(...NAMES),
    count: fc.nat(),
  }),
  { minLength: 1 },
);

test('counters have the values that were set last, and only the latest two days are stored', () => {
  fc.assert(
    fc.property(steps, (set) => {
      const usage = new Usage('');
      const expected = new Map<string, number>();
      for (const { day, name, count } of set) {
        usage.set(day, name, count);
        expected.set(`${day} ${name}`, count);
      }
      const days = [...new Set(set.map(({ day }) => day))].sort();
      const stored = new Usage(usage.toString());
      for (const day of days)
        for (const name of NAMES) {
          expect(usage.get(day, name)).toBe(expected.get(`${day} ${name}`));
          const kept = days.slice(-2).includes(day) ? expected.get(`${day} ${name}`) : undefined;
          expect(stored.get(day, name)).toBe(kept);
        }
      expect([usage.changed, stored.changed]).toEqual([true, false]);
    }),
  );
});

test('a website without counters has none on any day', () => {
  const usage = new Usage('');
  expect([usage.get(20261121, 'hits'), usage.changed]).toEqual([undefined, false]);
});

test('exact counters of values are counted anew, and those of what is not in Stat are kept', () => {
  const usage = new Usage('');
  usage.set(20261121, 'hits', 7);
  usage.set(20261121, 'page', 5);
  usage.set(20261121, 'event_page', 3);
  usage.set(20261122, 'page', 6);
  usage.beExact(20261121);
  const stored = new Usage(usage.toString());
  expect([20261121, 20261122].map((day) => stored.isExact(day))).toEqual([true, false]);
  expect((['hits', 'event_page'] as const).map((name) => stored.get(20261121, name))).toEqual([7, 3]);
  expect(stored.get(20261121, 'page')).toBeUndefined();
  expect(stored.get(20261122, 'page')).toBe(6);
});
