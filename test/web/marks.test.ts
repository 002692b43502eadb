import { expect, test } from '@jest/globals';
import { daysBetween } from '../../src/calendar/days.ts';
import { marksOf, notesOf } from '../../src/web/stats/annotations/marks.ts';
import { setEnglish } from '../support/texts.ts';

setEnglish();

type Period = Parameters<typeof marksOf>[0];

const annotations = ['2026-11-02', '2026-11-02', '2026-11-04', '2026-11-09', '2026-11-30'].map(
  (day, index) => ({
    id: String(index),
    day,
    text: `note ${index}`,
    public: true,
  }),
);

const period = (interval: Period['series']['interval'], places: readonly string[]): Period => ({
  annotations,
  series: { interval, points: places.map((at) => ({ at, visitors: 0, pageviews: 0 })) },
});
const ids = (of: Period, apart = 1) =>
  marksOf(of, apart).map(({ index, annotations: found }) => [index, found.map(({ id }) => id).join('')]);

test('annotations gather at the point of their interval; outside of the period they have no mark', () => {
  const days = period('DAY', daysBetween('2026-11-01', '2026-11-10'));
  expect(ids(days)).toEqual([
    [1, '01'],
    [3, '2'],
    [8, '3'],
  ]);
  expect(ids(period('WEEK', ['2026-W44', '2026-W45', '2026-W46']))).toEqual([
    [1, '012'],
    [2, '3'],
  ]);
  expect(ids(period('MONTH', ['2026-10', '2026-11']))).toEqual([[1, '01234']]);
  expect(ids(period('HOUR', ['2026-11-04T00', '2026-11-04T01']))).toEqual([[0, '2']]);
});

test('marks that are closer than the space allows are gathered at the first of them', () => {
  const days = period('DAY', daysBetween('2026-11-01', '2026-11-30'));
  expect(ids(days, 3)).toEqual([
    [1, '012'],
    [8, '3'],
    [29, '4'],
  ]);
  expect(ids(days, 30)).toEqual([[1, '01234']]);
});

test('notes are read at their point', () => {
  expect(notesOf(period('DAY', [])).get('2026-11-02')).toBe('Mon, Nov 2: note 0; Mon, Nov 2: note 1');
});
