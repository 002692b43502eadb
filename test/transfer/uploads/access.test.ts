import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createApiKey, operator } from '../../../src/auth/keys.ts';
import { createContext } from '../../../src/request/context.ts';
import { createSegment } from '../../../src/websites/segments/changes.ts';
import { asHolder, newLink } from '../../support/links.ts';
import { form, rest } from '../../support/rest.ts';
import type { TestServer } from '../../support/server.ts';
import { eventually } from '../../support/site.ts';
import { makeCombinedLog } from '../../support/transfer/combinedLog.ts';
import { startUploadServer, type UploadServer } from '../../support/transfer/uploads.ts';

const LOG = makeCombinedLog({ hits: 20, others: 1 });
const FIELDS = 'databaseId state rows pageviews startedBy skipped { reason count } ownHitsFrom';

let uploads: UploadServer;
let importId: number;
beforeAll(async () => {
  uploads = await startUploadServer({ IMPORT_MAX_BYTES: '100000' });
  importId = (await uploads.upload(LOG.bytes, 'name=access.log')).data.id;
});
afterAll(() => uploads?.[Symbol.asyncDispose]());

interface Payload {
  data: Record<string, Record<string, unknown> | null> | null;
  errors?: { message: string; extensions?: { code: string } }[];
}

const graphql = (query: string, key: string | null = uploads.server.key): Promise<Payload> =>
  askAs({ ...uploads.server, call: (path, init) => uploads.server.call(path, { ...init, key }) }, query);

async function askAs(from: TestServer, query: string): Promise<Payload> {
  const response = await from.call('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query }),
  });
  return (await response.json()) as Payload;
}

const list = (id: number) => `{ website(id: "${id}") { imports { totalCount nodes { ${FIELDS} } } } }`;
const change = (name: string, id: number) =>
  `mutation { ${name}(input: { id: "${id}" }) { __typename ... on UserErrors { errors { path message } } } }`;

const newKey = async (args: object) => {
  const { deps } = uploads.server;
  return (await createApiKey(args, createContext(deps, operator(uploads.server.teamId)))).key;
};

test('another account can neither list, show, start, undo nor upload', async () => {
  const { server, id } = uploads;
  const { key } = await server.newAccount('other@example.com');
  for (const [method, path] of [
    ['GET', `${id}`],
    ['GET', `${id}/${importId}`],
    ['POST', `${id}/${importId}/start`],
    ['DELETE', `${id}/${importId}`],
  ] as const)
    expect([method, (await uploads.call(method, path, undefined, key)).status]).toEqual([method, 404]);
  expect((await uploads.upload(LOG.bytes, '', key)).status).toBe(404);
  expect((await uploads.upload(LOG.bytes, '', null)).status).toBe(401);
  for (const name of ['startImport', 'undoImport']) {
    const { data } = await graphql(change(name, importId), key);
    expect(data?.[name]).toMatchObject({ __typename: 'UserErrors', errors: [{ path: ['input', 'id'] }] });
  }
  expect((await graphql(list(id), key)).data).toEqual({ website: null });
  const node = Buffer.from(`Import:${importId}`).toString('base64');
  expect((await graphql(`{ node(id: "${node}") { id } }`, key)).data).toEqual({ node: null });
  expect((await graphql(`{ node(id: "${node}") { id } }`)).data).toEqual({ node: { id: node } });
  expect((await uploads.call('GET', `${id}/${importId}`)).data.state).toBe('ready');
});

test('visitors of a public page and keys that are limited to a segment see no imports', async () => {
  const { server, id } = uploads;
  const setPrivacy = (privacy: string) => rest(server, `/api/v1/websites/${id}`, form('PATCH', { privacy }));
  await setPrivacy('0');
  expect((await graphql(list(id), null)).data).toEqual({ website: { imports: null } });
  const context = createContext(server.deps, operator(server.teamId));
  const filter = { country: { in: ['DE'] } };
  const segment = await createSegment({ website_id: id, name: 'Germany', filter }, context);
  const scopes = ['websites:read', 'stats:read'];
  const key = await newKey({ name: 'limited', scopes, website_id: id, segment_id: segment.id });
  expect((await graphql(list(id), key)).data).toEqual({ website: { imports: null } });
  expect((await uploads.call('GET', `${id}`, undefined, key)).status).toBe(403);
  await setPrivacy('1');
});

test('a key that may only read can list imports, but not change them', async () => {
  const { id } = uploads;
  const key = await newKey({ name: 'reader', scopes: ['websites:read'], website_id: id });
  const { data } = await uploads.call('GET', `${id}/${importId}`, undefined, key);
  // Nor does a key that is restricted to one website learn the address of the account.
  expect(data).toMatchObject({ id: importId, started_by: null });
  expect((await uploads.upload(LOG.bytes, '', key)).status).toBe(403);
  expect((await uploads.call('POST', `${id}/${importId}/start`, undefined, key)).status).toBe(403);
  expect((await uploads.call('DELETE', `${id}/${importId}`, undefined, key)).status).toBe(403);
});

describe('no operation of imports and exports is allowed to', () => {
  const READER = ['websites:read', 'stats:read'];
  const limitedKey = async () => {
    const { server, id } = uploads;
    const context = createContext(server.deps, operator(server.teamId));
    const filter = { country: { in: ['FR'] } };
    const segment = await createSegment({ website_id: id, name: 'France', filter }, context);
    return newKey({ name: 'limited', scopes: READER, website_id: id, segment_id: segment.id });
  };
  const keyOfOther = async () => {
    const { server } = uploads;
    const body = new URLSearchParams({ url: 'https://other.example', timezone: 'UTC' });
    const { data } = (await rest(server, '/api/v1/websites', { method: 'POST', body })).body;
    return newKey({ name: 'other', scopes: [...READER, 'websites:write'], website_id: data.id });
  };
  const VIEWERS: [string, () => Promise<TestServer>][] = [
    ['another account', async () => asKey((await uploads.server.newAccount('third@example.com')).key)],
    ['someone without a key', async () => asKey(null)],
    [
      'the holder of a shared link',
      async () => asHolder(uploads.server, await newLink(uploads.server, { websiteId: String(uploads.id) })),
    ],
    ['a key that is limited to a segment', async () => asKey(await limitedKey())],
    ['a key of another website', async () => asKey(await keyOfOther())],
  ];
  const asKey = (key: string | null): TestServer => ({
    ...uploads.server,
    call: (where, init) => uploads.server.call(where, { ...init, key }),
  });

  test.each(VIEWERS)('%s', async (_, viewer) => {
    const { server, id } = uploads;
    const from = await viewer();
    const [website] = await server.deps.db.read.website.findMany({ where: { id } });
    const paths = [
      ['GET', `/api/v1/imports/${id}`],
      ['GET', `/api/v1/imports/${id}/${importId}`],
      ['POST', `/api/v1/imports/${id}?import=${importId}`],
      ['POST', `/api/v1/imports/${id}`],
      ['POST', `/api/v1/imports/${id}/${importId}/start`],
      ['DELETE', `/api/v1/imports/${id}/${importId}`],
      ['GET', `/api/v1/export/${id}`],
      ['GET', `/exports/${website?.trackingId}`],
    ] as const;
    for (const [method, path] of paths) {
      const body = method === 'POST' && !path.endsWith('start') ? new Uint8Array(LOG.bytes) : null;
      const response = await from.call(path, { method, body });
      await response.arrayBuffer();
      expect([method, path, [401, 403, 404].includes(response.status)]).toEqual([method, path, true]);
    }
    const node = Buffer.from(`Import:${importId}`).toString('base64');
    const query = `{ website(id: "${id}") { imports { totalCount } } node(id: "${node}") { id } }`;
    const { data } = await askAs(from, query);
    expect([data?.website?.imports ?? null, data?.node]).toEqual([null, null]);
    for (const name of ['startImport', 'undoImport']) {
      const { data, errors } = await askAs(from, change(name, importId));
      const refused = data?.[name]?.__typename ?? errors?.[0]?.extensions?.code;
      expect(['UserErrors', 'UNAUTHENTICATED', 'FORBIDDEN']).toContain(refused);
    }
    expect(await server.deps.db.read.import.findMany()).toMatchObject([{ id: importId, state: 'ready' }]);
  });
});

test('GraphQL and REST return the same numbers of an import', async () => {
  const { id } = uploads;
  const { data: rest } = await uploads.call('GET', `${id}/${importId}`);
  const { website } = (await graphql(list(id))).data ?? {};
  expect(website?.imports).toEqual({
    totalCount: 1,
    nodes: [
      {
        databaseId: rest.id,
        state: rest.state.toUpperCase(),
        rows: rest.rows,
        pageviews: rest.pageviews,
        startedBy: rest.started_by,
        skipped: rest.skipped.map(({ reason, count }) => ({ reason, count })),
        ownHitsFrom: rest.own_hits_from,
      },
    ],
  });
});

test('a wrong upload is refused with the reason, and leaves nothing behind', async () => {
  await using refusing = await startUploadServer({ IMPORT_MAX_BYTES: '100000' });
  const { server, id, folder } = refusing;
  const large = new Uint8Array(100_001);
  expect(await refusing.upload(large)).toMatchObject({
    status: 413,
    message: expect.stringContaining('at most 100000 bytes'),
  });
  const chunked = new Blob([large]).stream();
  const response = await server.call(`/api/v1/imports/${id}`, {
    method: 'POST',
    body: chunked,
    duplex: 'half',
  } as RequestInit);
  expect(response.status).toBe(413);
  await response.text();
  expect(await refusing.upload('')).toMatchObject({
    status: 422,
    errors: { file: ['The body is empty. Send the content of a file.'] },
  });
  expect(await refusing.upload(LOG.bytes, 'source=logs')).toMatchObject({
    status: 422,
    errors: { source: ['There is no source "logs". Did you mean "log"?'] },
  });
  expect((await refusing.upload(LOG.bytes, 'import=7')).status).toBe(404);
  expect(await readdir(folder).catch(() => [])).toEqual([]);
  expect(await server.deps.db.read.import.count()).toBe(0);
});

test('an upload that ends early leaves nothing behind, and the next one is received', async () => {
  await using aborting = await startUploadServer();
  const { server, id, folder } = aborting;
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /api/v1/imports/${id} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.key}\r\n` +
      'Content-Length: 1000\r\n\r\nthe beginning',
  );
  const files = () => readdir(folder).catch(() => []);
  await eventually('a file', async () => (await files()).length === 1);
  expect(await aborting.upload(LOG.bytes)).toMatchObject({
    status: 429,
    message: expect.stringContaining('Another file is being uploaded'),
  });
  socket.destroy();
  await eventually('no file', async () => (await files()).length === 0);
  expect((await aborting.upload(LOG.bytes)).status).toBe(201);
});

test('uploads can be switched off', async () => {
  await using off = await startUploadServer({ IMPORT_MAX_BYTES: '0' });
  expect(await off.upload(LOG.bytes)).toMatchObject({
    status: 403,
    message: 'Uploads are off on this server: IMPORT_MAX_BYTES is 0.',
  });
});
