import { expect, test } from '@jest/globals';
import { markOf } from '../../src/web/stats/live/mark.ts';

type Live = Parameters<typeof markOf>[0];

const AT = '2026-11-21T12:00:00.000Z';
const pageview = { at: AT, page: '/', event: null, country: 'DE' };
const minute = { at: AT, visitors: 1, pageviews: 1 };
const live: Live = { minutes: [minute], hits: [pageview] };

test('an event of a visitor who was there, at the time of the last hit, changes the mark', () => {
  expect(markOf({ ...live, hits: [{ ...pageview, event: 'Buy' }, pageview] })).not.toBe(markOf(live));
});

test('a further pageview changes the mark, also if hits are hidden from the viewer', () => {
  const hidden: Live = { minutes: [minute], hits: [] };
  expect(markOf({ ...hidden, minutes: [{ ...minute, pageviews: 2 }] })).not.toBe(markOf(hidden));
});

test('time that passes, and old hits that leave the window, change no mark', () => {
  const old = { ...pageview, at: '2026-11-21T11:31:00.000Z' };
  const before: Live = { minutes: [{ ...minute, at: old.at }, minute], hits: [pageview, old] };
  const empty = { at: '2026-11-21T12:01:00.000Z', visitors: 0, pageviews: 0 };
  expect(markOf({ minutes: [minute, empty], hits: [pageview] })).toBe(markOf(before));
});
