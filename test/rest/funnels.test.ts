import { describe, expect, test } from '@jest/globals';
import { FUNNEL, type MutationResult, mutate, nodeId } from '../support/entities.ts';
import { type FunnelRecord, newFunnel, newGoal } from '../support/goals.ts';
import { form, invalidBody, json, MISSING, newKey, newWebsite, rest } from '../support/rest.ts';
import { sharedServer } from '../support/shared.ts';
import { rows } from '../support/tables.ts';

const HOME = { filter: { page: { starts_with: '/' } } };
const SIGNUP = { name: 'Signed up', goal: 1 };
const STEPS = [HOME, SIGNUP];
const TIMES = { created_at: '2026-11-21T12:00:00.000Z', updated_at: '2026-11-21T12:00:00.000Z' };

const server = sharedServer({}, async (started) => {
  await newWebsite(started);
  await newWebsite(started, { url: 'second.example' });
  await newGoal(started, 1);
  await newGoal(started, 2);
  await newFunnel(started, 2, { name: 'of another website' });
});

const change = (method: string, path: string, fields: object = {}, key = server().key) =>
  rest<FunnelRecord>(server(), `/api/v1/funnels/${path}`, { ...json(method, fields), key });
const show = async <Data = FunnelRecord>(path: string) =>
  (await rest<Data>(server(), `/api/v1/funnels/${path}`)).body;

const CHANGES = [
  ['POST', '1'],
  ['PATCH', '1/1'],
  ['DELETE', '1/1'],
] as const;

describe('saved funnels', () => {
  test('are created with the names of REST, stored with those of GraphQL, changed and deleted', async () => {
    const { status, body } = await change('POST', '1', { name: ' Signup ', steps: STEPS, strict: 1 });
    const { id } = body.data;
    const saved = { id, name: 'Signup', steps: STEPS, scope: 'visitor', strict: 1, within: null, ...TIMES };
    expect([status, body]).toEqual([201, { data: saved, status: 201 }]);
    const stored = await rows(server(), `SELECT "steps" FROM "Funnel" WHERE "id" = ${id}`);
    const text = '[{"filter":{"page":{"startsWith":"/"}}},{"goal":1,"name":"Signed up"}]';
    expect(stored).toEqual([{ steps: text }]);

    const changes = { name: 'Begin', scope: 'visit', strict: false, within: 60 };
    expect((await change('PATCH', `1/${id}`, changes)).body.data).toEqual({
      ...saved,
      ...changes,
      strict: 0,
    });
    const steps = [SIGNUP, HOME];
    expect((await change('PATCH', `1/${id}`, { steps, within: null })).body.data).toMatchObject({
      ...{ name: 'Begin', steps, scope: 'visit', within: null },
    });
    expect(await show(`1/${id}`)).toMatchObject({ data: { id, name: 'Begin', steps }, status: 200 });
    expect((await show<FunnelRecord[]>('1')).data.map(({ name }) => name)).toEqual(['Begin']);

    const deleted = { id, object: 'funnel', deleted: true, status: 200 };
    expect((await change('DELETE', `1/${id}`)).body).toEqual(deleted);
    expect((await change('DELETE', `1/${id}`)).body).toEqual(MISSING);
    expect(await show('1')).toEqual({ data: [], status: 200 });
  });

  test('can be sent as form fields, of which empty ones stay unchanged', async () => {
    const fields = { name: 'Form', steps: JSON.stringify(STEPS), strict: '1', within: '30', scope: '' };
    const { body } = await rest<FunnelRecord>(server(), '/api/v1/funnels/1', form('POST', fields));
    expect(body.data).toMatchObject({ steps: STEPS, scope: 'visitor', strict: 1, within: 30 });
    const path = `/api/v1/funnels/1/${body.data.id}`;
    const empty = { name: 'Renamed', steps: '', strict: '', within: '', scope: '' };
    const renamed = await rest<FunnelRecord>(server(), path, form('PATCH', empty));
    expect(renamed.body.data).toEqual({ ...body.data, name: 'Renamed' });
    await change('DELETE', `1/${body.data.id}`);
  });

  test('show global ids of goals from GraphQL as integers', async () => {
    const steps = [{ goal: nodeId('Goal', 1) }, { filter: { not: { goal: '1' } } }];
    const { funnel } = await mutate<MutationResult<{ funnel: { databaseId: number } }>>(
      server(),
      FUNNEL.create,
      { websiteId: '1', name: 'From GraphQL', steps },
    );
    const id = funnel?.databaseId;
    expect((await show(`1/${id}`)).data.steps).toEqual([{ goal: 1 }, { filter: { not: { goal: 1 } } }]);
    await change('DELETE', `1/${id}`);
  });

  test.each<[string, object, Record<string, unknown[]>]>([
    [
      'nothing',
      { name: undefined, steps: undefined },
      { name: ['Is required.'], steps: [expect.stringMatching(/^Must be a list of steps, such as/)] },
    ],
    ['one step', { steps: [HOME] }, { steps: ['Must have 2 to 8 steps; got 1.'] }],
    ['no JSON', { steps: '[' }, { steps: [expect.stringMatching(/^Must be JSON, such as/)] }],
    [
      'a name of GraphQL',
      { steps: [HOME, { filter: { page: { startsWith: '/' } } }] },
      { 'steps.1.filter.page.startsWith': [expect.stringContaining('Did you mean "starts_with"?')] },
    ],
    [
      'a goal of another website',
      { steps: [HOME, { goal: 2 }] },
      { 'steps.1.goal': ['Must be the id of a goal of this website.'] },
    ],
    [
      'wrong options',
      { scope: 'day', strict: 2, within: -1 },
      {
        scope: ['Must be visit or visitor; got "day".'],
        strict: ['Must be true or false; got the number 2.'],
        within: ['Must be a whole number of seconds, at least 0; got the number -1.'],
      },
    ],
    [
      'a name that is taken',
      { name: 'TAKEN' },
      { name: ['The website already has a funnel with this name.'] },
    ],
  ])('with %s are refused', async (what, wrong, errors) => {
    const taken = await newFunnel(server(), 1, { name: 'Taken' });
    const other = await newFunnel(server(), 1, { name: 'Other' });
    const { status, body } = await change('POST', '1', { name: 'New', steps: STEPS, ...wrong });
    expect([status, body]).toEqual([422, invalidBody(errors)]);
    if (what !== 'nothing') {
      const changed = await change('PATCH', `1/${other.id}`, wrong);
      expect([changed.status, changed.body]).toEqual([422, invalidBody(errors)]);
    }
    for (const { id } of [taken, other]) await change('DELETE', `1/${id}`);
  });

  test('of other websites and paths do not exist', async () => {
    for (const path of ['1/1', '1/0', '1/x', '999/1', '1/99999999999']) {
      expect(await show(path)).toEqual(MISSING);
      for (const method of ['PATCH', 'DELETE']) expect((await change(method, path)).body).toEqual(MISSING);
    }
    expect(await show('999')).toEqual(MISSING);
    const { key } = await server().newAccount('other@example.com');
    for (const path of ['1', '2', '2/1'])
      expect((await rest(server(), `/api/v1/funnels/${path}`, { key })).body).toEqual(MISSING);
    for (const [method, path] of CHANGES)
      expect((await change(method, path.replace('1', '2'), {}, key)).body).toEqual(MISSING);
    expect((await server().call('/api/v1/funnels/1', { key: null })).status).toBe(401);
  });

  test.each([
    ['websites:write', 'stats:read'],
    ['stats:read', 'websites:write'],
  ])('need both scopes to be changed, which a key with %s lacks', async (scope, missing) => {
    const { id } = await newFunnel(server(), 1, { name: 'Both scopes' });
    const { key } = await newKey(server(), { scopes: [scope] });
    for (const [method, path] of [
      ['POST', '1'],
      ['PATCH', `1/${id}`],
      ['DELETE', `1/${id}`],
    ] as const) {
      const { status, body } = await change(method, path, {}, key);
      expect([status, body.message]).toEqual([403, `The API key lacks the scope ${missing}.`]);
    }
    const read = await rest(server(), `/api/v1/funnels/1/${id}`, { key });
    expect(read.status).toBe(scope === 'stats:read' ? 200 : 403);
    await change('DELETE', `1/${id}`);
  });
});
