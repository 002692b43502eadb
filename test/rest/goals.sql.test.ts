import { describe, expect, test } from '@jest/globals';
import { newFunnel, newGoal } from '../support/goals.ts';
import { form, invalidBody, json, MISSING, newKey, newWebsite, rest } from '../support/rest.ts';
import { sharedServer } from '../support/shared.ts';
import { recordShop, SHOP_DAY } from '../support/shop.ts';
import { rows } from '../support/tables.ts';

const SIGNUP = { event: { in: ['Signup'] } };
const PURCHASE = { event: { in: ['Purchase'] } };
const PAGE = (path: string) => ({ filter: { page: { in: [path] } } });

type Row = Record<string, unknown>;

/** Requests a path of the first website; objects become JSON. */
function get<Data = Row[]>(path: string, query: object = {}) {
  const texts = Object.entries({ ...SHOP_DAY, ...query }).map(([key, value]) => [
    key,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ]);
  return rest<Data>(server(), `/api/v1/${path}?${new URLSearchParams(texts)}`);
}

const server = sharedServer({}, async (started) => {
  await recordShop(started);
  await newWebsite(started, { url: 'second.example' });
  await newGoal(started, 1, { name: 'Signup', filter: SIGNUP });
  await newGoal(started, 1, {
    name: 'purchase of pro',
    filter: { and: [PURCHASE, { property: { name: 'plan', in: ['pro'] } }] },
  });
  await newGoal(started, 2, { name: 'of another website' });
});

describe('GET /api/v1/goals/{id}', () => {
  test('lists the goals with their conversions, ordered by name', async () => {
    const { status, body } = await get('goals/1');
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        data: [
          {
            id: 2,
            name: 'purchase of pro',
            conversions: 2,
            visitors: 1,
            conversion_rate: 1 / 3,
            revenue: [{ currency: 'EUR', amount: '0.30' }],
          },
          { id: 1, name: 'Signup', conversions: 2, visitors: 2, conversion_rate: 2 / 3, revenue: [] },
        ],
        status: 200,
      },
    });
  });

  test('counts under a filter, and by the id of a goal in it', async () => {
    const [, signups] = (await get('goals/1', { filter: { goal: 1 } })).body.data;
    expect(signups).toMatchObject({ conversions: 2, visitors: 2, conversion_rate: 1 });
    const none = { filter: { page: { in: ['/nowhere'] } } };
    expect((await get('goals/1', none)).body.data).toMatchObject([
      { conversions: 0, visitors: 0, conversion_rate: null, revenue: [] },
      { conversions: 0, visitors: 0, conversion_rate: null, revenue: [] },
    ]);
  });

  test.each<[object, Row]>([
    [
      { from: 'x', filter: { contry: {} } },
      { from: [expect.any(String)], 'filter.contry': [expect.any(String)] },
    ],
    [{ filter: { goal: 3 } }, { 'filter.goal': ['Must be the id of a goal of this website.'] }],
    [{ filter: { goal: 'x' } }, { 'filter.goal': ['Must be the id of a goal of this website.'] }],
  ])('refuses %j by the path of each wrong part', async (query, errors) => {
    expect((await get('goals/1', query)).body).toEqual(invalidBody(errors as Record<string, unknown[]>));
  });

  test('finds no website of another account', async () => {
    const { key } = await server().newAccount('other@example.com');
    const days = new URLSearchParams(SHOP_DAY);
    for (const path of [`goals/1?${days}`, 'goals/1/1', `funnel/1?${days}&steps=[]`]) {
      expect((await rest(server(), `/api/v1/${path}`, { key })).body).toEqual(MISSING);
      expect((await server().call(`/api/v1/${path}`, { key: null })).status).toBe(401);
    }
  });
});

describe('goals', () => {
  const change = (method: string, path: string, fields: object = {}, key = server().key) =>
    rest<Row>(server(), `/api/v1/goals/${path}`, { ...json(method, fields), key });

  test('are created with the names of REST, stored with those of GraphQL, changed and deleted', async () => {
    const filter = { page: { starts_with: '/blog', not_in: ['/blog/utm_source'] } };
    const created = await change('POST', '1', { name: ' Blog ', filter });
    const times = { created_at: '2026-11-21T12:00:00.000Z', updated_at: '2026-11-21T12:00:00.000Z' };
    expect([created.status, created.body]).toEqual([
      201,
      { data: { id: expect.any(Number), name: 'Blog', filter, ...times }, status: 201 },
    ]);
    const { id } = created.body.data;
    const stored = await rows(server(), `SELECT "filter" FROM "Goal" WHERE "id" = ${id}`);
    expect(stored).toEqual([{ filter: '{"page":{"notIn":["/blog/utm_source"],"startsWith":"/blog"}}' }]);

    expect((await change('PATCH', `1/${id}`, { name: 'News' })).body.data).toMatchObject({
      name: 'News',
      filter,
    });
    const fields = form('PATCH', { name: '', filter: JSON.stringify(SIGNUP) });
    const changed = await rest<Row>(server(), `/api/v1/goals/1/${id}`, fields);
    expect(changed.body.data).toMatchObject({ name: 'News', filter: SIGNUP });
    expect((await rest<Row>(server(), `/api/v1/goals/1/${id}`)).body).toEqual(changed.body);

    const deleted = { id, object: 'goal', deleted: true, status: 200 };
    expect((await change('DELETE', `1/${id}`)).body).toEqual(deleted);
    expect((await change('DELETE', `1/${id}`)).body).toEqual(MISSING);
  });

  const only = /^Must not be in a goal, which has conditions on hits only: page, event, host, property/;
  test.each<[string, Row, Row]>([
    ['no fields', {}, { name: ['Is required.'], filter: ['Must have at least one condition.'] }],
    [
      'a condition on the visit',
      { filter: { country: { in: ['DE'] } } },
      { 'filter.country': [expect.stringMatching(only)] },
    ],
    [
      'visited',
      { filter: { or: [{ visited: SIGNUP }] } },
      { 'filter.or.0.visited': [expect.stringMatching(only)] },
    ],
    ['another goal', { filter: { goal: 1 } }, { 'filter.goal': [expect.stringMatching(only)] }],
    [
      'a name of GraphQL',
      { filter: { page: { startsWith: '/' } } },
      { 'filter.page.startsWith': [expect.stringContaining('Did you mean "starts_with"?')] },
    ],
    ['no JSON', { filter: '{' }, { filter: [expect.stringMatching(/^Must be JSON, such as/)] }],
    [
      'a name that is taken',
      { name: 'SIGNUP' },
      { name: ['The website already has a goal with this name.'] },
    ],
  ])('with %s are refused', async (what, wrong, errors) => {
    const given = what === 'no fields' ? {} : { name: 'New', filter: SIGNUP, ...wrong };
    const { status, body } = await change('POST', '1', given);
    expect([status, body]).toEqual([422, invalidBody(errors as Record<string, unknown[]>)]);
  });

  test('of other websites and paths do not exist', async () => {
    for (const path of ['1/3', '2/1', '1/0', '1/x', '999/1', '1/99999999999'])
      for (const method of ['PATCH', 'DELETE']) expect((await change(method, path)).body).toEqual(MISSING);
    expect((await change('POST', '999', { name: 'x', filter: SIGNUP })).body).toEqual(MISSING);
    const { key } = await server().newAccount('third@example.com');
    for (const [method, path] of [
      ['POST', '1'],
      ['PATCH', '1/1'],
      ['DELETE', '1/1'],
    ] as const)
      expect((await change(method, path, {}, key)).body).toEqual(MISSING);
  });

  test('need both scopes to be changed, and a key that is not limited to a segment', async () => {
    for (const [scope, missing] of [
      ['websites:write', 'stats:read'],
      ['stats:read', 'websites:write'],
    ] as const) {
      const { key } = await newKey(server(), { scopes: [scope] });
      for (const [method, path] of [
        ['POST', '1'],
        ['PATCH', '1/1'],
        ['DELETE', '1/1'],
      ] as const) {
        const { status, body } = await change(method, path, {}, key);
        expect([status, body.message]).toEqual([403, `The API key lacks the scope ${missing}.`]);
      }
    }
  });
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
      'an unknown goal',
      { steps: [steps[0], { goal: 3 }] },
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

describe('GET /api/v1/breakdown/{id} by a property', () => {
  test('has a row for each value', async () => {
    const { body } = await get('breakdown/1', { by: 'property', property: 'plan' });
    expect(body.data).toMatchObject([
      { property: 'pro', visitors: 2, pageviews: 1, events: 3 },
      { property: 'free', visitors: 1, pageviews: 0, events: 1 },
    ]);
    const { body: both } = await get('breakdown/1', {
      by: 'property,event',
      property: 'seats',
      sort: '-events',
    });
    expect(both.data.map(({ property, event }) => [property, event])).toEqual([['5', 'Purchase']]);
  });

  test.each<[Row, Row]>([
    [{ by: 'property' }, { property: [expect.stringMatching(/^Must be the name of the property/)] }],
    [{ by: 'page', property: 'plan' }, { property: [expect.stringMatching(/^Must be left out unless/)] }],
    [{ by: 'property', property: 'x'.repeat(101) }, { property: ['Must be at most 100 characters long.'] }],
  ])('refuses %j', async (query, errors) => {
    const { status, body } = await get('breakdown/1', query);
    expect([status, body]).toEqual([422, invalidBody(errors as Record<string, unknown[]>)]);
  });
});
