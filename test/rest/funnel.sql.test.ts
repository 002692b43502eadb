import { describe, expect, test } from '@jest/globals';
import { newFunnel, newGoal } from '../support/goals.ts';
import { invalidBody, newWebsite } from '../support/rest.ts';
import { sharedServer } from '../support/shared.ts';
import { readShop, recordShop } from '../support/shop.ts';

const PURCHASE = { event: { in: ['Purchase'] } };
const PAGE = (path: string) => ({ filter: { page: { in: [path] } } });

type Row = Record<string, unknown>;

const get = <Data = Row[]>(path: string, query?: object) => readShop<Data>(server(), path, query);

const server = sharedServer({}, async (started) => {
  await recordShop(started);
  await newGoal(started, 1, { name: 'Signup', filter: { event: { in: ['Signup'] } } });
  await newWebsite(started, { url: 'second.example' });
  await newGoal(started, 2, { name: 'of another website' });
});

describe('GET /api/v1/funnel/{id}', () => {
  const steps = [{ ...PAGE('/'), name: 'Home' }, { goal: 1 }, { filter: PURCHASE }];

  test('has the numbers of each step', async () => {
    const { status, body } = await get<Row>('funnel/1', { steps });
    expect([status, body]).toEqual([
      200,
      {
        data: {
          visitors: 3,
          conversion_rate: 1 / 3,
          steps: [
            {
              name: 'Home',
              visitors: 3,
              dropped: 0,
              rate_from_previous: null,
              rate_from_first: 1,
              median_seconds: null,
              left_to: [{ value: '/pricing', visitors: 1 }],
            },
            {
              name: 'Signup',
              visitors: 2,
              dropped: 1,
              rate_from_previous: 2 / 3,
              rate_from_first: 2 / 3,
              median_seconds: 90,
              left_to: [],
            },
            {
              name: null,
              visitors: 1,
              dropped: 1,
              rate_from_previous: 1 / 2,
              rate_from_first: 1 / 3,
              median_seconds: 60,
              left_to: [],
            },
          ],
        },
        status: 200,
      },
    ]);
  });

  const visitorsOf = async (query: object) =>
    ((await get<{ steps: Row[] }>('funnel/1', query)).body.data.steps ?? []).map(({ visitors }) => visitors);

  test('takes scope, strict, within and a filter', async () => {
    expect(await visitorsOf({ steps, within: 100 })).toEqual([3, 1, 0]);
    expect(await visitorsOf({ steps, within: '', scope: '', strict: '' })).toEqual([3, 2, 1]);
    expect(await visitorsOf({ steps, strict: 1 })).toEqual([3, 1, 0]);
    expect(await visitorsOf({ steps, strict: 'true' })).toEqual([3, 1, 0]);
    expect(await visitorsOf({ steps, scope: 'visit' })).toEqual([3, 2, 1]);
    expect(await visitorsOf({ steps, filter: { visited: PURCHASE } })).toEqual([1, 1, 1]);
  });

  test('reads a saved funnel', async () => {
    const { id } = await newFunnel(server(), 1, { steps: steps.slice(0, 2), within: 100 });
    expect(await visitorsOf({ funnel: id })).toEqual([3, 1]);
    const wrong = await get('funnel/1', { funnel: id, steps, within: 5 });
    const omitted = ['Must be left out with `funnel`.'];
    expect(wrong.body).toEqual(invalidBody({ steps: omitted, within: omitted }));
  });

  const NO_FUNNEL = 'Must be the id of a funnel of this website.';
  test.each<[string, Row, Row]>([
    ['no steps', {}, { steps: ['Is required, unless `funnel` is given.'] }],
    ['one step', { steps: steps.slice(0, 1) }, { steps: ['Must have 2 to 8 steps; got 1.'] }],
    ['nine steps', { steps: Array(9).fill(steps[0]) }, { steps: ['Must have 2 to 8 steps; got 9.'] }],
    ['text', { steps: '[' }, { steps: [expect.stringMatching(/^Must be JSON, such as/)] }],
    ['an object', { steps: {} }, { steps: [expect.stringMatching(/^Must be a list of steps, such as/)] }],
    [
      'a condition on the visit',
      { steps: [steps[0], { filter: { source: { in: [''] } } }] },
      {
        'steps.1.filter.source': [
          expect.stringMatching(/^Must not be in a step, which has conditions on hits only/),
        ],
      },
    ],
    ['an empty step', { steps: [steps[0], {}] }, { 'steps.1': ['Must have either a filter or a goal.'] }],
    [
      'a goal of another website',
      { steps: [steps[0], { goal: 2 }] },
      { 'steps.1.goal': ['Must be the id of a goal of this website.'] },
    ],
    [
      'an unknown goal in a filter',
      { steps: [steps[0], { filter: { not: { goal: 99 } } }] },
      { 'steps.1.filter.not.goal': ['Must be the id of a goal of this website.'] },
    ],
    [
      'an unknown goal in the filter',
      { steps, filter: { goal: 99 } },
      { 'filter.goal': ['Must be the id of a goal of this website.'] },
    ],
    [
      'a time before',
      { steps, within: -1 },
      { within: ['Must be a whole number of seconds, at least 0; got "-1".'] },
    ],
    [
      'an unknown scope',
      { steps, scope: 'day', strict: 2 },
      { scope: ['Must be visit or visitor; got "day".'], strict: ['Must be true or false; got "2".'] },
    ],
    [
      'wrong days, filter and steps',
      { from: '', filter: '[', steps: [] },
      { from: ['Is required.'], filter: [expect.any(String)], steps: [expect.any(String)] },
    ],
    ['an unknown funnel', { funnel: 99 }, { funnel: [NO_FUNNEL] }],
    ['a funnel that is no id', { funnel: 'x' }, { funnel: [NO_FUNNEL] }],
  ])('refuses %s', async (_, query, errors) => {
    const { status, body } = await get('funnel/1', query);
    expect([status, body]).toEqual([422, invalidBody(errors as Record<string, unknown[]>)]);
  });
});
