import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { buildDay, type HitRow, type VisitRow } from '../../../../src/engine/columns/chunks/build.ts';
import type { DayColumns, TextColumn } from '../../../../src/engine/columns/chunks/columns.ts';
import { extendDay, keysOf, openDay } from '../../../../src/engine/columns/chunks/merge.ts';
import { VISIT_DIMENSIONS } from '../../../../src/engine/registry/dimensions.ts';
import { randomDays } from '../../../support/engine/random.ts';
import { hitRows, visitRows } from '../../../support/engine/rows.ts';

const texts = ({ values, ids }: TextColumn) => [...ids].map((id) => values[id]);

/** What columns say, whatever the order of their values. */
const contents = (day: DayColumns) => ({
  day: day.day,
  visits: day.visits,
  hits: day.hits,
  opens: [...day.opens],
  hour: [...day.hour],
  duration: [...day.duration],
  pageviews: [...day.pageviews],
  events: [...day.events],
  dimensions: VISIT_DIMENSIONS.map((name) => texts(day.dimensions[name])),
  page: texts(day.page),
  event: texts(day.event),
  pageview: day.event.values[0],
  hitHour: [...day.hitHour],
  start: [...(day.extras?.start ?? [])],
  offset: [...(day.extras?.offset ?? [])],
  revenue: texts(day.extras?.revenue ?? NONE),
  properties: [...(day.extras?.properties ?? [])].map(([name, column]) => [name, texts(column)]),
});

const NONE: TextColumn = { values: [], ids: new Uint8Array(0) };

test('a day to which hits were added, some at a time, equals the day built from all of its rows', () => {
  fc.assert(
    fc.property(randomDays, fc.integer({ min: 1, max: 5 }), (days, step) => {
      for (const day of days) {
        const hits = hitRows(day);
        const visitsOf = (some: readonly HitRow[]) => {
          const keys = new Set(some.map(([visitor, number]) => `${visitor} ${number}`));
          return visitRows(day).filter(([visitor, number]) => keys.has(`${visitor} ${number}`));
        };
        const first = hits.slice(0, step);
        const visits = visitsOf(first);
        let open = openDay(buildDay(day.day, visits, first), visits);
        for (let next = step; next < hits.length; next += step) {
          const some = hits.slice(next, next + step);
          // A visit that goes on has another exit page and duration.
          open = extendDay(open, visitsOf(some), some);
        }
        expect(contents(open.columns)).toEqual(contents(buildDay(day.day, visitRows(day), hits)));
        expect(open.keys).toEqual(keysOf(visitRows(day)));
      }
    }),
  );
});

test('adding hits leaves the columns before as they were', () => {
  const of = (visitor: string, path: string): VisitRow => [
    ...([visitor, 1, 9, 0, 0] as const),
    ...VISIT_DIMENSIONS.map(() => path),
  ];
  const hit = (visitor: string, at: number, path: string): HitRow => [
    visitor,
    1,
    at,
    9,
    path,
    null,
    'a.test',
    null,
    null,
  ];
  const visits = [of('1', '/a')];
  const columns = buildDay(20261121, visits, [hit('1', 1, '/a')]);
  const before = contents(columns);
  extendDay(openDay(columns, visits), [of('1', '/b'), of('0', '/c')], [hit('1', 2, '/b'), hit('0', 3, '/c')]);
  expect(contents(columns)).toEqual(before);
});

test('a hit without its visit is an error', () => {
  const columns = buildDay(20261121, [], []);
  expect(() =>
    extendDay(openDay(columns, []), [], [['1', 1, 1, 9, '/a', null, 'a.test', null, null]]),
  ).toThrow('no visit 1 of visitor 1');
});
