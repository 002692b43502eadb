import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { mapColumns } from '../../../../src/engine/columns/chunks/columns.ts';
import { unpacked } from '../../../../src/engine/columns/chunks/packed.ts';
import { buildMonth } from '../../../../src/engine/columns/chunks/smallDays.ts';
import { decodeSmallDays, encodeSmallDays } from '../../../../src/engine/columns/months/smallDays.ts';
import { randomDays } from '../../../support/engine/random.ts';
import { dayRows } from '../../../support/engine/rows.ts';

const someDays = randomDays.map(dayRows).filter(({ length }) => length > 0);
const wide = (numbers: Parameters<typeof unpacked>[0]) => [...unpacked(numbers)];

test('the small days of a month are decoded as they were', () => {
  fc.assert(
    fc.property(someDays, (days) => {
      const month = buildMonth(days);
      const bytes = encodeSmallDays(month);
      const decoded = decodeSmallDays(bytes);
      expect(decoded && [...decoded.days]).toEqual([...month.days]);
      expect(decoded && mapColumns(decoded.columns, wide as never)).toEqual(
        mapColumns(month.columns, wide as never),
      );
    }),
  );
});

test('damaged bytes are not decoded, except to other days', () => {
  fc.assert(
    fc.property(someDays, fc.nat(), fc.integer({ min: 1, max: 255 }), (days, at, change) => {
      const bytes = encodeSmallDays(buildMonth(days));
      const before = decodeSmallDays(bytes)?.days.join();
      const place = at % bytes.length;
      expect(decodeSmallDays(bytes.subarray(0, place))).toBeNull();
      bytes[place] = (bytes[place] as number) ^ change;
      // A reader knows the days of a month (read/storedMonths.ts).
      const after = decodeSmallDays(bytes);
      if (after) expect(after.days.join()).not.toBe(before);
    }),
  );
});
