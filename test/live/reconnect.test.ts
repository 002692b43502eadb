import { expect, test } from '@jest/globals';
import { type Client, type ClientOptions, createClient } from 'graphql-sse';
import { createApiKey, operator, revokeApiKey } from '../../src/auth/keys.ts';
import { createContext } from '../../src/request/context.ts';
import { newWebsite } from '../support/rest.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const LIVE = { query: 'subscription { liveVisitors(websiteId: 1) { visitors } }' };

/** What a subscription of graphql-sse received. */
interface Got {
  /** `message`, `error` with the code of a result, `complete`, or `failed`. */
  events: string[];
  /** Number of connections. */
  connections: number;
  /** Resolves when that many events have arrived. */
  count(events: number): Promise<void>;
}

function subscribe(client: Client): Got {
  let arrived: () => void = () => undefined;
  const got: Got = {
    events: [],
    connections: 0,
    async count(events) {
      while (got.events.length < events)
        await new Promise<void>((resolve) => {
          arrived = resolve;
        });
    },
  };
  const add = (event: string) => {
    got.events.push(event);
    arrived();
  };
  client.subscribe(
    LIVE,
    {
      next: ({ errors }) => add(errors ? `error ${errors[0]?.extensions?.code}` : 'message'),
      error: () => add('failed'),
      complete: () => add('complete'),
    },
    {
      connected() {
        got.connections += 1;
      },
    },
  );
  return got;
}

const clientOf = (server: TestServer, key: string, options: Partial<ClientOptions<false>> = {}) =>
  createClient({ url: `${server.url}/graphql`, headers: { authorization: `Bearer ${key}` }, ...options });

test('after a restart of the server, the client of graphql-sse has its subscription again', async () => {
  await using server = await startTestServer();
  await newWebsite(server);
  let restarted: () => void = () => undefined;
  const restart = new Promise<void>((resolve) => {
    restarted = resolve;
  });
  const client = clientOf(server, server.key, { retry: () => restart });
  const got = subscribe(client);
  await got.count(1);
  await server.stop();
  expect(got.events).toEqual(['message']);
  await using _again = await startTestServer({ beside: server, env: { PORT: new URL(server.url).port } });
  restarted();
  await got.count(2);
  expect(got).toMatchObject({ events: ['message', 'message'], connections: 2 });
  client.dispose();
});

test('after the revocation of its API key, the client of graphql-sse does not connect again', async () => {
  await using server = await startTestServer();
  await newWebsite(server);
  const context = () => createContext(server.deps, operator(server.teamId));
  const created = await createApiKey({ name: 'wall' }, context());
  const client = clientOf(server, created.key, { retry: async () => undefined });
  const got = subscribe(client);
  await got.count(1);
  await revokeApiKey(created.apiKey.id, context());
  await got.count(3);
  expect(got).toMatchObject({ events: ['message', 'error UNAUTHENTICATED', 'complete'], connections: 1 });
});
