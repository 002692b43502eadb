import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { unpacked } from '../../../../src/engine/columns/chunks/packed.ts';
import { Interner } from '../../../../src/engine/columns/evaluate/interner.ts';
import { VISIT_DIMENSIONS } from '../../../../src/engine/registry/dimensions.ts';
import { columnsOf, randomDays } from '../../../support/engine/random.ts';

const NONE = new Uint8Array(0);
const days = randomDays.map((all) => all.map(columnsOf));

test('an interned day has the same texts, and equal texts of a dimension have one id on all days', () => {
  fc.assert(
    fc.property(days, (all) => {
      const interner = new Interner();
      const interned = all.map((day) => interner.intern(day));
      for (const [index, day] of all.entries())
        for (const name of VISIT_DIMENSIONS) {
          const { texts } = interner.dictionary(name);
          const column = interned[index]?.dimensions[name];
          expect([...unpacked(column?.texts ?? NONE)].map((id) => texts[id])).toEqual(
            day.dimensions[name].values,
          );
          expect(column?.ids).toBe(day.dimensions[name].ids);
          expect(new Set(texts).size).toBe(texts.length);
        }
    }),
  );
});

test('a day to which hits were added has the ids that it has without its earlier version', () => {
  fc.assert(
    fc.property(days, fc.array(fc.string(), { maxLength: 3 }), ([first], added) => {
      if (!first) return;
      const values = [...first.page.values];
      const columns = { ...first, page: { ...first.page, values } };
      const interner = new Interner();
      const day = interner.intern(columns);
      values.push(...added);
      const extended = interner.intern(columns, null, { columns, day });
      expect(extended).toEqual(interner.intern(columns));
      expect(extended.page.texts).toHaveLength(values.length);
    }),
  );
});

test('dimensions with paths share their texts, other dimensions do not', () => {
  const interner = new Interner();
  expect(interner.dictionary('page')).toBe(interner.dictionary('exit_page'));
  expect(interner.dictionary('page')).toBe(interner.dictionary('landing_page'));
  expect(interner.dictionary('page')).not.toBe(interner.dictionary('referrer'));
});

test('the memory grows with new texts only', () => {
  const interner = new Interner();
  expect(interner.bytes).toBe(0);
  interner.dictionary('city').idOf('Berlin, Berlin, DE');
  const { bytes } = interner;
  expect(bytes).toBeGreaterThan(0);
  interner.dictionary('city').idOf('Berlin, Berlin, DE');
  expect(interner.bytes).toBe(bytes);
  interner.dictionary('city').idOf('x'.repeat(1_000));
  expect(interner.bytes).toBeGreaterThanOrEqual(bytes + 1_000);
});

test('texts keep their ids when the indexes are dropped', () => {
  fc.assert(
    fc.property(days, (all) => {
      const [kept, dropped] = [new Interner(), new Interner()];
      for (const day of all) {
        expect(dropped.intern(day)).toEqual(kept.intern(day));
        dropped.dropSmallIndexes();
      }
      for (const name of VISIT_DIMENSIONS)
        expect(dropped.dictionary(name).texts).toEqual(kept.dictionary(name).texts);
      expect(dropped.bytes).toBe(kept.bytes);
    }),
  );
});
