import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { buildDay, type HitRow, type VisitRow } from '../../../../src/engine/columns/chunks/build.ts';
import type { TextColumn } from '../../../../src/engine/columns/chunks/columns.ts';
import { VISIT_DIMENSIONS } from '../../../../src/engine/registry/dimensions.ts';
import { columnsOf, RUNS, randomDays } from '../../../support/engine/random.ts';

const texts = ({ values, ids }: TextColumn) => Array.from(ids, (id) => values[id]);
const visit = (visitor: number, number: number, hour = 9): VisitRow => [
  ...([visitor, number, hour, 1_000, 0] as const),
  ...VISIT_DIMENSIONS.map((name) => `${name} of ${visitor}/${number}`),
];
const hit = (visitor: number, number: number, at = 0, path = '/', event: string | null = null): HitRow => [
  ...([visitor, number, at, 9, path, event, `host of ${path}`, null, null] as const),
];

describe('the columns of a day', () => {
  test('have the rows in the order of visitors, visits and time', () => {
    const day = buildDay(
      20261121,
      [visit(7, 3, 23), visit(7, 1, 8), visit(5, 2, 10)],
      [hit(7, 1, 30, '/c'), hit(5, 2, 10, '/a', 'Buy'), hit(7, 3, 50, '/d'), hit(7, 1, 20, '/b')],
    );
    expect(day).toMatchObject({ day: 20261121, visits: 3, hits: 4 });
    expect([...day.opens]).toEqual([1, 1, 0]);
    expect([...day.hour]).toEqual([10, 8, 23]);
    expect([...day.duration]).toEqual([1_000, 1_000, 1_000]);
    expect([...day.pageviews]).toEqual([0, 2, 1]);
    expect([...day.events]).toEqual([1, 0, 0]);
    expect(texts(day.page)).toEqual(['/a', '/b', '/c', '/d']);
    expect(texts(day.event)).toEqual(['Buy', '', '', '']);
    expect(texts(day.host)).toEqual(['host of /a', 'host of /b', 'host of /c', 'host of /d']);
    expect(day.event.values[0]).toBe('');
    for (const name of VISIT_DIMENSIONS)
      expect(texts(day.dimensions[name])).toEqual([`${name} of 5/2`, `${name} of 7/1`, `${name} of 7/3`]);
  });

  test('keep an event with an empty name apart from pageviews', () => {
    const day = buildDay(20261121, [visit(1, 1)], [hit(1, 1, 0, '/', ''), hit(1, 1, 1)]);
    expect([...day.event.ids]).toEqual([1, 0]);
    expect([...day.events]).toEqual([1]);
  });

  test('have distinct texts and the smallest types', () => {
    fc.assert(
      fc.property(randomDays, (all) => {
        for (const day of all.map(columnsOf)) {
          for (const { values, ids } of [...Object.values(day.dimensions), day.page, day.event]) {
            expect(new Set(values).size).toBe(values.length);
            expect(ids).toBeInstanceOf(Uint8Array);
          }
        }
      }),
      { numRuns: RUNS },
    );
  });

  test('can have no rows', () => {
    expect(buildDay(20261121, [], [])).toMatchObject({ visits: 0, hits: 0, event: { values: [''] } });
  });
});

test.each<[string, VisitRow[], HitRow[], string]>([
  ['a hit has no visit', [visit(1, 1)], [hit(1, 1), hit(1, 2)], 'a hit has no visit 2 of visitor 1.'],
  ['a hit has no visitor', [visit(1, 1)], [hit(1, 1), hit(2, 1)], 'a hit has no visit 1 of visitor 2.'],
  ['a hit precedes the visits', [visit(1, 2)], [hit(1, 2), hit(1, 1)], 'a hit has no visit 1 of visitor 1.'],
  ['there are only hits', [], [hit(1, 1)], 'a hit has no visit 1 of visitor 1.'],
  ['a visit has no hit', [visit(1, 1), visit(1, 2)], [hit(1, 1)], 'visit 2 of visitor 1 has no hit.'],
  ['a visit occurs twice', [visit(1, 1), visit(1, 1)], [hit(1, 1)], 'visit 1 of visitor 1 occurs twice.'],
  ['an hour is invalid', [visit(1, 1, 24)], [hit(1, 1)], 'an hour must be 0 to 23; got 24.'],
])('the columns are not built if %s', (_title, visits, hits, message) => {
  expect(() => buildDay(20261121, visits, hits)).toThrow(`Day 20261121: ${message}`);
});
