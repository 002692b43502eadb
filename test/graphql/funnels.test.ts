import { describe, expect, test } from '@jest/globals';
import { graphql, graphqlData } from '../support/engine/asking.ts';
import { FUNNEL, type MutationResult, mutate, nodeId } from '../support/entities.ts';
import { newGoal } from '../support/goals.ts';
import { newKey, newWebsite, rest, WEBSITES } from '../support/rest.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared.ts';
import { rows } from '../support/tables.ts';

const HOME = { filter: { page: { in: ['/'] } } };
const SIGNUP = { name: ' Signed up ', filter: { event: { in: ['Signup'] } } };
const STEPS = [HOME, SIGNUP];

interface Funnel {
  id: string;
  databaseId: number;
  name: string;
  steps: string;
}
type Result = MutationResult<{ funnel: Funnel }>;

async function create(server: TestServer, input: object): Promise<Funnel> {
  const given = { websiteId: '1', steps: STEPS, ...input };
  const { funnel, errors } = await mutate<Result>(server, FUNNEL.create, given);
  if (!funnel) throw new Error(JSON.stringify(errors));
  return funnel;
}

const LIST = '{ website(id: "1") { funnels { name } } }';
const namesOf = async (server: TestServer) =>
  (await graphqlData<{ website: { funnels: { name: string }[] } }>(server, LIST)).website.funnels.map(
    ({ name }) => name,
  );

describe('funnels', () => {
  test('are created, listed by name, changed, fetched by id and deleted', async () => {
    await using server = await startTestServer();
    await newWebsite(server);
    const { id: goal } = await newGoal(server, 1);
    const steps = [HOME, { goal: String(goal), name: null }];
    const funnel = await create(server, { name: ' Signup\u200b ', steps, within: 60, scope: 'VISIT' });
    const stored = '[{"filter":{"page":{"in":["/"]}}},{"goal":"1"}]';
    expect(funnel).toEqual({
      id: nodeId('SavedFunnel', 1),
      databaseId: 1,
      name: 'Signup',
      steps: stored,
      scope: 'VISIT',
      strict: false,
      within: 60,
      createdAt: '2026-11-21T12:00:00.000Z',
      updatedAt: '2026-11-21T12:00:00.000Z',
    });
    const { id } = funnel;
    expect(await create(server, { name: 'a', strict: true })).toMatchObject({
      scope: 'VISITOR',
      strict: true,
    });
    expect(await namesOf(server)).toEqual(['a', 'Signup']);
    const first = '{ website(id: "1") { shownFunnels(first: 1) { name } } }';
    expect(await graphqlData(server, first)).toEqual({ website: { shownFunnels: [{ name: 'a' }] } });
    server.setTime(Date.UTC(2026, 10, 21, 13));
    expect(await mutate(server, FUNNEL.update, { id, name: 'SIGNUP', strict: true })).toMatchObject({
      funnel: {
        ...{ name: 'SIGNUP', steps: stored, scope: 'VISIT', strict: true, within: 60 },
        updatedAt: '2026-11-21T13:00:00.000Z',
      },
    });
    const changes = { id: '1', steps: STEPS, within: null, scope: 'VISITOR' };
    expect(await mutate(server, FUNNEL.update, changes)).toMatchObject({
      funnel: {
        name: 'SIGNUP',
        steps: JSON.stringify(STEPS).replace(/{"name":(".*?"),(.*)}/, '{$2,"name":$1}'),
        within: null,
        scope: 'VISITOR',
        strict: true,
      },
    });
    const node = `{ node(id: "${id}") { ... on SavedFunnel { name within } } }`;
    expect(await graphqlData(server, node)).toEqual({ node: { name: 'SIGNUP', within: null } });
    expect(await mutate(server, FUNNEL.delete, { id })).toMatchObject({ funnel: { name: 'SIGNUP' } });
    const missing = { errors: [{ path: ['input', 'id'], message: 'Resource not found.' }] };
    expect(await mutate(server, FUNNEL.delete, { id })).toEqual(missing);
    expect(await graphqlData(server, node)).toEqual({ node: null });
    expect(await namesOf(server)).toEqual(['a']);
  });

  test('have names that are unique for their website, regardless of case', async () => {
    await using server = await startTestServer();
    await newWebsite(server);
    await newWebsite(server, { url: 'other.example' });
    await create(server, { name: 'Über' });
    await create(server, { name: 'Über', websiteId: '2' });
    const { id } = await create(server, { name: 'second' });
    const message = 'The website already has a funnel with this name.';
    const taken = { errors: [{ path: ['input', 'name'], message }] };
    expect(await mutate(server, FUNNEL.create, { websiteId: '1', name: 'ÜBER', steps: STEPS })).toEqual(
      taken,
    );
    expect(await mutate(server, FUNNEL.update, { id, name: 'über' })).toEqual(taken);
  });

  test('are at most 50 for a website, and are deleted with it', async () => {
    await using server = await startTestServer();
    await newWebsite(server);
    for (let number = 1; number <= 50; number += 1) await create(server, { name: `funnel ${number}` });
    const message = 'The website already has the maximum of 50 funnels. Delete one first.';
    expect(await mutate(server, FUNNEL.create, { websiteId: '1', name: 'one more', steps: STEPS })).toEqual({
      errors: [{ path: ['input', 'name'], message }],
    });
    expect(await namesOf(server)).toHaveLength(50);
    expect((await rest(server, `${WEBSITES}/1`, { method: 'DELETE' })).status).toBe(200);
    expect(await rows(server, 'SELECT "id" FROM "Funnel"')).toEqual([]);
  });
});

describe('wrong input for a funnel', () => {
  const server = sharedServer({}, async (started) => {
    await newWebsite(started);
    await newWebsite(started, { url: 'second.example' });
    await newGoal(started, 2);
    await create(started, { name: 'Signup' });
  });
  const long = Array.from({ length: 40 }, (_, index) => `${index} ${'x'.repeat(450)}`);
  const UNKNOWN = 'Must be the id of a goal of this website.';

  test.each<[string, object, [path: string, message: unknown][]]>([
    ['an unknown website', { websiteId: '9' }, [['websiteId', 'Must be the id of a website of the team.']]],
    ['an empty name', { name: '' }, [['name', 'Is required.']]],
    ['one step', { steps: [HOME] }, [['steps', 'Must have 2 to 8 steps; got 1.']]],
    ['nine steps', { steps: Array(9).fill(HOME) }, [['steps', 'Must have 2 to 8 steps; got 9.']]],
    [
      'a step without a condition',
      { steps: [HOME, { name: 'x' }] },
      [['steps.1', 'Must have either a filter or a goal.']],
    ],
    [
      'a step with an empty filter',
      { steps: [HOME, { filter: {} }] },
      [['steps.1.filter', 'Must have at least one condition.']],
    ],
    [
      'a step with both',
      { steps: [{ ...HOME, goal: '1' }, HOME] },
      [['steps.0', 'Must have either a filter or a goal.']],
    ],
    [
      'a long name of a step',
      { steps: [HOME, { ...HOME, name: 'x'.repeat(101) }] },
      [['steps.1.name', 'Must be at most 100 characters long; got 101.']],
    ],
    [
      'a condition on the visit',
      { steps: [HOME, { filter: { os: { in: ['iOS'] } } }] },
      [['steps.1.filter.os', expect.stringMatching(/^Must not be in a step/)]],
    ],
    ['a goal of another website', { steps: [HOME, { goal: '1' }] }, [['steps.1.goal', UNKNOWN]]],
    [
      'an unknown goal in a filter',
      { steps: [HOME, { filter: { not: { goal: '7' } } }] },
      [['steps.1.filter.not.goal', UNKNOWN]],
    ],
    [
      'a time before',
      { within: -1 },
      [['within', 'Must be a whole number of seconds, at least 0; got the number -1.']],
    ],
    [
      'long steps',
      { steps: [HOME, { filter: { page: { in: long } } }] },
      [['steps', expect.stringMatching(/^Must be at most 16384 characters long as JSON/)]],
    ],
    [
      'a name and steps',
      { name: '', steps: [], within: -5 },
      [
        ['name', 'Is required.'],
        ['steps', 'Must have 2 to 8 steps; got 0.'],
        ['within', expect.any(String)],
      ],
    ],
  ])('%s is a user error with the path', async (_, input, errors) => {
    const wrong = errors.map(([path, message]) => ({ path: ['input', ...path.split('.')], message }));
    const valid = { websiteId: '1', name: 'New', steps: STEPS };
    const { errors: found } = await mutate<Result>(server(), FUNNEL.create, { ...valid, ...input });
    expect(found).toHaveLength(wrong.length);
    expect(found).toEqual(expect.arrayContaining(wrong));
    const { websiteId: _website, ...changes } = { websiteId: '', ...input };
    if (!('websiteId' in input) && !('name' in input))
      expect(await mutate(server(), FUNNEL.update, { id: '1', ...changes })).toEqual({ errors: found });
    expect(await namesOf(server())).toEqual(['Signup']);
  });

  test('Period.funnel names wrong arguments, and unknown funnels', async () => {
    const ask = async (args: string) => {
      const query = `{ website(id: "1") { period(name: TODAY) { funnel${args} { visitors } } } }`;
      return (await graphql(server(), query)).errors?.[0]?.extensions.errors;
    };
    const unknown = 'Must be the id of a funnel of this website.';
    for (const id of ['2', 'x', nodeId('Goal', 1)])
      expect(await ask(`(id: "${id}")`)).toEqual({ id: [unknown] });
    const home = '{ filter: { page: { in: ["/"] } } }';
    expect(await ask(`(id: "1", steps: [${home}, ${home}])`)).toEqual({
      steps: ['Must be left out with `id`.'],
    });
    expect(await ask('')).toEqual({ steps: ['Is required, unless `id` is given.'] });
    expect(await ask(`(steps: [${home}], within: -1)`)).toEqual({
      steps: ['Must have 2 to 8 steps; got 1.'],
      within: [expect.any(String)],
    });
    expect(await ask(`(steps: [${home}, { goal: 1 }])`)).toEqual({ 'steps.1.goal': [UNKNOWN] });
  });

  test.each([
    ['websites:write', 'stats:read'],
    ['stats:read', 'websites:write'],
  ])('a key with only %s cannot change funnels', async (scope, missing) => {
    const one = server();
    const { key } = await newKey(one, { scopes: [scope] });
    const bounded: TestServer = { ...one, call: (where, init) => one.call(where, { ...init, key }) };
    for (const [mutation, input] of [
      [FUNNEL.create, { websiteId: '1', name: 'x', steps: STEPS }],
      [FUNNEL.update, { id: '1', name: 'x' }],
      [FUNNEL.delete, { id: '1' }],
    ] as const) {
      const { errors } = await graphql(bounded, mutation, { input });
      expect(errors?.[0]?.message).toBe(`The API key lacks the scope ${missing}.`);
    }
  });
});
