import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { END, OTHER } from '../../src/engine/registry/statistics.ts';
import { shownJourney } from '../../src/web/stats/journeys/anchors.ts';
import {
  type Journey,
  readJourney,
  STEPS,
  USUAL_JOURNEY,
  VIEWS,
  writeJourney,
} from '../../src/web/stats/journeys/journeyAddress.ts';
import {
  bandsOf,
  columnsOf,
  type JourneyNode,
  PLACE,
  pathOf,
  type Step,
  toggled,
  visitsOf,
} from '../../src/web/stats/journeys/tree.ts';
import type { Period } from '../../src/web/stats/types.ts';
import { runs } from '../support/properties.ts';

const node = (
  value: string,
  visits: number,
  children: JourneyNode[] = [],
  dimension = 'PAGE',
): JourneyNode => ({
  values: [{ dimension, value, label: value }],
  visits,
  children,
});

const TREE = [
  node('/', 100, [
    node('/a', 60, [node('/b', 45, [node('/c', 45)]), node(END, 15)]),
    node('Signup', 20, [node('/a', 5), node(END, 15)], 'EVENT'),
    node(OTHER, 12, [node('/z', 12)]),
    node(END, 8),
  ]),
];

const keysOf = (columns: readonly (readonly Step[])[]) =>
  columns.map((column) => column.map(({ key }) => key));
const openOf = (columns: readonly (readonly Step[])[]) =>
  columns.map((column) => column.find(({ isOpen }) => isOpen)?.key ?? null);

test('each column has the steps after the open one of the column before, by default the largest', () => {
  const columns = columnsOf(TREE, [], null);
  expect(keysOf(columns)).toEqual([
    ['page:/'],
    ['page:/a', 'event:Signup', `page:${OTHER}`, `page:${END}`],
    ['page:/b', `page:${END}`],
    ['page:/c'],
  ]);
  expect(openOf(columns)).toEqual(['page:/', 'page:/a', 'page:/b', null]);
  expect(
    columns[1]?.map(({ kind, share, shareOfAll, canOpen }) => [kind, share, shareOfAll, canOpen]),
  ).toEqual([
    ['page', 0.6, 0.6, true],
    ['event', 0.2, 0.2, true],
    ['other', 0.12, 0.12, true],
    ['end', 0.08, 0.08, false],
  ]);
  expect(columns[2]?.map(({ share, shareOfAll }) => [share, shareOfAll])).toEqual([
    [0.75, 0.45],
    [0.25, 0.15],
  ]);
  expect(columns[0]?.[0]).toMatchObject({ share: null, shareOfAll: 1 });
});

test('a chosen step opens, the open one closes, and what is gone is forgotten', () => {
  const columns = columnsOf(TREE, [], null);
  const [, [, signup] = []] = columns;
  if (!signup) throw new Error('There is no such step.');
  const open = toggled(columns, 1, signup);
  expect(open).toEqual(['page:/', 'event:Signup']);
  const opened = columnsOf(TREE, open, null);
  expect(keysOf(opened)[2]).toEqual(['page:/a', `page:${END}`]);
  const step = opened[1]?.[1];
  if (!step) throw new Error('There is no such step.');
  const closed = toggled(opened, 1, step);
  expect(closed).toEqual(['page:/', '']);
  expect(openOf(columnsOf(TREE, closed, null))).toEqual(['page:/', null]);
  expect(keysOf(columnsOf(TREE, ['page:/', 'page:/gone', 'page:/b'], null))).toEqual(keysOf(columns));
  // The end of visits has no steps.
  expect(keysOf(columnsOf(TREE, ['page:/', `page:${END}`], null))).toEqual(keysOf(columns));
  expect(columnsOf([], ['page:/'], null)).toEqual([]);
});

test('a step has the visits that it had before, unless it may be one of the other steps', () => {
  const before = (tree: JourneyNode[], open: string[] = []) =>
    columnsOf(TREE, open, tree).map((column) => column.map((step) => step.before));
  expect(before([node('/', 50, [node('/a', 30), node(END, 20)])])).toEqual([
    [50],
    [30, 0, null, null],
    [0, null],
    [0],
  ]);
  expect(before([node('/', 50, [node('/x', 30), node(OTHER, 20)])])).toEqual([
    [50],
    [null, null, null, null],
    [null, null],
    [null],
  ]);
  // Other steps are not the same ones.
  const others = [node('/', 50, [node(OTHER, 20, [node('/z', 20)])])];
  expect(before(others, ['page:/', `page:${OTHER}`])[2]).toEqual([null]);
  expect(before([])).toEqual([[0], [0, 0, null, null], [0, null], [0]]);
});

const tree = fc.letrec<{ nodes: JourneyNode[]; node: JourneyNode }>((tie) => ({
  nodes: fc.uniqueArray(tie('node'), { maxLength: 4, selector: ({ values }) => values[0]?.value ?? '' }),
  node: fc.record({
    values: fc
      .constantFrom('/a', '/b', '/c', '/d', '/e')
      .map((value) => [{ dimension: 'PAGE', value, label: value }]),
    visits: fc.integer({ min: 1, max: 1_000 }),
    children: fc.oneof({ maxDepth: 4, depthSize: 'small' }, fc.constant([]), tie('nodes')),
  }),
}));

test('the bands of a step fill its height, and end beside the steps that follow', () => {
  fc.assert(
    fc.property(
      tree.nodes,
      fc.array(fc.constantFrom('page:/a', 'page:/b', ''), { maxLength: 4 }),
      (roots, open) => {
        const columns = columnsOf(roots, open, null);
        for (const [level, column] of columns.entries()) {
          const next = columns[level + 1];
          expect(column.filter(({ isOpen }) => isOpen).length).toBe(next ? 1 : 0);
          if (!next) continue;
          const position = column.findIndex(({ isOpen }) => isOpen);
          const top = position * (PLACE.height + PLACE.gap);
          const bands = bandsOf(column, next);
          expect(bands.length).toBe(next.length);
          expect(bands[0]?.from).toBe(top);
          for (const [index, { to, thickness }] of bands.entries()) {
            const middle = index * (PLACE.height + PLACE.gap) + PLACE.height / 2;
            expect(to + thickness / 2).toBeCloseTo(middle);
            expect(thickness).toBeGreaterThanOrEqual(1);
          }
          const parent = column[position]?.visits ?? 0;
          const last = bands.at(-1);
          const before = visitsOf(next.slice(0, -1)) / parent;
          expect(last?.from).toBeCloseTo(top + before * PLACE.height);
        }
      },
    ),
    { numRuns: runs(200) },
  );
});

test('a band is a closed path from one column to the next', () => {
  expect(pathOf({ key: '', from: 0, to: 10, thickness: 4 }, 20)).toBe(
    'M0 0C10 0 10 10 20 10V14C10 14 10 4 0 4Z',
  );
  expect(bandsOf([], columnsOf(TREE, [], null)[0] ?? [])).toEqual([]);
});

const read = (query: string) => {
  let misread = 0;
  const journey = readJourney(new URLSearchParams(query), (found, otherwise) => {
    if (found == null) misread++;
    return found ?? otherwise;
  });
  return { journey, misread };
};

test('an address keeps the choice of journeys', () => {
  const journeys: fc.Arbitrary<Journey> = fc.record({
    anchor: fc.option(
      fc.record({ kind: fc.constantFrom('page', 'event', 'goal'), value: fc.string({ minLength: 1 }) }),
    ),
    direction: fc.constantFrom('start', 'end'),
    steps: fc.constantFrom(...STEPS),
    open: fc.array(fc.string(), { maxLength: 4 }),
    view: fc.constantFrom(...VIEWS),
  });
  fc.assert(
    fc.property(journeys, (journey) => {
      const search = new URLSearchParams();
      writeJourney(search, journey);
      const direction = journey.anchor ? journey.direction : USUAL_JOURNEY.direction;
      expect(read(String(search))).toEqual({ journey: { ...journey, direction }, misread: 0 });
    }),
    { numRuns: runs(200) },
  );
  const search = new URLSearchParams();
  writeJourney(search, USUAL_JOURNEY);
  expect(String(search)).toBe('');
});

test('what is wrong in an address is the default', () => {
  expect(read('journey.steps=9')).toEqual({ journey: USUAL_JOURNEY, misread: 1 });
  expect(read('journey.view=map')).toEqual({ journey: USUAL_JOURNEY, misread: 1 });
  expect(read(`journey.open=${'a'.repeat(3_000)}`)).toEqual({ journey: USUAL_JOURNEY, misread: 1 });
  expect(read('journey.start.page=')).toEqual({ journey: USUAL_JOURNEY, misread: 0 });
});

test('journeys begin with the largest landing page, or lead to the first goal', () => {
  const rows = (...values: string[]) => ({ nodes: values.map((value) => ({ value })) });
  const period = (rest: object) => rest as Period;
  const goals = [{ goal: { databaseId: 3 } }] as never;
  const shown = (rest: object, journey = USUAL_JOURNEY) => shownJourney(journey, period(rest), goals);
  const page = { anchor: { kind: 'page', value: '/' }, direction: 'start' };
  expect(shown({ LANDING_PAGE: rows(OTHER, '/', '/a') })).toEqual(page);
  // A shared link may not show landing pages.
  expect(shown({ LANDING_PAGE: null, PAGE: rows('/', '/a') })).toEqual(page);
  expect(shown({ PAGE: rows() })).toEqual({ anchor: { kind: 'goal', value: '3' }, direction: 'end' });
  expect(shownJourney(USUAL_JOURNEY, period({}), []).anchor).toBeNull();
  const chosen = { anchor: { kind: 'event', value: 'Buy' }, direction: 'end' } as const;
  expect(shown({ PAGE: rows('/') }, { ...USUAL_JOURNEY, ...chosen })).toEqual(chosen);
});
