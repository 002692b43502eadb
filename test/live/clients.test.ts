import { expect, test } from '@jest/globals';
import {
  Client,
  type ClientOptions,
  cacheExchange,
  fetchExchange,
  gql,
  subscriptionExchange,
} from '@urql/core';
import { createClient } from 'graphql-sse';
import { blocksOf } from '../support/documents/blocks.ts';
import { openEvents } from '../support/eventStream.ts';
import { rawRequest } from '../support/raw.ts';
import { newWebsite } from '../support/rest.ts';
import { CHROME, IPHONE, startTestServer, type TestServer } from '../support/server.ts';
import { sendHit } from '../support/track.ts';

/** The block of docs/api.md that contains a text. */
function blockWith(text: string): string {
  const block = blocksOf('docs/api.md').find((each) => each.text.includes(text));
  if (!block) throw new Error(`docs/api.md has no block with ${text}.`);
  return block.text;
}

/** A server with the three visitors of the examples. */
async function startWorld(): Promise<TestServer> {
  const server = await startTestServer();
  const { tracking_id: website } = await newWebsite(server);
  const hit = { website, page: 'https://example.com/' };
  await sendHit(server, hit);
  await sendHit(server, hit, { 'x-forwarded-for': '203.0.113.7' });
  await sendHit(server, hit, { 'user-agent': IPHONE });
  return server;
}

test('the stream that docs/api.md requests with curl begins as shown there', async () => {
  await using server = await startWorld();
  const command = blockWith('curl -N');
  const headers = Object.fromEntries(
    [...command.matchAll(/-H "([^:]+): ([^"]+)"/g)].map(([, name, value = '']) => [
      name,
      value.replace('$KEY', server.key),
    ]),
  );
  const body = /-d '([^']+)'/.exec(command)?.[1] ?? '';
  const controller = new AbortController();
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers,
    body,
    signal: controller.signal,
  });
  await using stream = await openEvents(response, () => controller.abort());
  const { event, data } = (await stream.event()) ?? {};
  expect(blockWith('event: next')).toBe(`:\n\nevent: ${event}\ndata: ${data}`);
});

test('GET /live has the numbers as docs/api.md says, and 304 while they stay the same', async () => {
  await using server = await startWorld();
  expect(blockWith('api/v1/live/1')).toMatch(/^curl https:\/\/stats\.example\.com\/api\/v1\/live\/1 /);
  const response = await server.call('/api/v1/live/1');
  const body = (await response.json()) as { data: { minutes: unknown[]; hits: unknown[] } };
  expect(body).toMatchObject({
    data: {
      visitors: 3,
      pages: [{ value: '/', count: 3 }],
      referrers: [{ value: '', count: 3 }],
      countries: expect.any(Array),
    },
    status: 200,
  });
  expect(body.data.minutes.at(-1)).toEqual({ at: '2026-11-21T12:00:00.000Z', visitors: 3, pageviews: 3 });
  expect(body.data.minutes).toHaveLength(30);
  expect(body.data.hits[0]).toEqual({
    at: '2026-11-21T12:00:00.000Z',
    page: '/',
    event: null,
    country: expect.any(String),
  });
  const again = await rawRequest(server, '/api/v1/live/1', {
    headers: {
      authorization: `Bearer ${server.key}`,
      'if-none-match': response.headers.get('etag') ?? '',
    },
  });
  expect(again.status).toBe(304);
});

const headersOf = ({ key }: TestServer) => ({ authorization: `Bearer ${key}` });

/** urql's own reader of event streams. */
const withOption = (server: TestServer): Omit<ClientOptions, 'url'> => ({
  exchanges: [cacheExchange, fetchExchange],
  fetchSubscriptions: true,
  preferGetMethod: false,
  fetchOptions: { headers: headersOf(server) },
});

/** The client of graphql-sse behind urql's exchange for subscriptions. */
function withExchange(server: TestServer): Omit<ClientOptions, 'url'> {
  const sse = createClient({ url: `${server.url}/graphql`, headers: headersOf(server), retryAttempts: 0 });
  return {
    exchanges: [
      subscriptionExchange({
        forwardSubscription: ({ query = '', variables }) => ({
          subscribe: (sink) => ({
            unsubscribe: sse.subscribe({ query, variables: variables as Record<string, unknown> }, sink),
          }),
        }),
      }),
    ],
  };
}

test.each([
  ['fetchSubscriptions', withOption],
  ['subscriptionExchange and the client of graphql-sse', withExchange],
])('urql receives the messages of a subscription with %s', async (_, optionsFor) => {
  await using server = await startTestServer();
  const { tracking_id: website } = await newWebsite(server);
  const client = new Client({ url: `${server.url}/graphql`, ...optionsFor(server) });
  const document = gql`subscription { liveVisitors(websiteId: 1) { visitors } }`;
  const got: unknown[] = [];
  await new Promise<void>((resolve, reject) => {
    client.subscription(document, {}).subscribe(({ data, error }) => {
      if (error) reject(error);
      got.push(data);
      if (got.length === 1)
        void sendHit(server, { website, page: 'https://example.com/' }, { 'user-agent': CHROME });
      else resolve();
    });
  });
  expect(got).toEqual([{ liveVisitors: { visitors: 0 } }, { liveVisitors: { visitors: 1 } }]);
});
