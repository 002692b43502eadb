import { expect, test } from '@jest/globals';
import { graphql } from '../gql/gql.ts';
import { ask } from '../support/ask.ts';
import { startTestServer } from '../support/server.ts';

const Create = graphql(`
  mutation CreateWebsite($input: CreateWebsiteInput!) {
    createWebsite(input: $input) {
      __typename
      ... on CreateWebsiteSuccess {
        website {
          id
          databaseId
          url
          domain
          privacy
          email
          excludeBots
          excludeIps
          hasPassword
          timezone
          trackingId
          snippet
          createdAt
          updatedAt
        }
      }
      ... on UserErrors {
        message
        errors {
          path
          message
        }
      }
    }
  }
`);

const Update = graphql(`
  mutation UpdateWebsite($input: UpdateWebsiteInput!) {
    updateWebsite(input: $input) {
      __typename
      ... on UpdateWebsiteSuccess {
        website {
          id
          url
          privacy
          excludeIps
          hasPassword
          timezone
        }
      }
      ... on UserErrors {
        errors {
          path
          message
        }
      }
    }
  }
`);

const Delete = graphql(`
  mutation DeleteWebsite($input: DeleteWebsiteInput!) {
    deleteWebsite(input: $input) {
      __typename
      ... on DeleteWebsiteSuccess {
        website {
          domain
        }
      }
      ... on UserErrors {
        errors {
          path
          message
        }
      }
    }
  }
`);

const One = graphql(`
  query Website($id: ID, $trackingId: String) {
    website(id: $id, trackingId: $trackingId) {
      id
      domain
      email
      excludeBots
      excludeIps
      hasPassword
    }
  }
`);

const List = graphql(`
  query Websites($search: String, $sort: SortOrder, $first: Int, $after: String) {
    websites(search: $search, sort: $sort, first: $first, after: $after) {
      totalCount
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
      edges {
        cursor
        node {
          domain
        }
      }
      nodes {
        domain
      }
    }
  }
`);

const Again = graphql(`
  query Node($id: ID!) {
    node(id: $id) {
      __typename
      id
      ... on Website {
        domain
      }
    }
  }
`);

async function create(
  server: Awaited<ReturnType<typeof startTestServer>>,
  input: { url: string; privacy?: 'PUBLIC' },
) {
  const { data } = await ask(server, Create, { input });
  if (data.createWebsite.__typename !== 'CreateWebsiteSuccess') throw new Error('not created');
  return data.createWebsite.website;
}

test('a website is created with the same defaults as in REST, as enums, booleans and lists', async () => {
  await using server = await startTestServer();
  const { data } = await ask(server, Create, { input: { url: 'example.com' } });
  expect(data.createWebsite).toMatchObject({
    __typename: 'CreateWebsiteSuccess',
    website: {
      databaseId: 1,
      url: 'https://example.com',
      domain: 'example.com',
      privacy: 'PRIVATE',
      email: false,
      excludeBots: true,
      excludeIps: [],
      hasPassword: false,
      timezone: 'UTC',
      snippet: expect.stringMatching(
        new RegExp(
          '^<script defer src="https://stats\\.example\\.com/script\\.js" ' +
            'data-website="[0-9a-f]{18}"></script>$',
        ),
      ),
      createdAt: '2026-11-21T12:00:00.000Z',
    },
  });
});

test('all invalid fields of an input are reported at once, each with its path', async () => {
  await using server = await startTestServer();
  const { data, errors } = await ask(server, Create, {
    input: {
      url: 'ftp://example.com',
      excludeIps: ['10.0.0.1', 'nonsense'],
      timezone: 'Mars/Base',
      privacy: 'PASSWORD',
    },
  });
  expect(errors).toBeUndefined();
  expect(data.createWebsite).toEqual({
    __typename: 'UserErrors',
    message: 'The given data was invalid.',
    errors: [
      { path: ['input', 'url'], message: expect.stringContaining('http or https') },
      { path: ['input', 'excludeIps'], message: expect.stringContaining('Line 2, "nonsense"') },
      { path: ['input', 'timezone'], message: expect.stringContaining('IANA') },
      { path: ['input', 'password'], message: 'Is required if the privacy is password.' },
    ],
  });
});

test('an update changes only the given fields', async () => {
  await using server = await startTestServer();
  const { id } = await create(server, { url: 'example.com' });
  const { data } = await ask(server, Update, {
    input: { id, privacy: 'PASSWORD', password: 'open sesame', excludeIps: ['10.0.0.0/8', '2001:db8::1'] },
  });
  expect(data.updateWebsite).toEqual({
    __typename: 'UpdateWebsiteSuccess',
    website: {
      id,
      url: 'https://example.com',
      privacy: 'PASSWORD',
      excludeIps: ['10.0.0.0/8', '2001:db8::1'],
      hasPassword: true,
      timezone: 'UTC',
    },
  });
});

test('a website of another account cannot be changed and is reported as not found', async () => {
  await using server = await startTestServer();
  const { id } = await create(server, { url: 'example.com', privacy: 'PUBLIC' });
  const { key } = await server.newAccount('other@example.com');
  const missing = {
    __typename: 'UserErrors',
    errors: [{ path: ['input', 'id'], message: 'Resource not found.' }],
  };
  expect((await ask(server, Update, { input: { id, email: true } }, { key })).data.updateWebsite).toEqual(
    missing,
  );
  expect((await ask(server, Delete, { input: { id } }, { key })).data.deleteWebsite).toEqual(missing);
  expect((await ask(server, One, { id })).data.website).toMatchObject({ email: false });
});

test('a deleted website is not found', async () => {
  await using server = await startTestServer();
  const { id } = await create(server, { url: 'example.com' });
  expect((await ask(server, Delete, { input: { id } })).data.deleteWebsite).toEqual({
    __typename: 'DeleteWebsiteSuccess',
    website: { domain: 'example.com' },
  });
  expect((await ask(server, One, { id })).data.website).toBeNull();
  expect((await ask(server, Again, { id })).data.node).toBeNull();
});

test('an anonymous viewer sees a public website without its settings, and no private website', async () => {
  await using server = await startTestServer();
  const shown = await create(server, { url: 'public.example', privacy: 'PUBLIC' });
  const hidden = await create(server, { url: 'private.example' });
  const stranger = { key: null };
  expect((await ask(server, One, { trackingId: shown.trackingId }, stranger)).data.website).toEqual({
    id: shown.id,
    domain: 'public.example',
    email: null,
    excludeBots: null,
    excludeIps: null,
    hasPassword: null,
  });
  expect((await ask(server, One, { trackingId: hidden.trackingId }, stranger)).data.website).toBeNull();
  expect((await ask(server, Again, { id: hidden.id }, stranger)).data.node).toBeNull();
});

test('a website is found by global ID, by database ID and with node', async () => {
  await using server = await startTestServer();
  const { id, databaseId } = await create(server, { url: 'example.com' });
  for (const by of [id, String(databaseId)]) {
    expect((await ask(server, One, { id: by })).data.website).toMatchObject({ id, domain: 'example.com' });
  }
  expect((await ask(server, Again, { id })).data.node).toEqual({
    __typename: 'Website',
    id,
    domain: 'example.com',
  });
});

test('connections paginate forward by cursor, with the total over all pages', async () => {
  await using server = await startTestServer();
  for (let number = 10; number < 33; number++) await create(server, { url: `site-${number}.example` });

  const first = await ask(server, List, { first: 10 });
  expect(first.data.websites).toMatchObject({
    totalCount: 23,
    pageInfo: { hasNextPage: true, hasPreviousPage: false },
  });
  expect(first.data.websites.nodes.map(({ domain }) => domain)).toEqual(
    Array.from({ length: 10 }, (_, index) => `site-${index + 10}.example`),
  );
  const last = await ask(server, List, { first: 20, after: first.data.websites.pageInfo.endCursor });
  expect(last.data.websites.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
  expect(last.data.websites.edges.map(({ node }) => node.domain).at(-1)).toBe('site-32.example');
  expect(last.data.websites.edges).toHaveLength(13);

  const found = await ask(server, List, { search: 'SITE-3', sort: 'DESC' });
  expect(found.data.websites.nodes.map(({ domain }) => domain)).toEqual([
    'site-32.example',
    'site-31.example',
    'site-30.example',
  ]);
});

test('first must be from 10 to 100, as in REST', async () => {
  await using server = await startTestServer();
  for (const first of [9, 101]) {
    const { errors } = await ask(server, List, { first, after: 'nonsense' });
    expect(errors).toEqual([
      expect.objectContaining({
        message: 'The given data was invalid.',
        path: ['websites'],
        extensions: {
          code: 'BAD_USER_INPUT',
          errors: {
            first: ['Must be an integer from 10 to 100.'],
            after: ['Must be a cursor from an earlier response.'],
          },
        },
      }),
    ]);
  }
});

test('fields that need a key are UNAUTHENTICATED without one, and an invalid key gets 401', async () => {
  await using server = await startTestServer();
  const anonymous = await ask(server, List, {}, { key: null });
  expect(anonymous.status).toBe(200);
  expect(anonymous.errors?.[0]).toMatchObject({
    message: 'Unauthenticated.',
    extensions: { code: 'UNAUTHENTICATED' },
  });
  const wrong = await ask(server, List, {}, { key: 'ff_wrong' });
  expect(wrong.status).toBe(401);
  expect(wrong.errors?.[0]).toMatchObject({
    message: 'Unauthenticated.',
    extensions: { code: 'UNAUTHENTICATED' },
  });
});
