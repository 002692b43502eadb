import { describe, expect, test } from '@jest/globals';
import { graphql, graphqlData } from '../support/engine/asking.ts';
import { changeWebsite, newKey, newWebsite, rest, WEBSITES } from '../support/rest.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { rows } from '../support/tables.ts';

const FIELDS = 'annotation { id databaseId day text public createdAt updatedAt }';
const mutation = (name: string) => `mutation ($input: ${name}AnnotationInput!) {
  result: ${name.toLowerCase()}Annotation(input: $input) {
    ... on ${name}AnnotationSuccess { ${FIELDS} } ... on UserErrors { errors { path message } } } }`;
const [CREATE, UPDATE, DELETE] = [mutation('Create'), mutation('Update'), mutation('Delete')];

interface Annotation {
  id: string;
  day: string;
  text: string;
  public: boolean;
}
interface Result {
  annotation?: Annotation;
  errors?: { path: string[]; message: string }[];
}

const mutate = async (server: TestServer, document: string, input: object): Promise<Result> =>
  (await graphqlData<{ result: Result }>(server, document, { input })).result;

async function create(server: TestServer, input: object): Promise<Annotation> {
  const { annotation, errors } = await mutate(server, CREATE, { websiteId: '1', text: 'Deployed', ...input });
  if (!annotation) throw new Error(JSON.stringify(errors));
  return annotation;
}

/** The server as another viewer sees it. */
const as = (server: TestServer, key: string | null): TestServer => ({
  ...server,
  call: (where, init = {}) => server.call(where, { ...init, key }),
});

const NOVEMBER = 'from: "2026-11-01", to: "2026-11-30"';

/** The texts of the annotations of November, of the website and of its period. */
async function texts(server: TestServer, args = ''): Promise<string[] | null> {
  const of = args ? `(${args})` : '';
  const { website } = await graphqlData<{
    website: { annotations: Annotation[]; period: { annotations: Annotation[] } } | null;
  }>(
    server,
    `{ website(id: "1") { annotations(${NOVEMBER} ${args}) { text }
      period(${NOVEMBER}) { annotations${of} { text } } } }`,
  );
  const found = website?.annotations.map(({ text }) => text);
  expect(website?.period.annotations.map(({ text }) => text)).toEqual(found);
  return found ?? null;
}

describe('annotations', () => {
  test('are created, listed by day, changed, fetched by id and deleted', async () => {
    await using server = await startTestServer();
    await newWebsite(server, { timezone: 'Pacific/Auckland' });
    const annotation = await create(server, { text: ' Deployed\u200b 2.0 ' });
    expect(annotation).toEqual({
      // In Auckland, the next day has begun.
      id: expect.any(String),
      databaseId: 1,
      day: '2026-11-22',
      text: 'Deployed 2.0',
      public: false,
      createdAt: '2026-11-21T12:00:00.000Z',
      updatedAt: '2026-11-21T12:00:00.000Z',
    });
    const { id } = annotation;
    await create(server, { day: '2026-11-30', text: 'Last', public: true });
    await create(server, { day: '2026-11-01', text: 'First' });
    await create(server, { day: '2026-10-31', text: 'Before' });
    await create(server, { day: '2026-12-01', text: 'After' });
    await create(server, { day: '2026-11-01', text: 'Second' });
    expect(await texts(server)).toEqual(['First', 'Second', 'Deployed 2.0', 'Last']);
    expect(await texts(server, 'last: 2')).toEqual(['Deployed 2.0', 'Last']);
    const several = `{ website(id: "1") {
      one: annotations(from: "2026-11-01", to: "2026-11-22", last: 1) { text }
      two: annotations(from: "2026-10-01", to: "2026-11-01", last: 2) { text }
      none: annotations(from: "2026-12-02", to: "2026-12-31") { text } } }`;
    expect(await graphqlData(server, several)).toEqual({
      website: {
        one: [{ text: 'Deployed 2.0' }],
        two: [{ text: 'First' }, { text: 'Second' }],
        none: [],
      },
    });

    server.setTime(Date.UTC(2026, 10, 21, 13));
    expect(await mutate(server, UPDATE, { id, text: 'Rolled back' })).toMatchObject({
      annotation: {
        day: '2026-11-22',
        text: 'Rolled back',
        public: false,
        updatedAt: '2026-11-21T13:00:00.000Z',
      },
    });
    expect(await mutate(server, UPDATE, { id, day: '2026-11-02', public: true })).toMatchObject({
      annotation: { day: '2026-11-02', text: 'Rolled back', public: true },
    });
    const node = `{ node(id: "${id}") { ... on Annotation { day text public } } }`;
    expect(await graphqlData(server, node)).toEqual({
      node: { day: '2026-11-02', text: 'Rolled back', public: true },
    });
    expect(await mutate(server, DELETE, { id })).toMatchObject({ annotation: { text: 'Rolled back' } });
    expect(await mutate(server, DELETE, { id })).toEqual({
      errors: [{ path: ['input', 'id'], message: 'Resource not found.' }],
    });
    expect(await graphqlData(server, node)).toEqual({ node: null });
    expect(await texts(server)).toEqual(['First', 'Second', 'Last']);
  });

  test('have a text of 1 to 200 characters, and a valid day', async () => {
    await using server = await startTestServer();
    await newWebsite(server);
    const refused = async (input: object) =>
      (await mutate(server, CREATE, { websiteId: '1', ...input })).errors;
    expect(await refused({ text: 'x'.repeat(201) })).toEqual([
      { path: ['input', 'text'], message: 'Must be at most 200 characters long.' },
    ]);
    expect(await refused({ text: ' \u200b ' })).toEqual([
      { path: ['input', 'text'], message: 'Is required.' },
    ]);
    expect(await refused({ text: 'x', websiteId: '7' })).toEqual([
      { path: ['input', 'websiteId'], message: 'Must be the id of a website of the team.' },
    ]);
    expect((await create(server, { text: '🚀'.repeat(100) })).text).toHaveLength(200);
    const { errors } = await graphql(server, CREATE, {
      input: { websiteId: '1', text: 'x', day: '2026-02-30' },
    });
    expect(errors?.[0]?.message).toMatch(/2026-02-30/);
    const days = 'from: "2026-11-02", to: "2026-11-01"';
    const wrong = `{ website(id: "1") { annotations(${days}, last: 0) { text } } }`;
    expect((await graphql(server, wrong)).errors?.[0]?.extensions.errors).toEqual({
      to: ['Must be the same day as `from`, or later.'],
      last: ['Must be an integer from 1 to 1000.'],
    });
  });

  test('are at most 1,000 for a website, and are deleted with it', async () => {
    await using server = await startTestServer();
    const { id } = await newWebsite(server);
    await newWebsite(server, { url: 'other.example' });
    const times = { createdAt: new Date(0), updatedAt: new Date(0) };
    const row = { websiteId: id, day: 20_261_121, text: 'x', isPublic: true, ...times };
    await server.deps.db.write((tx) => tx.annotation.createMany({ data: Array(999).fill(row) }));
    await create(server, {});
    expect(await mutate(server, CREATE, { websiteId: '1', text: 'one more' })).toEqual({
      errors: [
        {
          path: ['input', 'text'],
          message: 'The website already has the maximum of 1000 annotations. Delete some first.',
        },
      ],
    });
    await create(server, { websiteId: '2' });
    expect(await texts(server)).toHaveLength(100);
    expect(await texts(server, 'last: 1000')).toHaveLength(1_000);
    expect((await rest(server, `${WEBSITES}/${id}`, { method: 'DELETE' })).status).toBe(200);
    expect(await rows(server, 'SELECT "websiteId" FROM "Annotation"')).toEqual([{ websiteId: 2 }]);
  });
});

describe('an annotation is seen', () => {
  test('if it is public, by everyone who can read the statistics; otherwise by the account', async () => {
    await using server = await startTestServer();
    await newWebsite(server, { privacy: '0' });
    const open = await create(server, { text: 'public', public: true });
    const closed = await create(server, { text: 'private' });
    const stranger = as(server, null);
    const { key: foreign } = await server.newAccount('other@example.com');
    const segment = await graphqlData<{ createSegment: { segment: { databaseId: number } } }>(
      server,
      `mutation { createSegment(input: { websiteId: "1", name: "All", filter: { os: { notIn: ["x"] } } }) {
        ... on CreateSegmentSuccess { segment { databaseId } } } }`,
    );
    const { databaseId } = segment.createSegment.segment;
    const { key: limited } = await newKey(server, { website_id: 1, segment_id: databaseId });
    const nodes = `{ nodes(ids: ["${open.id}", "${closed.id}"]) { ... on Annotation { text } } }`;
    expect(await texts(server)).toEqual(['public', 'private']);
    for (const viewer of [stranger, as(server, foreign), as(server, limited)]) {
      expect(await texts(viewer)).toEqual(['public']);
      expect(await graphqlData(viewer, nodes)).toEqual({ nodes: [{ text: 'public' }, null] });
    }
    await changeWebsite(server, 1, { privacy: '1' });
    for (const viewer of [stranger, as(server, foreign)]) {
      expect(await texts(viewer)).toBeNull();
      expect(await graphqlData(viewer, nodes)).toEqual({ nodes: [null, null] });
    }
    expect(await texts(as(server, limited))).toEqual(['public']);
  });

  test('and changed only by keys of the account that may write', async () => {
    await using server = await startTestServer();
    await newWebsite(server, { privacy: '0' });
    const { id } = await create(server, { public: true });
    const reads = as(server, (await newKey(server, { scopes: ['stats:read'] })).key);
    const writes = as(server, (await newKey(server, { scopes: ['websites:write'] })).key);
    const foreign = as(server, (await server.newAccount('other@example.com')).key);
    const code = async (viewer: TestServer, document: string, input: object) =>
      (await graphql(viewer, document, { input })).errors?.[0]?.extensions.code;
    expect(await code(as(server, null), CREATE, { websiteId: '1', text: 'x' })).toBe('UNAUTHENTICATED');
    expect(await code(reads, CREATE, { websiteId: '1', text: 'x' })).toBe('FORBIDDEN');
    expect(await code(reads, DELETE, { id })).toBe('FORBIDDEN');
    // A deployment script writes without reading statistics.
    expect(await create(writes, { text: 'Deployed' })).toMatchObject({ text: 'Deployed' });
    expect(await code(writes, DELETE, { id })).toBe('FORBIDDEN');
    expect(await mutate(foreign, DELETE, { id })).toMatchObject({
      errors: [{ message: 'Resource not found.' }],
    });
    expect(await mutate(foreign, CREATE, { websiteId: '1', text: 'x' })).toMatchObject({
      errors: [{ path: ['input', 'websiteId'] }],
    });
    expect(await texts(server)).toEqual(['Deployed', 'Deployed']);
  });
});
