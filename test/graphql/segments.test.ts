import { describe, expect, test } from '@jest/globals';
import { operator } from '../../src/auth/keys.ts';
import { createContext } from '../../src/request/context.ts';
import { deleteSegment } from '../../src/websites/segments/changes.ts';
import { graphql, graphqlData, graphqlFilter } from '../support/engine/asking.ts';
import type { FilterInput } from '../support/engine/filterInputs.ts';
import type { KnownMetrics } from '../support/engine/knownFilters.ts';
import { recordSmallSite, SMALL_PERIOD } from '../support/engine/smallSite.ts';
import { changeWebsite, newKey, newWebsite, rest, WEBSITES } from '../support/rest.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared.ts';
import { rows } from '../support/tables.ts';

const DE = { country: { in: ['DE'] } };
const FIELDS = 'segment { id databaseId name filter website { domain } createdAt updatedAt }';
const ERRORS = '... on UserErrors { errors { path message } }';
const CREATE = `mutation ($input: CreateSegmentInput!) { result: createSegment(input: $input) {
  ... on CreateSegmentSuccess { ${FIELDS} } ${ERRORS} } }`;
const UPDATE = `mutation ($input: UpdateSegmentInput!) { result: updateSegment(input: $input) {
  ... on UpdateSegmentSuccess { ${FIELDS} } ${ERRORS} } }`;
const DELETE = `mutation ($input: DeleteSegmentInput!) { result: deleteSegment(input: $input) {
  ... on DeleteSegmentSuccess { ${FIELDS} } ${ERRORS} } }`;

interface Segment {
  id: string;
  databaseId: number;
  name: string;
  filter: string;
}
interface Result {
  segment?: Segment;
  errors?: { path: string[]; message: string }[];
}

const mutate = async (server: TestServer, mutation: string, input: object): Promise<Result> =>
  (await graphqlData<{ result: Result }>(server, mutation, { input })).result;

async function create(server: TestServer, input: object): Promise<Segment> {
  const { segment, errors } = await mutate(server, CREATE, { websiteId: '1', filter: DE, ...input });
  if (!segment) throw new Error(JSON.stringify(errors));
  return segment;
}

const LIST = '{ website(id: "1") { segments { name filter } } }';
const namesOf = async (server: TestServer) =>
  (await graphqlData<{ website: { segments: { name: string }[] } }>(server, LIST)).website.segments.map(
    ({ name }) => name,
  );

describe('segments', () => {
  test('are created, listed by name, changed, fetched by id and deleted', async () => {
    await using server = await startTestServer();
    await newWebsite(server);
    const segment = await create(server, { name: ' mobile\u200b ', filter: { device: { in: ['mobile'] } } });
    expect(segment).toEqual({
      id: expect.any(String),
      databaseId: 1,
      name: 'mobile',
      filter: '{"device":{"in":["mobile"]}}',
      website: { domain: 'example.com' },
      createdAt: '2026-11-21T12:00:00.000Z',
      updatedAt: '2026-11-21T12:00:00.000Z',
    });
    const { id } = segment;
    await create(server, { name: 'Germany' });
    await create(server, { name: 'Älter' });
    expect(await namesOf(server)).toEqual(['Germany', 'mobile', 'Älter']);
    server.setTime(Date.UTC(2026, 10, 21, 13));
    const renamed = { name: 'Phones', filter: '{"device":{"in":["mobile"]}}' };
    expect(await mutate(server, UPDATE, { id, name: 'Phones' })).toMatchObject({
      segment: { ...renamed, updatedAt: '2026-11-21T13:00:00.000Z' },
    });
    expect(await mutate(server, UPDATE, { id, name: 'PHONES', filter: DE })).toMatchObject({
      segment: { name: 'PHONES', filter: '{"country":{"in":["DE"]}}' },
    });
    const node = `{ node(id: "${id}") { ... on Segment { name website { domain } } } }`;
    expect(await graphqlData(server, node)).toEqual({
      node: { name: 'PHONES', website: { domain: 'example.com' } },
    });
    expect(await mutate(server, DELETE, { id })).toMatchObject({ segment: { name: 'PHONES' } });
    expect(await mutate(server, DELETE, { id })).toEqual({
      errors: [{ path: ['input', 'id'], message: 'Resource not found.' }],
    });
    expect(await namesOf(server)).toEqual(['Germany', 'Älter']);
  });

  test('have names that are unique for their website, regardless of case', async () => {
    await using server = await startTestServer();
    await newWebsite(server);
    await newWebsite(server, { url: 'other.example' });
    await create(server, { name: 'Über' });
    await create(server, { name: 'Über', websiteId: '2' });
    const { id } = await create(server, { name: 'second' });
    const taken = {
      errors: [{ path: ['input', 'name'], message: 'The website already has a segment with this name.' }],
    };
    expect(await mutate(server, CREATE, { websiteId: '1', name: 'ÜBER', filter: DE })).toEqual(taken);
    expect(await mutate(server, UPDATE, { id, name: 'über' })).toEqual(taken);
  });

  test('are at most 100 for a website', async () => {
    await using server = await startTestServer();
    await newWebsite(server);
    for (let number = 1; number <= 100; number += 1) await create(server, { name: `segment ${number}` });
    expect(await mutate(server, CREATE, { websiteId: '1', name: 'one more', filter: DE })).toEqual({
      errors: [
        {
          path: ['input', 'name'],
          message: 'The website already has the maximum of 100 segments. Delete one first.',
        },
      ],
    });
    expect(await namesOf(server)).toHaveLength(100);
  });

  test('are deleted with their website', async () => {
    await using server = await startTestServer();
    const { id } = await newWebsite(server);
    const { databaseId } = await create(server, { name: 'Germany' });
    await newKey(server, { website_id: id, segment_id: databaseId });
    expect((await rest(server, `${WEBSITES}/${id}`, { method: 'DELETE' })).status).toBe(200);
    expect(await rows(server, 'SELECT "id" FROM "Segment"')).toEqual([]);
    expect(await rows(server, 'SELECT "id" FROM "ApiKey" WHERE "websiteId" = 1')).toEqual([]);
  });

  test('cannot be deleted while a valid API key is limited to them', async () => {
    await using server = await startTestServer();
    await newWebsite(server);
    const { id, databaseId } = await create(server, { name: 'Germany' });
    const bounds = { website_id: 1, segment_id: databaseId };
    const expires = new Date(Date.UTC(2026, 10, 21, 12, 1));
    const first = await newKey(server, { ...bounds, name: 'Agency' });
    await newKey(server, { ...bounds, name: 'Expired', expires_at: expires });
    server.setTime(expires.getTime());
    const inUse = (list: string) => ({
      errors: [
        {
          path: ['input', 'id'],
          message: `API keys are limited to this segment: ${list}. Revoke them first.`,
        },
      ],
    });
    expect(await mutate(server, DELETE, { id })).toEqual(inUse('"Agency"'));
    const others: number[] = [];
    for (const name of ['b', 'c', 'd', 'e']) others.push((await newKey(server, { ...bounds, name })).id);
    expect(await mutate(server, DELETE, { id })).toEqual(inUse('"Agency", "b", "c" and 2 more'));
    for (const key of [first.id, ...others])
      await graphqlData(server, `mutation { revokeApiKey(input: { id: "${key}" }) { __typename } }`);
    expect(await mutate(server, DELETE, { id })).toMatchObject({ segment: { name: 'Germany' } });
    expect((await server.call(WEBSITES, { key: first.key })).status).toBe(401);
    expect(await rows(server, 'SELECT "id" FROM "ApiKey" WHERE "segmentId" IS NOT NULL')).toEqual([]);
  });
});

describe('wrong input', () => {
  const server = sharedServer({}, async (started) => {
    await newWebsite(started);
    const { key } = await started.newAccount('other@example.com');
    await newWebsite(started, { url: 'foreign.example' }, key);
    await create(started, { name: 'Germany' });
  });
  const long = Array.from({ length: 40 }, (_, index) => `${index} ${'x'.repeat(450)}`);
  const NEEDED = 'Must have at least one condition.';

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
    [
      'a name and a filter',
      { name: '', filter: { or: [DE, { page: { in: [] } }], visited: { country: { in: ['DE'] } } } },
      [
        ['name', 'Is required.'],
        ['filter.or.1.page.in', 'Must have at least one value.'],
        ['filter.visited.country', expect.stringMatching(/^Must not be inside "visited"/)],
      ],
    ],
  ])('%s is a user error with the path', async (_, input, errors) => {
    const wrong = errors.map(([path, message]) => ({ path: ['input', ...path.split('.')], message }));
    const valid = { websiteId: '1', name: 'New', filter: DE };
    const { errors: found } = await mutate(server(), CREATE, { ...valid, ...input });
    expect(found).toHaveLength(wrong.length);
    expect(found).toEqual(expect.arrayContaining(wrong));
    expect(await namesOf(server())).toEqual(['Germany']);
  });

  test('an unknown segment is null as a node', async () => {
    const node = (id: string) => `{ node(id: "${Buffer.from(`Segment:${id}`).toString('base64')}") { id } }`;
    for (const id of ['2', '99999999999'])
      expect(await graphqlData(server(), node(id))).toEqual({ node: null });
  });

  test('an unknown segment cannot be changed', async () => {
    for (const id of ['2', 'x', '0']) {
      const missing = { errors: [{ path: ['input', 'id'], message: 'Resource not found.' }] };
      expect(await mutate(server(), UPDATE, { id, name: 'x' })).toEqual(missing);
    }
  });
});

describe('Website.period under a segment', () => {
  const server = sharedServer({}, async (started) => {
    await recordSmallSite(started);
    await newWebsite(started, { url: 'second.example' });
    await create(started, { name: 'Germany' });
    await create(started, { name: 'of the second', websiteId: '2' });
  });
  const PERIOD = `query ($segment: ID, $filter: FilterInput) { website(id: "1") {
    period(from: "${SMALL_PERIOD.from}", to: "${SMALL_PERIOD.to}", segment: $segment, filter: $filter) {
      visitors visits pageviews events bounces } } }`;
  const ask = (variables: object, from = server()) =>
    graphql<{ website: { period: Record<string, number> } | null }>(from, PERIOD, variables);
  const countsOf = async (variables: object) =>
    Object.values((await ask(variables)).data.website?.period ?? {});

  test('counts what the segment selects, and the filter too', async () => {
    expect(await countsOf({ segment: '1' })).toEqual([3, 4, 6, 1, 2]);
    expect(await countsOf({ segment: '1', filter: { device: { in: ['mobile'] } } })).toEqual([1, 1, 2, 0, 0]);
    expect(await countsOf({ segment: null })).toEqual([6, 7, 9, 3, 3]);
  });

  const stored: [FilterInput, KnownMetrics][] = [
    [{ city: { not_in: ['Århus, DK'], starts_with: 'b' } }, [2, 3, 4, 1, 2]],
    [{ page: { in: ['/docs/é'] } }, [1, 1, 1, 0, 0]],
    [{ visited: { event: { contains: '' } } }, [3, 3, 4, 3, 0]],
    [{ not: { or: [{ country: { in: ['DE'] } }, { os: { in: ['iOS'] } }] } }, [2, 2, 1, 1, 1]],
  ];

  test.each(stored.map(([filter, known]) => [JSON.stringify(filter), filter, known] as const))(
    'stores the filter %s so that it selects the same, and can be given back',
    async (_, filter, known) => {
      const { id, filter: text } = await create(server(), { name: 'known', filter: graphqlFilter(filter) });
      expect(await countsOf({ segment: id })).toEqual(known);
      expect(await countsOf({ filter: JSON.parse(text) })).toEqual(known);
      await mutate(server(), DELETE, { id });
    },
  );

  const UNKNOWN = {
    message: 'The given data was invalid.',
    extensions: {
      code: 'BAD_USER_INPUT',
      errors: { segment: ['Must be the id of a segment of this website that the viewer may use.'] },
    },
  };

  test.each([
    ['does not exist', '99'],
    ['belongs to another website', '2'],
    ['is no id', 'x'],
    ['is empty', ''],
    ['has an id beyond all limits', Buffer.from('Segment:999999999').toString('base64')],
  ])('rejects a segment that %s', async (_, segment) => {
    expect((await ask({ segment })).errors).toMatchObject([UNKNOWN]);
  });

  test('other viewers of a public page neither use nor see segments', async () => {
    await changeWebsite(server(), 1, { privacy: 0 });
    const { key } = await server().newAccount('stranger@example.com');
    for (const as of [null, key]) {
      const other: TestServer = {
        ...server(),
        call: (where, init) => server().call(where, { ...init, key: as }),
      };
      expect((await ask({ segment: '1' }, other)).errors).toMatchObject([UNKNOWN]);
      expect(await graphqlData(other, LIST)).toEqual({ website: { segments: null } });
      const node = `{ node(id: "${Buffer.from('Segment:1').toString('base64')}") { id } }`;
      expect(await graphqlData(other, node)).toEqual({ node: null });
    }
  });

  test.each([
    ['websites:write', 'stats:read'],
    ['stats:read', 'websites:write'],
  ])('a key with only %s cannot change segments', async (scope, missing) => {
    const { key } = await newKey(server(), { scopes: [scope] });
    const one = server();
    const bounded: TestServer = { ...one, call: (where, init) => one.call(where, { ...init, key }) };
    const { errors } = await graphql(bounded, UPDATE, { input: { id: '1', name: 'x' } });
    expect(errors?.[0]?.message).toBe(`The API key lacks the scope ${missing}.`);
  });

  test('a stored filter that cannot be parsed selects nothing rather than everything', async () => {
    const { id, databaseId } = await create(server(), { name: 'later' });
    await server().deps.db.write((tx) =>
      tx.segment.updateMany({ where: { name: 'later' }, data: { filter: '{"mood":{"in":["good"]}}' } }),
    );
    const { data, errors } = await ask({ segment: id });
    expect([data.website, errors?.[0]?.extensions.code]).toEqual([null, 'BAD_USER_INPUT']);
    await deleteSegment(databaseId, createContext(server().deps, operator(server().teamId)));
  });
});
