import { beforeAll, expect, test } from '@jest/globals';
import { END, OTHER } from '../../src/engine/registry/statistics.ts';
import { csvText } from '../../src/web/stats/details/download.ts';
import { goalRows } from '../../src/web/stats/goals/goalRows.ts';
import { journeyRows } from '../../src/web/stats/journeys/journeyFile.ts';
import type { JourneyNode } from '../../src/web/stats/journeys/tree.ts';
import { setEnglish } from '../support/texts.ts';

beforeAll(setEnglish);

const node = (value: string, visits: number, children?: JourneyNode[], dimension = 'PAGE'): JourneyNode => ({
  values: [{ dimension, value, label: value }],
  visits,
  ...(children && { children }),
});

/** Journeys with three steps. The last level has no children at all. */
const JOURNEYS = [
  node('/', 100, [
    node('/a', 60, [node('/b', 45), node(END, 15)]),
    node('Signup', 20, [node('/a', 5), node(END, 15)], 'EVENT'),
    node(OTHER, 12, [node('/z', 12)]),
    node(END, 8, []),
  ]),
];

test('a file of journeys has a row for each whole path, whose visits add up to those of all', () => {
  const rows = journeyRows({ roots: JOURNEYS, before: null, direction: 'start' });
  expect(rows).toEqual([
    ['Start', 'Step 2', 'Step 3', 'Visits'],
    ['/', '/a', '/b', 45],
    ['/', '/a', 'Visit ends', 15],
    ['/', 'Signup', '/a', 5],
    ['/', 'Signup', 'Visit ends', 15],
    ['/', 'Other steps', '/z', 12],
    ['/', 'Visit ends', null, 8],
  ]);
  const visits = rows.slice(1).map((row) => Number(row.at(-1)));
  expect(visits.reduce((sum, count) => sum + count, 0)).toBe(100);
});

test('backwards, its columns go from the last step to the earlier ones', () => {
  const roots = [node('Signup', 2, [node('/', 1), node(END, 1)], 'EVENT')];
  expect(journeyRows({ roots, before: null, direction: 'end' })).toEqual([
    ['End', '1 step before', 'Visits'],
    ['Signup', '/', 1],
    ['Signup', 'Visit begins', 1],
  ]);
});

test('compared journeys have the visits of each path before, and empty cells for unknown ones', () => {
  const before = [
    node('/', 50, [
      node('/a', 30, [node('/b', 10), node(END, 20)]),
      node('/x', 15, [node(END, 15)]),
      node(END, 5, []),
    ]),
  ];
  const [head, ...rows] = journeyRows({ roots: JOURNEYS, before, direction: 'start' });
  expect(head).toEqual(['Start', 'Step 2', 'Step 3', 'Visits', 'Visits before']);
  // Nobody signed up before. The other steps were not the same ones.
  expect(rows.map((row) => row.at(-1))).toEqual([10, 20, 0, 0, null, 5]);
  const some = [node('/', 50, [node('/a', 30, [node('/b', 30)]), node(OTHER, 20, [node('/a', 20)])])];
  const unknown = journeyRows({ roots: JOURNEYS, before: some, direction: 'start' }).slice(1);
  expect(unknown.map((row) => row.at(-1))).toEqual([30, 0, null, null, null, null]);
});

const money = (amounts: Record<string, string>) =>
  Object.entries(amounts).map(([currency, amount]) => ({ currency, amount }));

const goal = (name: string, conversions: number, rate: number | null, amounts: Record<string, string>) => ({
  goal: { id: `id of ${name}`, name },
  conversions,
  visitors: conversions,
  conversionRate: rate,
  revenue: money(amounts),
});

const GOALS = [
  goal('Buy', 3, 1 / 3, { EUR: '9999999999999999.90', USD: '30.50' }),
  goal('=Sum', 0, null, { EUR: '-2.50' }),
];

test('a file of goals has exact revenue in a column for each currency', () => {
  const rows = goalRows({ rows: GOALS, before: null });
  expect(rows).toEqual([
    ['Goal', 'Conversions', 'Visitors', 'Conversion rate', 'Revenue (EUR)', 'Revenue (USD)'],
    ['Buy', 3, 3, 0.3333, { amount: '9999999999999999.90' }, { amount: '30.50' }],
    ['=Sum', 0, 0, null, { amount: '-2.50' }, { amount: '0' }],
  ]);
  expect(csvText(rows).split('\r\n').slice(1)).toEqual([
    'Buy,3,3,0.3333,9999999999999999.90,30.50',
    // A name is no formula, and a refund is a number.
    "'=Sum,0,0,,-2.50,0",
    '',
  ]);
});

test('compared goals have each number before beside that of the period', () => {
  const before = [goal('Buy', 1, 0.25, { CHF: '7.00' })];
  const buy = [goal('Buy', 3, 0.5, { EUR: '10.00' }), goal('New', 1, 1, {})];
  expect(goalRows({ rows: buy, before })).toEqual([
    [
      'Goal',
      ...['Conversions', 'Conversions before', 'Visitors', 'Visitors before'],
      ...['Conversion rate', 'Conversion rate before'],
      ...['Revenue (CHF)', 'Revenue (CHF) before', 'Revenue (EUR)', 'Revenue (EUR) before'],
    ],
    [
      ...['Buy', 3, 1, 3, 1, 0.5, 0.25],
      ...[{ amount: '0' }, { amount: '7.00' }, { amount: '10.00' }, { amount: '0' }],
    ],
    // Goals that are created while the file is read have no numbers before.
    ['New', 1, null, 1, null, 1, null, { amount: '0' }, null, { amount: '0' }, null],
  ]);
});
