import { describe, expect, test } from '@jest/globals';
import { newGoal } from '../support/goals.ts';
import { invalidBody, MISSING, rest } from '../support/rest.ts';
import { sharedServer } from '../support/shared.ts';
import { readShop, recordShop, SHOP_DAY } from '../support/shop.ts';

type Row = Record<string, unknown>;

const server = sharedServer({}, async (started) => {
  await recordShop(started);
  await newGoal(started, 1, { name: 'Signup', filter: { event: { in: ['Signup'] } } });
});

const get = async (path: string, query?: object) => (await readShop<Row[]>(server(), path, query)).body;

const HOME = { page: { in: ['/'] } };

describe('GET /api/v1/journeys/{id}', () => {
  test('has what visits did after their first hit that meets `start`', async () => {
    const end = { dimension: null, value: '(end)', visits: 1, children: [] };
    expect(await get('journeys/1', { start: HOME, steps: 2, first: 1 })).toEqual({
      status: 200,
      data: [
        {
          dimension: 'page',
          value: '/',
          visits: 3,
          children: [
            { dimension: 'page', value: '/pricing', visits: 2, children: [] },
            { dimension: null, value: '(other)', visits: 1, children: [] },
          ],
        },
      ],
    });
    const [signup] = (await get('journeys/1', { start: { goal: 1 } })).data as { children: Row[] }[];
    expect(signup?.children).toContainEqual(end);
  });

  test('has what visits did before their last hit that meets `end`, under a filter', async () => {
    const query = { end: { event: { in: ['Purchase'] } }, start: '', steps: 3, filter: { goal: 1 } };
    const before = { dimension: 'page', value: '/pricing', visits: 1, children: [] };
    const signup = { dimension: 'event', value: 'Signup', visits: 1, children: [before] };
    expect((await get('journeys/1', query)).data).toEqual([
      { dimension: 'event', value: 'Purchase', visits: 1, children: [signup] },
    ]);
  });

  test.each<[object, Row]>([
    [{ from: 'x' }, { from: [expect.any(String)], start: ['Is required, unless `end` is given.'] }],
    [{ start: HOME, end: HOME }, { end: ['Must be left out with `start`.'] }],
    [
      { start: HOME, steps: 11, first: 'x' },
      { steps: ['Must be 1 to 10; got "11".'], first: ['Must be 1 to 50; got "x".'] },
    ],
    [{ start: '{' }, { start: [expect.stringMatching(/^Must be JSON/)] }],
    [{ start: { country: { in: ['DE'] } } }, { 'start.country': [expect.any(String)] }],
    [{ end: { goal: 9 } }, { 'end.goal': ['Must be the id of a goal of this website.'] }],
  ])('refuses %j by the path of each wrong part', async (query, errors) => {
    expect(await get('journeys/1', query)).toEqual(invalidBody(errors as Record<string, unknown[]>));
  });
});

describe('revenue', () => {
  const PAID = [{ currency: 'EUR', amount: '0.30' }];

  test('GET /api/v1/revenue/{id} has the exact sums by currency, under a filter', async () => {
    expect(await get('revenue/1')).toEqual({ status: 200, data: PAID });
    expect((await get('revenue/1', { filter: { page: { in: ['/pricing'] } } })).data).toEqual([]);
  });

  test('GET /api/v1/breakdown/{id} has that of each row with `revenue=1`', async () => {
    const rows = (await get('breakdown/1', { by: 'page', revenue: 1 })).data;
    expect(rows.map(({ page, revenue }) => [page, revenue])).toEqual(
      expect.arrayContaining([
        ['/checkout', PAID],
        ['/', []],
      ]),
    );
    const plain = (await get('breakdown/1', { by: 'page', revenue: 0 })).data;
    expect(plain).toEqual(rows.map(({ revenue: _, ...row }) => row));
    const wrong = await get('breakdown/1', { by: 'page', revenue: 'yes' });
    expect(wrong).toEqual(invalidBody({ revenue: ['Must be 0 or 1.'] }));
  });

  test('is not shown to another account', async () => {
    const { key } = await server().newAccount('other@example.com');
    const days = new URLSearchParams({ ...SHOP_DAY, start: JSON.stringify(HOME) });
    for (const path of ['revenue/1', 'journeys/1'])
      expect((await rest(server(), `/api/v1/${path}?${days}`, { key })).body).toEqual(MISSING);
  });
});
