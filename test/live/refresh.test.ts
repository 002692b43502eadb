import { expect, test } from '@jest/globals';
import { liveRefresh, periodRefresh } from '../../src/live/open.ts';

const at = (time: string) => Date.parse(`2026-11-21T${time}Z`);

test('a period is read again at the next quarter of an hour, at which days begin in some time zone', () => {
  expect(periodRefresh(at('12:07:30'))).toBe(at('12:15:00'));
  expect(periodRefresh(at('12:14:59.999'))).toBe(at('12:15:00'));
  expect(periodRefresh(at('12:15:00'))).toBe(at('12:30:00'));
  expect(periodRefresh(at('23:59:00'))).toBe(Date.parse('2026-11-22T00:00:00Z'));
});

test('live numbers are read again after five seconds', () => {
  expect(liveRefresh(at('12:00:00'))).toBe(at('12:00:05'));
});
