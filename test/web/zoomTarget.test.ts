import { expect, test } from '@jest/globals';
import { zoomTarget } from '../../src/web/stats/map/zoomTarget.ts';

const WHOLE = { scale: 1, x: 0, y: 0, width: 760, height: 370 };
const GERMANY = { middle: [390, 100], count: 40 } as const;
const FRANCE = { middle: [370, 110], count: 30 } as const;
const AMERICA = { middle: [190, 120], count: 60 } as const;

test('the map zooms to the country around which most visitors are', () => {
  expect(zoomTarget([AMERICA, GERMANY], WHOLE, 8)).toEqual(AMERICA.middle);
  // Two countries that the next view shows together have more than one.
  expect(zoomTarget([AMERICA, FRANCE, GERMANY], WHOLE, 8)).toEqual(GERMANY.middle);
});

test('the map stays in the part that it shows', () => {
  const europe = { ...WHOLE, scale: 4, x: -1200, y: -250 };
  expect(zoomTarget([AMERICA, FRANCE], europe, 2)).toEqual(FRANCE.middle);
  expect(zoomTarget([AMERICA], europe, 2)).toBeNull();
});

test('a map without visitors has no target', () => {
  expect(zoomTarget([], WHOLE, 2)).toBeNull();
  expect(zoomTarget([{ ...GERMANY, count: 0 }], WHOLE, 2)).toBeNull();
});
