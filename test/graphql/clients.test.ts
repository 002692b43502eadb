import { describe, expect, test } from '@jest/globals';
import { newWebsite } from '../support/rest.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared.ts';

const RESPONSE_TYPE = 'application/graphql-response+json';
const JSON_TYPE = 'application/json';

interface Result {
  data?: unknown;
  errors?: { message: string; extensions: { code: string } }[];
}

interface Asked {
  status: number;
  type: string | null;
  body: Result;
}

const server = sharedServer({}, (started) => newWebsite(started, { privacy: '0' }));

/** Sends a GraphQL request with the given `Accept`. */
async function send(
  { call }: Pick<TestServer, 'call'>,
  body: unknown,
  accept: string | undefined,
  { where = '/graphql', ...init }: RequestInit & { key?: string | null; where?: string } = {},
): Promise<Asked> {
  const headers = { 'content-type': 'application/json', ...(accept !== undefined && { accept }) };
  const text = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
  const response = await call(where, { method: 'POST', headers, body: text as string, ...init });
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    body: (await response.json()) as Result,
  };
}

const codes = ({ body }: Asked) => body.errors?.map(({ extensions }) => extensions.code);
const TYPENAME = { query: '{ __typename }' };

describe('the hash of a persisted query without its text', () => {
  const persistedQuery = {
    version: 1,
    sha256Hash: 'ecf4edb46db40b5132295c0291d62fb65d6759a9eedfa4d5d612dd5ec54a6b38',
  };
  const NOT_SUPPORTED = {
    errors: [
      { message: 'PersistedQueryNotSupported', extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED' } },
    ],
  };

  test.each([
    [JSON_TYPE, 200],
    [RESPONSE_TYPE, 400],
  ])('is answered PersistedQueryNotSupported over POST for `Accept: %s`', async (accept, status) => {
    const body = { operationName: 'Name', variables: {}, extensions: { persistedQuery } };
    expect(await send(server(), body, accept)).toEqual({
      status,
      type: `${accept}; charset=utf-8`,
      body: NOT_SUPPORTED,
    });
  });

  test('is answered PersistedQueryNotSupported over GET', async () => {
    const parameters = new URLSearchParams({ extensions: JSON.stringify({ persistedQuery }) });
    const response = await server().call(`/graphql?${parameters}`, { headers: { accept: JSON_TYPE } });
    expect([response.status, await response.json()]).toEqual([200, NOT_SUPPORTED]);
  });

  test('does not hinder the same request with its text', async () => {
    const body = { ...TYPENAME, extensions: { persistedQuery } };
    expect((await send(server(), body, JSON_TYPE)).body.data).toEqual({ __typename: 'Query' });
  });

  test('the id of a stored document is refused in words', async () => {
    const found = await send(server(), { documentId: 'sha256:ecf4edb4' }, JSON_TYPE);
    expect(found.status).toBe(400);
    expect(found.body.errors?.[0]?.message).toBe(
      'Footfall stores no documents: send the document as `query`.',
    );
  });
});

describe('/graphql/ with a slash', () => {
  test('answers as /graphql', async () => {
    const found = await send(server(), TYPENAME, JSON_TYPE, { where: '/graphql/' });
    expect(found).toMatchObject({ status: 200, body: { data: { __typename: 'Query' } } });
    const parameters = new URLSearchParams(TYPENAME);
    const response = await server().call(`/graphql/?${parameters}`, { headers: { accept: JSON_TYPE } });
    expect([response.status, await response.json()]).toMatchObject([200, { data: { __typename: 'Query' } }]);
  });

  test('refuses as /graphql', async () => {
    const refusals = await Promise.all(
      ['/graphql', '/graphql/'].map((where) => send(server(), TYPENAME, JSON_TYPE, { where, key: 'ff_no' })),
    );
    expect(refusals[1]).toEqual(refusals[0]);
    expect(refusals.map(({ status }) => status)).toEqual([401, 401]);
  });

  test('shows GraphiQL to browsers', async () => {
    const response = await server().call('/graphql/', { headers: { accept: 'text/html' }, key: null });
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('GraphiQL')]);
  });

  test('answers preflights of other origins', async () => {
    const headers = { origin: 'https://front.example', 'access-control-request-method': 'POST' };
    const response = await server().call('/graphql/', { method: 'OPTIONS', headers, key: null });
    expect([response.status, response.headers.get('access-control-allow-methods')]).toEqual([
      204,
      'GET, POST',
    ]);
  });

  test('no other path below /graphql exists', async () => {
    expect((await server().call('/graphql/x', { method: 'POST' })).status).toBe(404);
  });
});

describe('a batch of operations', () => {
  const error = (length: number) => ({
    errors: [
      {
        message:
          `A request must contain one operation; got a list of ${length}. Send each operation in a request ` +
          'of its own: in Apollo Client, use HttpLink in place of BatchHttpLink.',
        extensions: { code: 'BAD_REQUEST' },
      },
    ],
  });

  test.each([JSON_TYPE, RESPONSE_TYPE])(
    'is refused in words, once for each operation, as clients that batch read it, for `Accept: %s`',
    async (accept) => {
      expect(await send(server(), [TYPENAME, TYPENAME], accept)).toEqual({
        status: 400,
        type: `${accept}; charset=utf-8`,
        body: [error(2), error(2)],
      });
    },
  );

  test('that is empty or long is refused with one error', async () => {
    for (const length of [0, 101])
      expect(await send(server(), Array(length).fill(TYPENAME), JSON_TYPE)).toMatchObject({
        status: 400,
        body: error(length),
      });
  });

  test('executes nothing', async () => {
    const mutation = 'mutation { createWebsite(input: { url: "batched.example" }) { __typename } }';
    await send(server(), [{ query: mutation }], JSON_TYPE);
    const { body } = await send(
      server(),
      { query: '{ websites(search: "batched") { totalCount } }' },
      JSON_TYPE,
    );
    expect(body.data).toEqual({ websites: { totalCount: 0 } });
  });
});

describe('the media type of a response follows `Accept` alike for', () => {
  const ACCEPTS = [
    [undefined, JSON_TYPE],
    ['*/*', JSON_TYPE],
    ['application/*', JSON_TYPE],
    [JSON_TYPE, JSON_TYPE],
    [RESPONSE_TYPE, RESPONSE_TYPE],
    // Apollo Client 4.
    [`${RESPONSE_TYPE},${JSON_TYPE};q=0.9`, RESPONSE_TYPE],
    [`multipart/mixed;deferSpec=20220824,${RESPONSE_TYPE},${JSON_TYPE};q=0.9`, RESPONSE_TYPE],
    // urql.
    [
      `${RESPONSE_TYPE}, application/graphql+json, ${JSON_TYPE}, text/event-stream, multipart/mixed`,
      RESPONSE_TYPE,
    ],
    [`${JSON_TYPE}, ${RESPONSE_TYPE}`, JSON_TYPE],
    [`${JSON_TYPE};q=0.5, ${RESPONSE_TYPE}`, RESPONSE_TYPE],
    [`${RESPONSE_TYPE};q=0, */*`, JSON_TYPE],
    // Odd ones are tolerated, as in REST.
    ['text/html', JSON_TYPE],
    ['nonsense', JSON_TYPE],
  ] as const;
  const latin1 = Buffer.from('{"query":"{ websites(search: \\"\xff\\") { totalCount } }"}', 'latin1');
  const long = { query: `{ __typename } #${'x'.repeat(256 * 1024)}` };

  const CASES: [string, number, string | null, (accept: string | undefined) => Promise<Asked>][] = [
    ['a result', 200, null, (accept) => send(server(), TYPENAME, accept)],
    [
      'an error of a field',
      200,
      'BAD_USER_INPUT',
      (accept) => send(server(), { query: '{ node(id: "x") { id } }' }, accept),
    ],
    [
      'a wrong API key',
      401,
      'UNAUTHENTICATED',
      (accept) => send(server(), TYPENAME, accept, { key: 'ff_no' }),
    ],
    ['a body that is too long', 413, 'PAYLOAD_TOO_LARGE', (accept) => send(server(), long, accept)],
    ['a body that is not UTF-8', 400, 'BAD_REQUEST', (accept) => send(server(), latin1, accept)],
    [
      'a query string that is not UTF-8',
      400,
      'BAD_REQUEST',
      (accept) => send(server(), TYPENAME, accept, { where: '/graphql?x=%FF' }),
    ],
    [
      'a body of another type',
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      (accept) =>
        send(server(), TYPENAME, accept, {
          headers: { 'content-type': 'text/plain', ...(accept !== undefined && { accept }) },
        }),
    ],
    ['another method', 405, 'BAD_REQUEST', (accept) => send(server(), TYPENAME, accept, { method: 'PUT' })],
  ];

  test.each(CASES)('%s', async (_title, status, code, ask) => {
    for (const [accept, type] of ACCEPTS) {
      const found = await ask(accept);
      expect([accept, found.type]).toEqual([accept, `${type}; charset=utf-8`]);
      expect([accept, found.status]).toEqual([accept, status]);
      expect(codes(found)).toEqual(code === null ? undefined : [code]);
    }
  });

  test('too many requests', async () => {
    await using limited = await startTestServer({ env: { RATE_LIMIT: '1' } });
    await send(limited, TYPENAME, JSON_TYPE);
    for (const [accept, type] of ACCEPTS) {
      const found = await send(limited, TYPENAME, accept);
      expect([accept, found.type, found.status]).toEqual([accept, `${type}; charset=utf-8`, 429]);
      expect(codes(found)).toEqual(['TOO_MANY_REQUESTS']);
    }
  });

  test('a database that cannot be read, with a request id', async () => {
    await using broken = await startTestServer();
    await broken.deps.db.write((tx) => tx.$executeRaw`ALTER TABLE "ApiKey" RENAME TO "Elsewhere"`);
    for (const [accept, type] of ACCEPTS) {
      const found = await send(broken, TYPENAME, accept);
      expect([accept, found.type, found.status]).toEqual([accept, `${type}; charset=utf-8`, 500]);
      expect(found.body.errors).toEqual([
        {
          message: expect.stringMatching(/^Something went wrong on our side/),
          extensions: { code: 'INTERNAL', requestId: expect.stringMatching(/^[0-9a-f]{16}$/) },
        },
      ]);
    }
    await broken.deps.db.write((tx) => tx.$executeRaw`ALTER TABLE "Elsewhere" RENAME TO "ApiKey"`);
  });
});

test('a mutation whose client accepts no supported type is answered, not only executed', async () => {
  await using own = await startTestServer();
  const query = 'mutation { createWebsite(input: { url: "odd.example" }) { __typename } }';
  expect(await send(own, { query }, 'text/csv')).toMatchObject({
    status: 200,
    body: { data: { createWebsite: { __typename: 'CreateWebsiteSuccess' } } },
  });
});

describe('an account is a Node', () => {
  const ACCOUNT = '{ viewer { __typename id email } }';
  interface Own {
    viewer: { __typename: string; id: string; email: string };
  }

  test('its id leads back to it, and is the same for a session and an API key', async () => {
    const { viewer } = (await send(server(), { query: ACCOUNT }, JSON_TYPE)).body.data as Own;
    expect(viewer).toEqual({ __typename: 'Account', id: expect.any(String), email: 'owner@example.com' });
    const query = 'query ($id: ID!) { node(id: $id) { ... on Account { __typename id email } } }';
    const found = await send(server(), { query, variables: { id: viewer.id } }, JSON_TYPE);
    expect(found.body.data).toEqual({ node: viewer });
  });

  test('others do not see it', async () => {
    const { viewer } = (await send(server(), { query: ACCOUNT }, JSON_TYPE)).body.data as Own;
    const other = await server().newAccount('other@example.com');
    const query = 'query ($id: ID!) { node(id: $id) { id } nodes(ids: [$id]) { id } }';
    for (const key of [other.key, null]) {
      const found = await send(server(), { query, variables: { id: viewer.id } }, JSON_TYPE, { key });
      expect(found.body).toMatchObject({ data: { node: null, nodes: [null] } });
    }
  });
});
