import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  type GraphQLField,
  getIntrospectionQuery,
  getNullableType,
  isInterfaceType,
  isIntrospectionType,
  isListType,
  isObjectType,
} from 'graphql';
import { createSchema, createYoga } from 'graphql-yoga';
import { POINTS_PER_REQUEST } from '../../src/auth/budget.ts';
import { boundedAnswers } from '../../src/graphql/answer.ts';
import { type Cost, costOf, declaredCost, LIMITS } from '../../src/graphql/cost/cost.ts';
import { schema } from '../../src/graphql/schema/index.ts';
import { NODE_POINTS } from '../../src/graphql/schema/nodes.ts';
import { periodOf, readAddress, seriesArguments } from '../../src/web/stats/address.ts';
import { PageDocument } from '../../src/web/stats/documents.ts';
import { NOON, startTestServer, type TestServer } from '../support/server.ts';

interface Told {
  requested: number;
  limit: number | null;
  remaining: number | null;
  resetAt: string | null;
}

interface Body {
  data?: Record<string, unknown> | null;
  errors?: { message: string; extensions: Record<string, unknown> }[];
  extensions?: { cost?: Told };
}

let server: TestServer;
let trackingId: string;
beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT: '1200' } });
  const body = new URLSearchParams({ url: 'example.com', privacy: '0' });
  const response = await server.call('/api/v1/websites', { method: 'POST', body });
  trackingId = ((await response.json()) as { data: { tracking_id: string } }).data.tracking_id;
});
afterAll(() => server[Symbol.asyncDispose]());

async function ask(
  query: string,
  {
    variables,
    key,
    of = server,
    headers = {},
  }: { variables?: object; key?: string | null; of?: TestServer; headers?: Record<string, string> } = {},
) {
  const response = await of.call('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    body: JSON.stringify({ query, variables }),
    ...(key !== undefined && { key }),
  });
  const text = await response.text();
  return { response, text, body: JSON.parse(text) as Body };
}

const pointsOf = async (...args: Parameters<typeof ask>) =>
  (await ask(...args)).body.extensions?.cost?.requested;

/** The number of values in a response: those of its fields and of the items of its lists. */
function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  const inner = Object.values(value).reduce<number>((sum, item) => sum + valuesIn(item), 0);
  return inner + (Array.isArray(value) ? 0 : 1);
}

test('every list of the schema declares its number of items', () => {
  const missing: string[] = [];
  for (const type of Object.values(schema.getTypeMap())) {
    if (isIntrospectionType(type) || !(isObjectType(type) || isInterfaceType(type))) continue;
    for (const field of Object.values(type.getFields()) as GraphQLField<unknown, unknown>[]) {
      if (!isListType(getNullableType(field.type))) continue;
      const declared = declaredCost(field);
      const scope = {
        now: NOON,
        rows: 7,
        days: 7,
        comparedDays: 7,
        points: 7,
        timesRead: () => 0,
        averages: false,
        filtered: false,
        partial: false,
        periodReads: new Set<never>(),
        comparedTests: new Set<never>(),
      };
      const cost: Cost | number | undefined = typeof declared === 'function' ? declared({}, scope) : declared;
      if (typeof cost !== 'object' || cost.times === undefined) missing.push(`${type.name}.${field.name}`);
    }
  }
  expect(missing).toEqual([]);
  expect(costOf(undefined, true, {}, {} as never).times).toBe(100);
});

describe('a list multiplies the cost of each item by its length', () => {
  const period = (args: string, inner: string) =>
    `{ website(trackingId: "${trackingId}") { period(${args}) { ${inner} } } }`;
  const september = 'from: "2026-09-01", to: "2026-09-30"';
  const rows = [
    ['days of a range', period(september, 'series { points { at } }'), 30],
    [
      'days of two years',
      period('from: "2025-01-01", to: "2026-12-31"', 'series(by: DAY) { points { at } }'),
      730,
    ],
    ['months of two years', period('from: "2025-01-01", to: "2026-12-31"', 'series { points { at } }'), 24],
    ['hours of the day', period(september, 'series(by: HOUR_OF_DAY) { points { at } }'), 24],
    ['hours', period('from: "2026-09-01", to: "2026-09-07"', 'series(by: HOUR) { points { at } }'), 168],
    ['days of a named period', period('name: LAST_30_DAYS', 'series { points { at } }'), 30],
    ['requested rows', period(september, 'stats(name: PAGE, first: 50) { nodes { value } }'), 50],
    ['rows by default', period(september, 'stats(name: PAGE) { edges { cursor } }'), 20],
  ] as const;

  test.each(rows)('%s', async (_what, query, length) => {
    const one = await pointsOf(query);
    const inner = / \{ (at|value|cursor) \}/.exec(query)?.[1] ?? '';
    const two = await pointsOf(query.replace(` { ${inner} }`, ` { ${inner} again: ${inner} }`));
    const growth = (two ?? 0) - (one ?? 0);
    expect(growth).toBeGreaterThanOrEqual(length);
    expect(growth).toBeLessThanOrEqual(length + 4);
  });

  test('websites, by the requested rows', async () => {
    const one = await pointsOf('{ websites(first: 40) { nodes { id } } }');
    expect(await pointsOf('{ websites(first: 40) { nodes { id url } } }')).toBe((one ?? 0) + 40);
  });

  test('drops, by days and reasons', async () => {
    const query = (fields: string) =>
      `{ website(id: 1) { dropped(from: "2026-11-01", to: "2026-11-10") { ${fields} } } }`;
    expect(((await pointsOf(query('day count'))) ?? 0) - ((await pointsOf(query('day'))) ?? 0)).toBe(100);
  });

  test('global ids', async () => {
    const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';
    const ids = Array.from({ length: 60 }, () => 'V2Vic2l0ZTox');
    expect(await pointsOf(query, { variables: { ids } })).toBe(1 + 60 * (NODE_POINTS + 2));
  });
});

test('an operation costs at least as many points as its response has values', async () => {
  const operations = [
    getIntrospectionQuery(),
    '{ __schema { types { fields { args { name type { name } } type { name } } } } }',
    '{ __type(name: "Website") { fields { name args { name } } } }',
    '{ viewer { apiKeys { name scopes } } rateLimit { limit } }',
    '{ a: __typename b: __typename sendsReports }',
  ];
  for (const query of operations) {
    const { body } = await ask(query);
    expect(body.errors).toBeUndefined();
    expect([query, (body.extensions?.cost?.requested ?? 0) >= valuesIn(body.data) - 1]).toEqual([
      query,
      true,
    ]);
  }
  const page = await ask(PageDocument.toString(), { variables: { trackingId, name: 'ALL' }, key: null });
  expect(page.body.extensions?.cost?.requested).toBeGreaterThanOrEqual(valuesIn(page.body.data));
});

test('an operation of 8 KB whose aliases would return megabytes is rejected', async () => {
  const aliases = Array.from({ length: 600 }, (_, index) => `a${index}: at`).join(' ');
  const query = `{ website(trackingId: "${trackingId}") { period(from: "2025-01-01", to: "2026-12-31") {
    series(by: DAY) { points { ${aliases} } } } } }`;
  const { body } = await ask(query);
  expect(body).toMatchObject({
    errors: [{ message: expect.stringMatching(/^The operation costs 439\d{3} points; at most 100000 are/) }],
  });
  expect(body).not.toHaveProperty('data');
});

test('statistics pages cost well below the limit of an operation', async () => {
  const most = LIMITS.points.anonymous;
  const costOf = (query: string) => {
    const shown = readAddress(query);
    const variables = { trackingId, ...periodOf(shown.range), ...seriesArguments(shown) };
    return pointsOf(PageDocument.toString(), { variables, key: null });
  };
  for (const query of ['?period=today', '', '?period=last_12_months', '?period=all']) {
    const cost = await costOf(query);
    expect(cost).toBeLessThan(most / 4);
    // So RATE_LIMIT also limits the number of page views per minute.
    expect(cost).toBeLessThan(POINTS_PER_REQUEST);
  }
  expect(await costOf('?from=2025-11-22&to=2026-11-21')).toBeLessThan(most / 4);
  // The most points of each interval, with all metrics.
  for (const query of [
    '?period=last_7_days&interval=hour',
    '?from=2025-01-01&to=2026-01-06&interval=day',
    '?from=2010-01-01&to=2020-01-06&interval=week',
    '?period=all&interval=week',
    '?period=all&interval=month',
  ]) {
    expect(readAddress(query).misread).toBe(false);
    expect(await costOf(`${query}&metric=events`)).toBeLessThan((most * 2) / 3);
  }
});

test('a response longer than 5 MiB is rejected, even if it has few values', async () => {
  const { newAccount } = server;
  const { key } = await newAccount('long@example.com');
  const body = new URLSearchParams({ url: `https://long.test/${'x'.repeat(2_000)}` });
  await server.call('/api/v1/websites', { method: 'POST', body, key });
  const { data } = (await ask('{ websites { nodes { id } } }', { key })).body as {
    data: { websites: { nodes: { id: string }[] } };
  };
  const ids = Array.from({ length: 100 }, () => data.websites.nodes[0]?.id);
  const urls = (count: number) => Array.from({ length: count }, (_, index) => `u${index}: url`).join(' ');
  const query = (count: number) =>
    `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Website { ${urls(count)} } } }`;
  expect((await ask(query(20), { variables: { ids }, key })).text.length).toBeGreaterThan(4_000_000);
  const { body: refused, text, response } = await ask(query(30), { variables: { ids }, key });
  expect(response.status).toBe(200);
  expect(refused.errors).toEqual([
    {
      message: 'The response is longer than 5 MiB. Request fewer rows, or split the operation.',
      extensions: { code: 'BAD_REQUEST' },
    },
  ]);
  expect(refused.data).toBeUndefined();
  expect(text.length).toBeLessThan(1_000);
});

test('a response that exceeds 5 MiB only because of escapes is rejected', async () => {
  const control = String.fromCharCode(1);
  const yoga = createYoga({
    schema: createSchema({
      typeDefs: 'type Query { a(length: Int!): String }',
      resolvers: { Query: { a: (_root, { length }: { length: number }) => control.repeat(length) } },
    }),
    plugins: [boundedAnswers],
    logging: false,
  });
  const of = async (length: number) => {
    const query = encodeURIComponent(`{ a(length: ${length}) }`);
    return (await yoga.fetch(`http://localhost/graphql?query=${query}`)).json() as Promise<Body>;
  };
  expect((await of(800_000)).data?.a).toHaveLength(800_000);
  expect(await of(900_000)).toEqual({
    errors: [
      {
        message: 'The response is longer than 5 MiB. Request fewer rows, or split the operation.',
        extensions: { code: 'BAD_REQUEST' },
      },
    ],
  });
});

test('variables with many wrong fields cost one point, and the answer has six errors', async () => {
  const input = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`url${index}`, 'x']));
  const response = await server.call('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      query: 'mutation ($input: CreateWebsiteInput!) { createWebsite(input: $input) { __typename } }',
      variables: { input },
    }),
  });
  const { errors, extensions, data } = (await response.json()) as {
    errors: { message: string; extensions: { code: string } }[];
    extensions: { cost: { requested: number } };
    data?: unknown;
  };
  expect(extensions.cost.requested).toBe(1);
  expect(data).toBeUndefined();
  expect(errors.map((error) => error.extensions.code)).toEqual(Array(6).fill('BAD_USER_INPUT'));
  expect(errors[0]?.message).toMatch(/^Variable "\$input" got invalid value/);
});

test('an error message repeats only the beginning of the input', async () => {
  const variables = { name: { long: 'x'.repeat(100_000) } };
  const { body, text } = await ask(
    'query ($name: StatName) { website(id: 1) { stats(name: $name) { sum } } }',
    {
      variables,
    },
  );
  expect(body.errors?.length).toBeGreaterThan(0);
  expect(text.length).toBeLessThan(5_000);
});

describe('the budget of a viewer', () => {
  const limit = 2 * POINTS_PER_REQUEST;
  const few = { env: { RATE_LIMIT: '2' } };

  test('is reported equally in extensions.cost and by rateLimit', async () => {
    await using own = await startTestServer({ env: { RATE_LIMIT: '2' } });
    const { body } = await ask('{ rateLimit { cost limit remaining resetAt operationLimit } }', { of: own });
    const cost = body.extensions?.cost as Told;
    expect(cost).toEqual({ requested: 6, limit, remaining: limit - 6, resetAt: expect.any(String) });
    expect(body.data).toEqual({
      rateLimit: {
        cost: 6,
        limit,
        remaining: limit - 6,
        resetAt: cost.resetAt,
        operationLimit: LIMITS.points.account,
      },
    });
    const left = Date.parse(cost.resetAt ?? '') - NOON;
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(60_000);
  });

  test('is smaller for one operation without a key', async () => {
    const query = '{ rateLimit { operationLimit } }';
    expect((await ask(query, { key: null })).body.data).toEqual({
      rateLimit: { operationLimit: LIMITS.points.anonymous },
    });
  });

  test('is spent by every operation; beyond it, operations get 429 with Retry-After', async () => {
    await using own = await startTestServer({ env: { RATE_LIMIT: '3' } });
    const whole = 3 * POINTS_PER_REQUEST;
    const costly = `{ ${Array.from({ length: 110 }, (_, index) => `a${index}: needsOwner`).join(' ')} }`;
    expect((await ask(costly, { of: own })).body.extensions?.cost?.remaining).toBe(whole - 11_000);
    const { response, body } = await ask(costly, { of: own });
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(body).toEqual({
      errors: [
        {
          message: expect.stringMatching(
            new RegExp(
              '^The operation costs 11000 points, but only 4000 of 15000 points per minute are left\\. ' +
                'Try again in \\d+ s\\.$',
            ),
          ),
          extensions: { code: 'TOO_MANY_REQUESTS', retryAfter: expect.any(Number) },
        },
      ],
      extensions: {
        cost: { requested: 11_000, limit: whole, remaining: 4_000, resetAt: expect.any(String) },
      },
    });
    // The rejected operation cost nothing.
    expect((await ask('{ __typename }', { of: own })).body.extensions?.cost?.remaining).toBe(3_999);
  });

  test('is separate for each key, for each anonymous IPv4 address and for each IPv6 /64', async () => {
    await using own = await startTestServer(few);
    const other = await own.newAccount('other@example.com');
    const remaining = async (options: Parameters<typeof ask>[1]) =>
      (await ask('{ __typename }', { of: own, ...options })).body.extensions?.cost?.remaining;
    const from = (address: string) => ({ key: null, headers: { 'x-forwarded-for': address } });
    expect(await remaining({})).toBe(limit - 1);
    expect(await remaining({ key: other.key })).toBe(limit - 1);
    expect(await remaining(from('2001:db8::1'))).toBe(limit - 1);
    expect(await remaining(from('2001:db8::2'))).toBe(limit - 2);
    expect(await remaining(from('2001:db8:0:1::1'))).toBe(limit - 1);
  });

  test('is unlimited if RATE_LIMIT is 0', async () => {
    await using own = await startTestServer();
    const { body } = await ask('{ rateLimit { limit remaining resetAt } }', { of: own });
    expect(body.data).toEqual({ rateLimit: { limit: null, remaining: null, resetAt: null } });
    expect(body.extensions?.cost).toEqual({ requested: 4, limit: null, remaining: null, resetAt: null });
  });

  test('an operation that costs too much reports its cost and spends nothing', async () => {
    const query = `{ ${Array.from({ length: 300 }, (_, index) => `a${index}: needsOwner`).join(' ')} }`;
    const { body } = await ask(query, { key: null, headers: { 'x-forwarded-for': '192.0.2.77' } });
    expect(body).toMatchObject({
      errors: [
        {
          message:
            'The operation costs 30000 points; at most 20000 are allowed. ' +
            'Request fewer rows, or split the operation.',
        },
      ],
      extensions: { cost: { requested: 30_000, remaining: 1_200 * POINTS_PER_REQUEST } },
    });
  });
});

test('skipped fields cost nothing, and fragments cost at each use', async () => {
  const skip = 'query ($no: Boolean!) { a: needsOwner @skip(if: $no) b: needsOwner @include(if: $no) }';
  expect(await pointsOf(skip, { variables: { no: true } })).toBe(100);
  const spread =
    '{ ...A ...A a: needsOwner } ' +
    'fragment A on Query { b: needsOwner ...B } fragment B on Query { c: needsOwner }';
  expect(await pointsOf(spread)).toBe(500);
});

test('fragments that double twenty times are rejected without expanding them', async () => {
  const fragments = Array.from(
    { length: 20 },
    (_, index) => `fragment F${index} on Query { ...F${index + 1} ...F${index + 1} }`,
  );
  const query = `{ ...F0 } ${fragments.join(' ')} fragment F20 on Query { a: __typename }`;
  expect((await ask(query)).body.errors?.[0]?.message).toMatch(/^The operation has more than 1000 fields/);
});
