import { expect, test } from '@jest/globals';
import { placeTip } from '../../src/web/stats/chart/tipPlace.ts';

const FRAME = { width: 1000, height: 240 };
const TIP = { width: 200, height: 60 };

/** A line of points that are 100 pixels apart, with the given distances from the top. */
const line = (...tops: (number | null)[]) =>
  tops.map((top, index) => (top === null ? null : { left: index * 100, top }));
const place = (index: number, ...lines: ReturnType<typeof line>[]) => {
  const point = lines[0]?.[index];
  if (!point) throw new Error('There is no such point.');
  return placeTip(point, TIP, FRAME, lines);
};

test('the tooltip is on the right of its point and at its height, if it covers nothing there', () => {
  expect(place(0, line(120))).toEqual({ left: 14, top: 90 });
  expect(place(9, line(...Array(9).fill(null), 120))).toEqual({ left: 900 - 14 - 200, top: 90 });
});

test('the tooltip of a peak does not cover the one beside it', () => {
  // Beside the peak, the line goes on at the same height; below it, there is room.
  expect(place(4, line(100, 100, 100, 100, 20, 20, 20, 100, 100, 100))).toEqual({ left: 414, top: 180 });
  // The line of the compared period leaves room above only.
  const flat = (top: number) => line(...Array(10).fill(top));
  expect(place(4, flat(120), flat(200))).toEqual({ left: 414, top: 0 });
});

test('a line between two distant points is seen, too', () => {
  expect(place(0, line(120, null, 120), line(120, 120))).not.toMatchObject({ top: 90 });
});

test('on a phone, where it fits on neither side, it leaves its point free', () => {
  const points = [{ left: 100, top: 30 }];
  expect(placeTip({ left: 100, top: 30 }, TIP, { width: 220, height: 240 }, [points])).toEqual({
    left: 20,
    top: 180,
  });
});
