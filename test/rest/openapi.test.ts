import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { operator } from '../../src/auth/keys.ts';
import { sqliteDialect } from '../../src/db/sqlite/dialect.ts';
import type { Context } from '../../src/request/context.ts';
import { openapi } from '../../src/rest/openapi.ts';
import { restRouter } from '../../src/rest/router.ts';
import { pagingRules } from '../../src/validation/paging.ts';
import { createSchema } from '../../src/websites/input.ts';
import { listWebsites } from '../../src/websites/list.ts';
import { pointer, responseValidator, schemaCompiler } from '../support/openapi.ts';
import { CHROME, startTestServer, type TestServer } from '../support/server.ts';

type Node = Record<string, unknown>;
type Operation = Node & { operationId: string; responses: Record<string, Node>; security?: unknown[] };

const BASE_URL = 'https://stats.example.com';
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const document = openapi(BASE_URL) as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Node>; parameters: Record<string, Node> };
};

/** Yields every object in the document with its path. Skips examples, because they are data. */
function* walk(node: unknown, steps: string[] = []): Generator<[string[], Node]> {
  if (typeof node !== 'object' || node === null) return;
  yield [steps, node as Node];
  for (const [key, value] of Object.entries(node)) {
    if (key !== 'example' && key !== 'examples') yield* walk(value, [...steps, key]);
  }
}

function at(steps: string[]): unknown {
  return steps.reduce<unknown>((node, step) => (node as Node | undefined)?.[step], document);
}

const nodes = [...walk(document)];
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  METHODS.flatMap((method) => {
    const operation = item[method];
    return operation ? [{ method, path, operation }] : [];
  }),
);

describe('the OpenAPI document', () => {
  test('has exactly the routes of the router', () => {
    const router = restRouter(BASE_URL, (_, next) => next());
    const routes = router.stack.flatMap(({ path, methods }) =>
      methods.filter((method) => method !== 'HEAD').map((method) => [method, path]),
    );
    const registered = routes.map(([method, path]) => `${method} ${String(path).replace(/:(\w+)/g, '{$1}')}`);
    const documented = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect(documented.sort()).toEqual(registered.sort());
  });

  test('is JSON', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  test('has no dangling references and no unused components', () => {
    const references = nodes.flatMap(([, { $ref }]) => (typeof $ref === 'string' ? [$ref] : []));
    expect(references.filter((reference) => at(reference.split('/').slice(1)) === undefined)).toEqual([]);
    const { securitySchemes: _, ...parts } = document.components as Record<string, Node>;
    const defined = Object.entries(parts).flatMap(([kind, named]) =>
      Object.keys(named).map((name) => `#/components/${kind}/${name}`),
    );
    expect(defined.sort()).toEqual([...new Set(references)].sort());
  });

  test('describes every operation and each of its responses', () => {
    for (const { operation } of operations) {
      expect(operation).toMatchObject({ operationId: expect.any(String), summary: expect.any(String) });
      expect(operation).toMatchObject({ description: expect.any(String), tags: [expect.any(String)] });
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['405', '408', '431', '500']));
      for (const [status, response] of Object.entries(operation.responses)) {
        const { description, content } =
          '$ref' in response ? (at(String(response.$ref).split('/').slice(1)) as Node) : response;
        expect(description).toEqual(expect.any(String));
        // 304 has no body.
        if (status === '304') expect(content).toBeUndefined();
        else if (operation.operationId === 'exportWebsite' && status === '200')
          expect(content).toEqual({ 'application/zip': {} });
        else expect(content).toHaveProperty(['application/json', 'schema']);
      }
    }
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('has a parameter for every variable in a path', () => {
    for (const [path, item] of Object.entries(document.paths)) {
      const shared = (item.parameters ?? []) as { $ref: string }[];
      const named = shared.map(({ $ref }) => (at($ref.split('/').slice(1)) as Node).name);
      expect([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])).toEqual(named);
    }
  });

  test('lists JSON before form fields, because generated clients send the first type', () => {
    const bodies = operations.flatMap(({ operation: { operationId, requestBody } }) =>
      requestBody && operationId !== 'uploadImport'
        ? [Object.keys((requestBody as Node).content as Node)]
        : [],
    );
    expect(bodies).toEqual(Array(10).fill(['application/json', 'application/x-www-form-urlencoded']));
  });

  test('requires an API key for everything but itself, and documents 401, 429 and 503', () => {
    for (const { path, operation } of operations) {
      const open = path === '/api/v1/openapi.json';
      expect(operation.security).toEqual(open ? [] : undefined);
      expect('401' in operation.responses).toBe(!open);
      expect('429' in operation.responses).toBe(!open);
      expect('503' in operation.responses).toBe(!open);
    }
  });

  test('describes every parameter, header, schema and property', () => {
    for (const parameter of Object.values(document.components.parameters)) {
      expect(parameter).toMatchObject({
        name: expect.any(String),
        in: expect.any(String),
        schema: expect.anything(),
      });
    }
    const described = nodes.filter(([steps]) => {
      const kind = steps.at(-2);
      return kind === 'properties' || kind === 'headers' || kind === 'parameters' || kind === 'schemas';
    });
    const without = described.filter(([, node]) => !('$ref' in node) && !node.description);
    expect(without.map(([steps]) => steps.join('/'))).toEqual([]);
  });

  test('has no list of texts with null, from which generators write code that does not compile', () => {
    const lists = nodes.filter(([, { enum: values }]) => Array.isArray(values) && values.includes(null));
    expect(
      lists.filter(([, { enum: values }]) => (values as unknown[]).some((one) => typeof one === 'string')),
    ).toEqual([]);
    expect(lists.length).toBeGreaterThan(0);
  });

  test('has only schemas that compile in strict mode', () => {
    const compiler = schemaCompiler(document);
    const places = nodes.filter(([steps]) => steps.at(-1) === 'schema' || steps.at(-2) === 'schemas');
    expect(places.length).toBeGreaterThan(20);
    for (const [steps] of places) expect(() => compiler.at(pointer(...steps))).not.toThrow();
  });

  test('has examples and defaults that match their schemas', () => {
    const compiler = schemaCompiler(document);
    const wrong: unknown[] = [];
    const check = (steps: string[], values: unknown[]) => {
      const validate = compiler.at(pointer(...steps));
      for (const value of values) if (!validate(value)) wrong.push([steps.join('/'), value, validate.errors]);
    };
    for (const [steps, node] of nodes) {
      if ('example' in node && 'schema' in node) check([...steps, 'schema'], [node.example]);
      if (Array.isArray(node.examples)) check(steps, node.examples);
      if ('default' in node && 'type' in node) check(steps, [node.default]);
    }
    expect(wrong).toEqual([]);
  });
});

describe('the limits in the document equal those of the code', () => {
  const { parameters, schemas } = document.components;
  const input = schemas.WebsiteInput?.properties as Record<string, Node>;
  const limits = (name: string) => parameters[name]?.schema as Record<string, number>;
  const isWebsite = (fields: object) => createSchema.safeParse({ url: 'example.com', ...fields }).success;

  test.each(['PerPage', 'Page'] as const)('%s', (name) => {
    const rule = name === 'PerPage' ? pagingRules.per_page : pagingRules.page;
    const { minimum = 0, maximum = 0 } = limits(name);
    const taken = [minimum - 1, minimum, maximum, maximum + 1].map(
      (value) => rule.safeParse(String(value)).success,
    );
    expect(taken).toEqual([false, true, true, false]);
  });

  test('per_page without a value', () => {
    expect(pagingRules.per_page.parse(undefined)).toBe(limits('PerPage').default);
  });

  test('length of a search', async () => {
    const db = { select: async () => [], dialect: sqliteDialect };
    const context = { viewer: operator(1), db } as unknown as Context;
    const search = 'x'.repeat(limits('SearchUrl').maxLength ?? 0);
    await expect(listWebsites({ search }, context)).resolves.toMatchObject({ total: 0 });
    await expect(listWebsites({ search: `${search}x` }, context)).rejects.toMatchObject({ kind: 'invalid' });
  });

  test.each([
    ['url', 'example.com/', 'x'],
    ['password', '', 'x'],
    ['exclude_ips', '', '\n'],
  ])('length of %s', (field, start, fill) => {
    // The scheme is added to a bare url only after its length is checked.
    const longest = start.padEnd(Number(input[field]?.maxLength), fill);
    expect([isWebsite({ [field]: longest }), isWebsite({ [field]: longest + fill })]).toEqual([true, false]);
  });

  test.each(['privacy', 'email', 'exclude_bots'])('values of %s', (field) => {
    const values = [-1, 0, 1, 2, 3].filter((value) => isWebsite({ [field]: value }));
    expect(input[field]?.enum).toEqual(values);
  });

  test('the fields of a website', () => {
    expect(Object.keys(input).sort()).toEqual(Object.keys(createSchema.shape).sort());
  });
});

describe('real responses match the document', () => {
  const validate = responseValidator(document);
  const WEBSITES = '/api/v1/websites';
  const WEBSITE = '/api/v1/websites/{id}';
  const STATS = '/api/v1/stats/{id}';
  const GOALS = '/api/v1/goals/{id}';
  const GOAL = '/api/v1/goals/{id}/{goal}';
  const FUNNEL = '/api/v1/funnel/{id}';
  const SAVED = '/api/v1/funnels/{id}';
  const SAVED_FUNNEL = '/api/v1/funnels/{id}/{funnel}';
  const JOURNEYS = '/api/v1/journeys/{id}';
  const REVENUE = '/api/v1/revenue/{id}';
  const RANGE = 'from=2026-11-01&to=2026-11-30';
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });

  afterAll(() => server[Symbol.asyncDispose]());

  /** Calls the server and checks the response against the document. */
  async function call(
    method: string,
    template: string,
    where: string,
    init: Parameters<TestServer['call']>[1] = {},
  ) {
    const response = await server.call(where, { ...init, method });
    const body = (await response.json()) as { data: Node };
    expect(validate(method, template, response.status, body)).toEqual([]);
    return { status: response.status, body, headers: response.headers };
  }

  const form = (fields: Record<string, string>) => ({ body: new URLSearchParams(fields) });
  const json = (fields: unknown) => ({
    body: JSON.stringify(fields),
    headers: { 'Content-Type': 'application/json' },
  });

  test('defaults of create', async () => {
    const { status, body, headers } = await call(
      'POST',
      WEBSITES,
      WEBSITES,
      form({ url: 'defaults.example' }),
    );
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`${BASE_URL}${WEBSITES}/${body.data.id}`);
    const properties = Object.entries(
      document.components.schemas.WebsiteInput?.properties as Record<string, Node>,
    );
    const defaults = properties
      .filter(
        ([, { description, ...field }]) => 'default' in field && !/records do not/.test(`${description}`),
      )
      .map(([name, field]) => [name, field.default]);
    expect(body.data).toMatchObject(Object.fromEntries(defaults));
  });

  test('every operation', async () => {
    const created = await call(
      'POST',
      WEBSITES,
      WEBSITES,
      json({ url: 'https://example.com', exclude_ips: '::1' }),
    );
    const own = `${WEBSITES}/${created.body.data.id}`;
    const shown = await call('GET', WEBSITE, own);
    expect(shown.body.data).toEqual(created.body.data);
    for (const method of ['PUT', 'PATCH']) {
      expect((await call(method, WEBSITE, own, form({ privacy: '2', password: 'unheard-of' }))).status).toBe(
        200,
      );
    }
    expect((await call('GET', WEBSITES, WEBSITES)).status).toBe(200);
    expect((await call('GET', WEBSITES, `${WEBSITES}?search=nothing`)).status).toBe(200);

    const hit = JSON.stringify({ website: shown.body.data.tracking_id, page: 'https://example.com/' });
    expect(
      (await server.call('/api/event', { method: 'POST', body: hit, headers: { 'User-Agent': CHROME } }))
        .status,
    ).toBe(202);
    const stats = await call('GET', STATS, `/api/v1/stats/${created.body.data.id}?${RANGE}&name=page`);
    expect(stats.body.data).toEqual([{ value: '/', count: 1 }]);

    const goals = `/api/v1/goals/${created.body.data.id}`;
    const home = { page: { in: ['/'] } };
    const goal = await call('POST', GOALS, goals, json({ name: 'Home', filter: home }));
    expect(goal).toMatchObject({ status: 201, body: { data: { id: 1, filter: home } } });
    expect((await call('GET', GOAL, `${goals}/1`)).body).toEqual({ ...goal.body, status: 200 });
    const renamed = await call('PATCH', GOAL, `${goals}/1`, form({ name: 'Start' }));
    expect(renamed).toMatchObject({ status: 200, body: { data: { name: 'Start', filter: home } } });
    expect((await call('GET', GOALS, `${goals}?${RANGE}`)).body.data).toMatchObject([{ conversions: 1 }]);
    const steps = encodeURIComponent(JSON.stringify([{ goal: 1 }, { filter: { event: { in: ['x'] } } }]));
    const funnel = await call('GET', FUNNEL, `${goals.replace('goals', 'funnel')}?${RANGE}&steps=${steps}`);
    expect(funnel.body.data).toMatchObject({ visitors: 1, conversion_rate: 0 });
    const start = encodeURIComponent(JSON.stringify(home));
    const [node] = (
      await call('GET', JOURNEYS, `${goals.replace('goals', 'journeys')}?${RANGE}&start=${start}`)
    ).body.data as unknown as Node[];
    expect(node).toMatchObject({ value: '/', visits: 1, children: [{ value: '(end)' }] });
    const revenue = await call('GET', REVENUE, `${goals.replace('goals', 'revenue')}?${RANGE}`);
    expect(revenue.body.data).toEqual([]);
    const funnels = goals.replace('goals', 'funnels');
    const named = { name: 'Checkout', steps: [{ goal: 1 }, { name: 'x', filter: home }], within: 60 };
    const saved = await call('POST', SAVED, funnels, json(named));
    expect(saved).toMatchObject({ status: 201, body: { data: { id: 1, ...named } } });
    expect((await call('GET', SAVED, funnels)).body.data).toEqual([saved.body.data]);
    expect((await call('GET', SAVED_FUNNEL, `${funnels}/1`)).body.data).toEqual(saved.body.data);
    const strict = await call('PATCH', SAVED_FUNNEL, `${funnels}/1`, form({ strict: '1' }));
    expect(strict).toMatchObject({ status: 200, body: { data: { ...named, strict: 1 } } });
    expect((await call('DELETE', SAVED_FUNNEL, `${funnels}/1`)).status).toBe(200);
    expect((await call('DELETE', SAVED_FUNNEL, `${funnels}/1`)).status).toBe(404);
    expect((await call('DELETE', GOAL, `${goals}/1`)).status).toBe(200);
    expect((await call('DELETE', GOAL, `${goals}/1`)).status).toBe(404);

    expect((await call('DELETE', WEBSITE, own)).status).toBe(200);
    expect((await call('GET', WEBSITE, own)).status).toBe(404);
    expect((await call('GET', '/api/v1/openapi.json', '/api/v1/openapi.json', { key: null })).body).toEqual(
      document,
    );
  });

  test.each([
    [400, 'GET', WEBSITES, `${WEBSITES}?search=%FF`, {}],
    [400, 'POST', WEBSITES, WEBSITES, json([])],
    [401, 'GET', STATS, '/api/v1/stats/1', { key: null }],
    [404, 'DELETE', WEBSITE, `${WEBSITES}/999`, {}],
    [405, 'DELETE', WEBSITES, WEBSITES, {}],
    [405, 'PATCH', '/api/v1/openapi.json', '/api/v1/openapi.json', {}],
    [413, 'POST', WEBSITES, WEBSITES, form({ url: 'x'.repeat(200_000) })],
    [415, 'POST', WEBSITES, WEBSITES, { body: 'url=example.com' }],
    [422, 'POST', WEBSITES, WEBSITES, form({ privacy: '7', email: 'yes' })],
    [422, 'GET', WEBSITES, `${WEBSITES}?per_page=5&page=0`, {}],
    [404, 'POST', GOALS, '/api/v1/goals/999', json({})],
    [404, 'GET', SAVED, '/api/v1/funnels/999', {}],
    [404, 'POST', SAVED, '/api/v1/funnels/999', json({})],
  ])('error %d of %s %s', async (status, method, template, where, init) => {
    const answer = await call(method, template, where, init);
    expect(answer.status).toBe(status);
    if (status === 401) expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    if (status === 405) expect(answer.headers.get('allow')).toContain('GET');
  });

  test('error 503', async () => {
    // No read finishes within 1 ms, because the first statement of a thread has to open its connection.
    await using slow = await startTestServer({ threads: true, readMs: 1 });
    await slow.call(WEBSITES, { method: 'POST', ...form({ url: 'example.com' }) });
    const response = await slow.call(`/api/v1/stats/1?${RANGE}&name=page`);
    expect(response.status).toBe(503);
    expect(validate('GET', STATS, response.status, await response.json())).toEqual([]);
  });

  test('error 429', async () => {
    await using limited = await startTestServer({ env: { RATE_LIMIT: '1' } });
    await limited.call(WEBSITES);
    const response = await limited.call(WEBSITES);
    expect(validate('GET', WEBSITES, response.status, await response.json())).toEqual([]);
    expect([response.status, Number(response.headers.get('retry-after')) > 0]).toEqual([429, true]);
  });
});

describe('responseValidator', () => {
  const validate = responseValidator(document);
  const good = { message: 'Resource not found.', status: 404 };
  const check = (body: unknown) => validate('GET', '/api/v1/websites/{id}', 404, body);

  test('accepts a valid body', () => {
    expect(check(good)).toEqual([]);
  });

  test.each([
    ['a missing field', { status: 404 }, /message/],
    ['a field of the wrong type', { ...good, message: 1 }, /must be string/],
    ['an undocumented field', { ...good, stack: 'at…' }, /stack/],
    ['a different status', { ...good, status: 200 }, /HTTP status 404/],
    ['no object', null, /must be object/],
  ])('reports %s', (_, body, text) => {
    expect(check(body).join('\n')).toMatch(text);
  });

  test('reports a wrong row inside a page', () => {
    const link = `${BASE_URL}/api/v1/stats/1?page=1`;
    const page = {
      data: [{ value: 'Chrome', count: 1.5, label: 'Chrome' }],
      links: { first: link, last: link, prev: null, next: null },
      meta: { current_page: 1, from: 1, last_page: 1, path: link, per_page: 20, to: 1, total: 1 },
      status: 200,
    };
    const errors = validate('GET', '/api/v1/stats/{id}', 200, page).join('\n');
    expect(errors).toMatch(/\/data\/0\/count must be integer/);
    expect(errors).toMatch(/label/);
  });

  test('reports undocumented paths, methods and statuses', () => {
    expect(validate('GET', '/api/v1/nothing', 200, {})).toEqual(['/api/v1/nothing is not documented']);
    expect(validate('POST', '/api/v1/stats/{id}', 200, {})).toEqual([
      'POST /api/v1/stats/{id} is not documented',
    ]);
    expect(validate('GET', '/api/v1/websites', 418, {})).toEqual([
      'GET /api/v1/websites 418 is not documented',
    ]);
  });

  test('accepts a 405 for a method that the path does not support', () => {
    expect(
      validate('POST', '/api/v1/stats/{id}', 405, { message: 'Method not allowed.', status: 405 }),
    ).toEqual([]);
  });
});
