import { describe, expect, test } from '@jest/globals';
import { graphql, graphqlData } from '../support/engine/asking.ts';
import { FUNNEL, GOAL, type MutationResult, mutate, nodeId, SEGMENT } from '../support/entities.ts';
import { changeWebsite, newKey, newWebsite, rest, WEBSITES } from '../support/rest.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared.ts';
import { rows } from '../support/tables.ts';

const SIGNUP = { event: { in: ['Signup'] } };

interface Goal {
  id: string;
  databaseId: number;
  name: string;
  filter: string;
}
type Result = MutationResult<{ goal: Goal }>;

async function create(server: TestServer, input: object): Promise<Goal> {
  const given = { websiteId: '1', filter: SIGNUP, ...input };
  const { goal, errors } = await mutate<Result>(server, GOAL.create, given);
  if (!goal) throw new Error(JSON.stringify(errors));
  return goal;
}

const LIST = '{ website(id: "1") { goals { name } } }';
const namesOf = async (server: TestServer) =>
  (await graphqlData<{ website: { goals: { name: string }[] } }>(server, LIST)).website.goals.map(
    ({ name }) => name,
  );

describe('goals', () => {
  test('are created, listed by name, changed, fetched by id and deleted', async () => {
    await using server = await startTestServer();
    await newWebsite(server);
    const property = { property: { name: 'plan', gte: 5, exists: true } };
    const goal = await create(server, { name: ' Plan\u200b ', filter: { and: [SIGNUP, property] } });
    expect(goal).toEqual({
      id: nodeId('Goal', 1),
      databaseId: 1,
      name: 'Plan',
      filter: '{"and":[{"event":{"in":["Signup"]}},{"property":{"exists":true,"gte":5,"name":"plan"}}]}',
      createdAt: '2026-11-21T12:00:00.000Z',
      updatedAt: '2026-11-21T12:00:00.000Z',
    });
    const { id } = goal;
    await create(server, { name: 'Älter' });
    await create(server, { name: 'above' });
    expect(await namesOf(server)).toEqual(['above', 'Plan', 'Älter']);
    server.setTime(Date.UTC(2026, 10, 21, 13));
    expect(await mutate(server, GOAL.update, { id, name: 'PLAN' })).toMatchObject({
      goal: { name: 'PLAN', filter: goal.filter, updatedAt: '2026-11-21T13:00:00.000Z' },
    });
    const filter = '{"event":{"in":["Signup"]}}';
    expect(await mutate(server, GOAL.update, { id: '1', filter: SIGNUP })).toMatchObject({
      goal: { name: 'PLAN', filter },
    });
    const node = `{ node(id: "${id}") { ... on Goal { name filter } } }`;
    expect(await graphqlData(server, node)).toEqual({ node: { name: 'PLAN', filter } });
    expect(await mutate(server, GOAL.delete, { id })).toMatchObject({ goal: { name: 'PLAN' } });
    const missing = { errors: [{ path: ['input', 'id'], message: 'Resource not found.' }] };
    expect(await mutate(server, GOAL.delete, { id })).toEqual(missing);
    expect(await graphqlData(server, node)).toEqual({ node: null });
    expect(await namesOf(server)).toEqual(['above', 'Älter']);
  });

  test('have names that are unique for their website, regardless of case', async () => {
    await using server = await startTestServer();
    await newWebsite(server);
    await newWebsite(server, { url: 'other.example' });
    await create(server, { name: 'Über' });
    await create(server, { name: 'Über', websiteId: '2' });
    const { id } = await create(server, { name: 'second' });
    const message = 'The website already has a goal with this name.';
    const taken = { errors: [{ path: ['input', 'name'], message }] };
    expect(await mutate(server, GOAL.create, { websiteId: '1', name: 'ÜBER', filter: SIGNUP })).toEqual(
      taken,
    );
    expect(await mutate(server, GOAL.update, { id, name: 'über' })).toEqual(taken);
  });

  test('are at most 100 for a website, and all of them are read at once', async () => {
    await using server = await startTestServer();
    await newWebsite(server);
    for (let number = 1; number <= 100; number += 1) await create(server, { name: `goal ${number}` });
    const message = 'The website already has the maximum of 100 goals. Delete one first.';
    expect(await mutate(server, GOAL.create, { websiteId: '1', name: 'one more', filter: SIGNUP })).toEqual({
      errors: [{ path: ['input', 'name'], message }],
    });
    expect(await namesOf(server)).toHaveLength(100);
    const all = '{ website(id: "1") { period(name: TODAY) { goals { conversions } } } }';
    expect(await graphqlData(server, all)).toEqual({
      website: { period: { goals: Array(100).fill({ conversions: 0 }) } },
    });
  });

  test('are deleted with their website', async () => {
    await using server = await startTestServer();
    await newWebsite(server);
    await create(server, { name: 'Signup' });
    expect((await rest(server, `${WEBSITES}/1`, { method: 'DELETE' })).status).toBe(200);
    expect(await rows(server, 'SELECT "id" FROM "Goal"')).toEqual([]);
  });

  test('cannot be deleted while a segment or a funnel uses them', async () => {
    await using server = await startTestServer();
    await newWebsite(server);
    const { id } = await create(server, { name: 'Signup' });
    const segment = { websiteId: '1', name: 'of goals', filter: { visited: { not: { goal: id } } } };
    const { segment: made } = await mutate<{ segment: { id: string } }>(server, SEGMENT.create, segment);
    const funnels: string[] = [];
    for (const [name, step] of Object.entries({ a: { goal: '1' }, b: { filter: { or: [{ goal: id }] } } })) {
      const input = { websiteId: '1', name, steps: [{ filter: SIGNUP }, step] };
      const { funnel } = await mutate<{ funnel: { id: string } }>(server, FUNNEL.create, input);
      funnels.push(funnel.id);
    }
    const used = (what: string) => `${what}. Change or delete them first.`;
    const messages = ['Segments use this goal: "of goals"', 'Funnels use this goal: "a", "b"'].map(used);
    const path = ['input', 'id'];
    expect(await mutate(server, GOAL.delete, { id })).toEqual({
      errors: messages.map((message) => ({ path, message })),
    });
    await mutate(server, SEGMENT.delete, { id: made.id });
    expect(await mutate(server, GOAL.delete, { id })).toEqual({ errors: [{ path, message: messages[1] }] });
    for (const funnel of funnels) await mutate(server, FUNNEL.delete, { id: funnel });
    expect(await mutate(server, GOAL.delete, { id })).toMatchObject({ goal: { name: 'Signup' } });
  });
});

describe('wrong input for a goal', () => {
  const server = sharedServer({}, async (started) => {
    await newWebsite(started);
    const { key } = await started.newAccount('other@example.com');
    await newWebsite(started, { url: 'foreign.example' }, key);
    await create(started, { name: 'Signup' });
  });
  const long = Array.from({ length: 40 }, (_, index) => `${index} ${'x'.repeat(450)}`);
  const NEEDED = 'Must have at least one condition.';
  const ONLY = expect.stringMatching(
    /^Must not be in a goal, which has conditions on hits only: page, event/,
  );

  test.each<[string, object, [path: string, message: unknown][]]>([
    [
      'a website of another account',
      { websiteId: '2' },
      [['websiteId', 'Must be the id of a website of the team.']],
    ],
    ['an empty name', { name: ' \u200b' }, [['name', 'Is required.']]],
    ['a long name', { name: 'x'.repeat(101) }, [['name', 'Must be at most 100 characters long.']]],
    ['an empty filter', { filter: {} }, [['filter', NEEDED]]],
    ['a filter that selects all hits', { filter: { and: [{}] } }, [['filter', NEEDED]]],
    [
      'a long filter',
      { filter: { page: { in: long } } },
      [['filter', expect.stringMatching(/at most 16384/)]],
    ],
    ['a condition on the visit', { filter: { country: { in: ['DE'] } } }, [['filter.country', ONLY]]],
    ['visited', { filter: { visited: SIGNUP } }, [['filter.visited', ONLY]]],
    ['another goal', { filter: { or: [SIGNUP, { goal: '1' }] } }, [['filter.or.1.goal', ONLY]]],
    [
      'a name and a property without a name',
      { name: '', filter: { property: { name: ' ', in: ['x'] } } },
      [
        ['name', 'Is required.'],
        ['filter.property.name', 'Must be the name of a property, such as "plan".'],
      ],
    ],
  ])('%s is a user error with the path', async (_, input, errors) => {
    const wrong = errors.map(([path, message]) => ({ path: ['input', ...path.split('.')], message }));
    const valid = { websiteId: '1', name: 'New', filter: SIGNUP };
    const { errors: found } = await mutate<Result>(server(), GOAL.create, { ...valid, ...input });
    expect(found).toHaveLength(wrong.length);
    expect(found).toEqual(expect.arrayContaining(wrong));
    expect(await namesOf(server())).toEqual(['Signup']);
  });

  test('an unknown goal is no node, and cannot be changed', async () => {
    for (const id of [nodeId('Goal', 2), nodeId('Segment', 1), 'x', '0']) {
      if (id.length > 1)
        expect(await graphqlData(server(), `{ node(id: "${id}") { id } }`)).toEqual({ node: null });
      const missing = { errors: [{ path: ['input', 'id'], message: 'Resource not found.' }] };
      expect(await mutate(server(), GOAL.update, { id, name: 'x' })).toEqual(missing);
    }
  });

  test('a segment cannot have an unknown goal, nor one of another website', async () => {
    for (const goal of ['2', 'x', nodeId('Segment', 1)]) {
      const input = { websiteId: '1', name: 'x', filter: { and: [{ goal: '1' }, { not: { goal } }] } };
      const path = ['input', 'filter', 'and', '1', 'not', 'goal'];
      const message = 'Must be the id of a goal of this website.';
      expect(await mutate(server(), SEGMENT.create, input)).toEqual({ errors: [{ path, message }] });
    }
  });

  test.each([
    ['websites:write', 'stats:read'],
    ['stats:read', 'websites:write'],
  ])('a key with only %s cannot change goals', async (scope, missing) => {
    const one = server();
    const { key } = await newKey(one, { scopes: [scope] });
    const bounded: TestServer = { ...one, call: (where, init) => one.call(where, { ...init, key }) };
    for (const [mutation, input] of [
      [GOAL.create, { websiteId: '1', name: 'x', filter: SIGNUP }],
      [GOAL.update, { id: '1', name: 'x' }],
      [GOAL.delete, { id: '1' }],
    ] as const) {
      const { errors } = await graphql(bounded, mutation, { input });
      expect(errors?.[0]?.message).toBe(`The API key lacks the scope ${missing}.`);
    }
  });

  test('other viewers of a public page do not see the list of goals', async () => {
    await changeWebsite(server(), 1, { privacy: 0 });
    const one = server();
    const { key } = await one.newAccount('stranger@example.com');
    for (const as of [null, key]) {
      const other: TestServer = { ...one, call: (where, init) => one.call(where, { ...init, key: as }) };
      expect(await graphqlData(other, LIST)).toEqual({ website: { goals: null } });
      const node = `{ node(id: "${nodeId('Goal', 1)}") { id } }`;
      expect(await graphqlData(other, node)).toEqual({ node: null });
    }
  });
});
