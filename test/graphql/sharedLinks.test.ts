import { describe, expect, test } from '@jest/globals';
import { graphql, graphqlData } from '../support/engine/asking.ts';
import { asHolder, newLink } from '../support/links.ts';
import { newKey, newWebsite, rest, WEBSITES } from '../support/rest.ts';
import { NOON, startTestServer, type TestServer } from '../support/server.ts';
import { rows } from '../support/tables.ts';

const HOUR_MS = 3_600_000;
const FIELDS = `sharedLink { id databaseId name url hasPassword segment { name } panels website { domain }
  expiresAt lastUsedAt createdAt updatedAt }`;
const ERRORS = '... on UserErrors { errors { path message } }';
const mutation = (name: string) => {
  const type = name[0]?.toUpperCase() + name.slice(1);
  return `mutation ($input: ${type}Input!) { result: ${name}(input: $input) {
    ... on ${type}Success { ${FIELDS} } ${ERRORS} } }`;
};

type Fields = Record<string, unknown> & { id: string; url: string };
interface Result {
  sharedLink?: Fields;
  errors?: { path: string[]; message: string }[];
}

type Mutation = `${'create' | 'update' | 'delete'}SharedLink`;
const mutate = async (server: TestServer, name: Mutation, input: object): Promise<Result> =>
  (await graphqlData<{ result: Result }>(server, mutation(name), { input })).result;

const create = (server: TestServer, input: object) =>
  mutate(server, 'createSharedLink', { websiteId: '1', name: 'Agency', ...input });

const LIST = `{ website(id: "1") { sharedLinks { name panels hasPassword expiresAt } } }`;
const listOf = async (server: TestServer) =>
  (await graphqlData<{ website: { sharedLinks: { name: string }[] | null } }>(server, LIST)).website
    .sharedLinks;

async function newSegment(server: TestServer, name: string, website = '1'): Promise<string> {
  const { createSegment } = await graphqlData<{ createSegment: { segment: { id: string } } }>(
    server,
    `mutation ($website: ID!, $name: String!) { createSegment(input: { websiteId: $website, name: $name,
      filter: { country: { in: ["DE"] } } }) { ... on CreateSegmentSuccess { segment { id } } } }`,
    { name, website },
  );
  return createSegment.segment.id;
}

describe('shared links', () => {
  test('are created, listed in their order, changed, fetched by id and deleted', async () => {
    await using server = await startTestServer();
    const { tracking_id: trackingId } = await newWebsite(server);
    const segmentId = await newSegment(server, 'Germany');
    const { sharedLink } = await create(server, { name: ' Agency\u200b ' });
    expect(sharedLink).toEqual({
      id: expect.any(String),
      databaseId: 1,
      name: 'Agency',
      hasPassword: false,
      url: expect.stringMatching(new RegExp(`^https://stats.example.com/s/${trackingId}/[\\w-]{32}$`)),
      segment: null,
      panels: null,
      website: { domain: 'example.com' },
      expiresAt: null,
      lastUsedAt: null,
      createdAt: '2026-11-21T12:00:00.000Z',
      updatedAt: '2026-11-21T12:00:00.000Z',
    });
    const id = sharedLink?.id ?? '';
    const all = {
      name: 'Board',
      password: 'tall green kettle',
      segmentId,
      panels: ['PAGE', 'COUNTRY', 'PAGE'],
      expiresAt: '2026-12-31T23:00:00Z',
    };
    const second = await create(server, all);
    expect(second.sharedLink).toMatchObject({
      name: 'Board',
      hasPassword: true,
      segment: { name: 'Germany' },
      panels: ['COUNTRY', 'PAGE'],
      expiresAt: '2026-12-31T23:00:00.000Z',
    });
    expect((await listOf(server))?.map(({ name }) => name)).toEqual(['Agency', 'Board']);
    server.setTime(NOON + HOUR_MS);
    const changed = await mutate(server, 'updateSharedLink', { ...all, id, name: 'Client' });
    expect(changed.sharedLink).toMatchObject({
      name: 'Client',
      hasPassword: true,
      segment: { name: 'Germany' },
      panels: ['COUNTRY', 'PAGE'],
      url: sharedLink?.url,
      updatedAt: '2026-11-21T13:00:00.000Z',
    });
    expect(await mutate(server, 'updateSharedLink', { id })).toMatchObject({
      sharedLink: { name: 'Client', hasPassword: true, panels: ['COUNTRY', 'PAGE'] },
    });
    const nothing = { password: null, segmentId: null, panels: null, expiresAt: null };
    expect(await mutate(server, 'updateSharedLink', { id, ...nothing })).toMatchObject({
      sharedLink: { name: 'Client', hasPassword: false, segment: null, panels: null, expiresAt: null },
    });
    const node = `{ node(id: "${id}") { ... on SharedLink { name
      embedCode light: embedCode(theme: LIGHT)
      german: embedCode(language: DE) } } }`;
    expect(await graphqlData(server, node)).toEqual({
      node: {
        name: 'Client',
        embedCode: [
          `<iframe src="${sharedLink?.url}?embed=1" title="Statistics of example.com" loading="lazy"`,
          '  style="width: 100%; height: 1600px; border: 0"></iframe>',
          '<script defer src="https://stats.example.com/embed.js"></script>',
        ].join('\n'),
        light: expect.stringContaining('?embed=1&amp;theme=light"'),
        german: expect.stringContaining('?embed=1&amp;lang=de"'),
      },
    });
    expect(await mutate(server, 'deleteSharedLink', { id })).toMatchObject({
      sharedLink: { name: 'Client' },
    });
    expect(await mutate(server, 'deleteSharedLink', { id })).toEqual({
      errors: [{ path: ['input', 'id'], message: 'Resource not found.' }],
    });
    expect((await listOf(server))?.map(({ name }) => name)).toEqual(['Board']);
  });

  test.each<[string, object, string, string]>([
    ['an empty name', { name: ' ' }, 'name', 'Is required.'],
    ['a long name', { name: 'x'.repeat(101) }, 'name', 'Must be at most 100 characters long.'],
    ['a short password', { password: 'short' }, 'password', 'Must be at least 8 characters long; got 5.'],
    [
      'the domain as the password',
      { password: 'example.com' },
      'password',
      'Must not consist of the website’s domain or parts of it. Use several random words instead.',
    ],
    ['an expiry in the past', { expiresAt: '2026-11-21T12:00:00Z' }, 'expiresAt', 'Must be in the future.'],
    [
      'a segment of another website',
      { segmentId: '1' },
      'segmentId',
      'Must be the id of a segment of the website.',
    ],
    [
      'a segment that does not exist',
      { segmentId: 'x' },
      'segmentId',
      'Must be the id of a segment of the website.',
    ],
    ['an unknown website', { websiteId: '9' }, 'websiteId', 'Must be the id of a website of the team.'],
  ])('reject %s', async (_, input, field, message) => {
    await using server = await startTestServer();
    await newWebsite(server);
    await newWebsite(server, { url: 'other.example' });
    await newSegment(server, 'Germany', '2');
    expect(await create(server, input)).toEqual({ errors: [{ path: ['input', field], message }] });
    expect(await listOf(server)).toEqual([]);
  });

  test('are at most 50 for a website, expired ones included', async () => {
    await using server = await startTestServer();
    await newWebsite(server);
    for (let number = 1; number <= 50; number += 1)
      await newLink(server, { name: `link ${number}`, expiresAt: '2026-11-21T12:00:01Z' });
    server.setTime(NOON + HOUR_MS);
    expect(await create(server, {})).toEqual({
      errors: [
        {
          path: ['input', 'name'],
          message: 'The website already has the maximum of 50 shared links. Delete one first.',
        },
      ],
    });
    expect(await listOf(server)).toHaveLength(50);
  });

  test('are deleted with their website, and keep their segment from being deleted', async () => {
    await using server = await startTestServer();
    await newWebsite(server);
    const segmentId = await newSegment(server, 'Germany');
    const link = await newLink(server, { segmentId, expiresAt: '2026-11-21T13:00:00Z' });
    const removal = `mutation { deleteSegment(input: { id: "${segmentId}" }) {
      __typename ... on UserErrors { errors { path message } } } }`;
    const errors = [
      {
        path: ['input', 'id'],
        message: 'Shared links are limited to this segment: "Agency". Delete them first.',
      },
    ];
    expect(await graphqlData(server, removal)).toEqual({
      deleteSegment: { __typename: 'UserErrors', errors },
    });
    server.setTime(NOON + HOUR_MS);
    expect(await graphqlData(server, removal)).toEqual({
      deleteSegment: { __typename: 'DeleteSegmentSuccess' },
    });
    expect(await rows(server, 'SELECT "id" FROM "SharedLink"')).toEqual([]);
    const other = await newLink(server);
    await rest(server, `${WEBSITES}/1`, { method: 'DELETE' });
    expect(await rows(server, 'SELECT "id" FROM "SharedLink"')).toEqual([]);
    for (const { token } of [link, other]) {
      const page = await server.call(`/s/x/${token}`, { key: null });
      expect(page.status).toBe(404);
    }
  });

  test('are managed only with both scopes, and by nobody else', async () => {
    await using server = await startTestServer();
    await newWebsite(server);
    const segmentId = await newSegment(server, 'Germany');
    const link = await newLink(server);
    const [{ id: databaseSegment } = { id: 0 }] = await rows<{ id: number }>(
      server,
      'SELECT "id" FROM "Segment"',
    );
    const keys = {
      reader: (await newKey(server, { scopes: ['websites:read', 'stats:read'] })).key,
      writer: (await newKey(server, { scopes: ['websites:read', 'websites:write'] })).key,
      limited: (await newKey(server, { website_id: 1, segment_id: databaseSegment })).key,
      other: (await server.newAccount('other@example.com')).key,
      nobody: null,
    };
    expect(segmentId).not.toBe('');
    for (const [name, key] of Object.entries(keys)) {
      const one: TestServer = { ...server, call: (where, init) => server.call(where, { ...init, key }) };
      const query = `{ website(id: "1") { sharedLinks { url } } node(id: "${link.id}") { id } }`;
      const { data } = await graphql<{ website: { sharedLinks: null } | null; node: null }>(one, query);
      expect([name, data.website?.sharedLinks ?? null, data.node]).toEqual([name, null, null]);
      for (const [change, input] of [
        ['createSharedLink', { websiteId: '1', name: 'mine' }],
        ['updateSharedLink', { id: link.id, name: 'mine' }],
        ['deleteSharedLink', { id: link.id }],
      ] as const) {
        const answer = await graphql<{ result: Result } | null>(one, mutation(change), { input });
        const refusal = answer.errors?.[0]?.extensions.code ?? answer.data?.result.errors?.[0]?.message;
        const expected =
          name === 'other'
            ? change === 'createSharedLink'
              ? 'Must be the id of a website of the team.'
              : 'Resource not found.'
            : name === 'nobody'
              ? 'UNAUTHENTICATED'
              : 'FORBIDDEN';
        expect([name, change, refusal]).toEqual([name, change, expected]);
      }
    }
    expect(await listOf(server)).toMatchObject([{ name: 'Agency' }]);
  });

  test('record their last use to the hour, and only if they show something', async () => {
    await using server = await startTestServer();
    await newWebsite(server);
    const link = await newLink(server);
    const locked = await newLink(server, { name: 'Locked', password: 'tall green kettle' });
    const uses = async () => {
      // The use is written after the response; writes run in their order.
      await server.deps.db.write(async () => undefined);
      const list = '{ website(id: "1") { sharedLinks { lastUsedAt } } }';
      type Data = { website: { sharedLinks: { lastUsedAt: string | null }[] } };
      return (await graphqlData<Data>(server, list)).website.sharedLinks.map(({ lastUsedAt }) => lastUsedAt);
    };
    const look = async () => {
      for (const one of [link, locked]) await graphql(asHolder(server, one), '{ sharedView { segment } }');
    };
    expect(await uses()).toEqual([null, null]);
    await look();
    expect(await uses()).toEqual(['2026-11-21T12:00:00.000Z', null]);
    server.setTime(NOON + HOUR_MS - 1);
    await look();
    expect(await uses()).toEqual(['2026-11-21T12:00:00.000Z', null]);
    server.setTime(NOON + HOUR_MS);
    await look();
    expect(await uses()).toEqual(['2026-11-21T13:00:00.000Z', null]);
  });

  test('are in the security log of their account when they are created, changed and deleted', async () => {
    await using server = await startTestServer();
    await newWebsite(server);
    const { id } = await newLink(server);
    await mutate(server, 'updateSharedLink', { id, name: 'Board', password: 'tall green kettle' });
    await mutate(server, 'deleteSharedLink', { id });
    const events = await rows(
      server,
      `SELECT "kind", "subject", "detail" FROM "SecurityEvent" WHERE "kind" LIKE 'shared%' ORDER BY "id"`,
    );
    const subject = 'example.com';
    expect(events).toEqual([
      { kind: 'shared_link_created', subject, detail: 'Agency' },
      { kind: 'shared_link_changed', subject, detail: 'Board: name, password' },
      { kind: 'shared_link_deleted', subject, detail: 'Board' },
    ]);
  });
});
