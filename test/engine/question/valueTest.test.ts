import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ValueTest } from '../../../src/engine/question/types.ts';
import { compileTest } from '../../../src/engine/question/valueTest.ts';

const VALUES = ['', 'Berlin', 'berlin', 'Örebro', 'örebro kommun', 'a*b', '\u212aiev'];

test.each<[ValueTest, string[]]>([
  [{ in: ['Berlin', 'x'] }, ['Berlin']],
  [{ in: [''] }, ['']],
  [{ notIn: ['Berlin', ''] }, ['berlin', 'Örebro', 'örebro kommun', 'a*b', '\u212aiev']],
  [{ contains: 'ER' }, ['Berlin', 'berlin']],
  [{ contains: '' }, VALUES],
  [{ contains: '*' }, ['a*b']],
  [{ notContains: 'E' }, ['', 'a*b']],
  [{ notContains: '' }, []],
  [{ startsWith: 'ÖRE' }, ['Örebro', 'örebro kommun']],
  [{ startsWith: 'k' }, ['\u212aiev']],
  [{ endsWith: 'IN' }, ['Berlin', 'berlin']],
  [{ contains: 'b', notContains: '*', notIn: ['berlin'] }, ['Berlin', 'Örebro', 'örebro kommun']],
  [{ in: ['Berlin', 'a*b'], startsWith: 'A' }, ['a*b']],
  [{}, VALUES],
])('%j selects %j', (valueTest, selected) => {
  expect(VALUES.filter(compileTest(valueTest))).toEqual(selected);
});

test('a test selects the values for which each of its operators holds by itself', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'A', 'b', 'é', 'É', '😀'), maxLength: 3 });
  const number = fc.constantFrom(-1, 0, 2, 2.5, 30);
  const some: fc.Arbitrary<ValueTest> = fc.record(
    {
      in: fc.array(text, { maxLength: 5 }),
      notIn: fc.array(text, { maxLength: 5 }),
      contains: text,
      notContains: text,
      startsWith: text,
      endsWith: text,
      gt: number,
      gte: number,
      lt: number,
      lte: number,
      exists: fc.boolean(),
    },
    { requiredKeys: [] },
  );
  const lower = (value: string) => value.toLowerCase();
  const HOLDS: Record<keyof ValueTest, (value: string, tested: never) => boolean> = {
    in: (value, list: string[]) => list.indexOf(value) >= 0,
    notIn: (value, list: string[]) => list.indexOf(value) < 0,
    contains: (value, part: string) => lower(value).includes(lower(part)),
    notContains: (value, part: string) => !lower(value).includes(lower(part)),
    startsWith: (value, part: string) => lower(value).startsWith(lower(part)),
    endsWith: (value, part: string) => lower(value).endsWith(lower(part)),
    gt: (value, limit: number) => Number.parseFloat(value) > limit,
    gte: (value, limit: number) => Number.parseFloat(value) >= limit,
    lt: (value, limit: number) => Number.parseFloat(value) < limit,
    lte: (value, limit: number) => Number.parseFloat(value) <= limit,
    exists: (_value, isTrue: boolean) => isTrue,
  };
  fc.assert(
    fc.property(some, fc.oneof(text, fc.constantFrom('-1', '0', '2', '2.5', '30')), (valueTest, value) => {
      const entries = Object.entries(valueTest) as [keyof ValueTest, never][];
      const holds = entries.every(([name, tested]) => HOLDS[name](value, tested));
      expect(compileTest(valueTest)(value)).toBe(holds);
    }),
    { numRuns: 1_000 },
  );
});
