import { describe, expect, test } from '@jest/globals';
import { newGoal } from '../support/goals.ts';
import { form, invalidBody, json, MISSING, newKey, newWebsite, rest } from '../support/rest.ts';
import { sharedServer } from '../support/shared.ts';
import { readShop, recordShop, SHOP_DAY } from '../support/shop.ts';
import { rows } from '../support/tables.ts';

const SIGNUP = { event: { in: ['Signup'] } };
const PURCHASE = { event: { in: ['Purchase'] } };

type Row = Record<string, unknown>;

const get = <Data = Row[]>(path: string, query?: object) => readShop<Data>(server(), path, query);

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
