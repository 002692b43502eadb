import { expect, test } from '@jest/globals';
import { openEvents, subscribe } from '../support/eventStream.ts';
import { newWebsite } from '../support/rest.ts';
import { sharedServer } from '../support/shared.ts';
import { eventually } from '../support/site.ts';

/**
 * What the distinct connections mode of the GraphQL over SSE protocol asks of a server, in our words:
 * https://github.com/enisdenjo/graphql-sse/blob/master/PROTOCOL.md
 */

const server = sharedServer({}, async (started) => {
  await newWebsite(started, { privacy: '0' });
});

const LIVE = 'subscription { liveVisitors(websiteId: 1) { visitors } }';
const COMPLETE = { event: 'complete', data: '' };

test('a subscription is answered with status 200 and the type of an event stream', async () => {
  await using stream = await subscribe(server(), LIVE);
  expect(stream.status).toBe(200);
  expect(stream.headers.get('content-type')).toBe('text/event-stream');
});

test('the stream begins with a comment, so that the headers are sent before the first result', async () => {
  await using stream = await subscribe(server(), LIVE);
  await stream.next();
  expect(stream.comments()).toBeGreaterThanOrEqual(1);
});

test('proxies neither store, transform nor buffer the stream', async () => {
  await using stream = await subscribe(server(), LIVE, { headers: { 'accept-encoding': 'br, gzip' } });
  expect(stream.headers.get('content-encoding')).toBeNull();
  expect(stream.headers.get('cache-control')).toBe('no-store, no-transform');
  expect(stream.headers.get('x-accel-buffering')).toBe('no');
});

test.each([
  ['a query', '{ website(id: 1) { domain } }'],
  ['a wrong operation', 'subscription { nothing }'],
  ['a stream for GET', LIVE],
])('%s that is answered with an event stream has the same headers', async (title, query) => {
  const init = title.endsWith('GET') ? {} : { method: 'POST', body: JSON.stringify({ query }) };
  const where = title.endsWith('GET') ? `/graphql?${new URLSearchParams({ query })}` : '/graphql';
  const controller = new AbortController();
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    'accept-encoding': 'br, gzip',
  };
  const response = await server().call(where, { ...init, headers, signal: controller.signal });
  await using stream = await openEvents(response, () => controller.abort());
  const found = ['content-type', 'cache-control', 'x-accel-buffering', 'content-encoding'].map((name) =>
    stream.headers.get(name),
  );
  expect(found).toEqual(['text/event-stream', 'no-store, no-transform', 'no', null]);
});

test('each result is an event `next` with the JSON of an execution result', async () => {
  await using stream = await subscribe(server(), LIVE);
  const event = await stream.event();
  expect(event?.event).toBe('next');
  expect(JSON.parse(event?.data ?? '')).toEqual({ data: { liveVisitors: { visitors: 0 } } });
});

test('a query with the type of an event stream has one result, and is then complete', async () => {
  await using stream = await subscribe(server(), '{ website(id: 1) { domain } }');
  expect(stream.status).toBe(200);
  expect(stream.headers.get('content-type')).toBe('text/event-stream');
  expect(stream.headers.get('content-encoding')).toBeNull();
  expect(await stream.next()).toMatchObject({ data: { website: { domain: 'example.com' } } });
  expect(await stream.event()).toEqual(COMPLETE);
  expect(await stream.event()).toBeNull();
});

test.each([
  ['a syntax error', 'subscription {', /^Syntax Error/],
  ['an unknown field', 'subscription { nothing }', /^Cannot query field "nothing"/],
  [
    'two root fields',
    'subscription { a: liveVisitors(websiteId: 1) { visitors } b: liveVisitors(websiteId: 1) { visitors } }',
    /must select only one top level field/,
  ],
  ['a missing argument', 'subscription { liveVisitors { visitors } }', /of type "ID!" is required/],
  [
    'a missing variable',
    'subscription ($id: ID!) { liveVisitors(websiteId: $id) { visitors } }',
    /of required type "ID!" was not provided/,
  ],
])(
  '%s is reported by an event with status 200, and the stream is complete',
  async (_title, query, message) => {
    await using stream = await subscribe(server(), query);
    expect(stream.status).toBe(200);
    expect(stream.headers.get('content-type')).toBe('text/event-stream');
    const { errors, data } = await stream.next();
    expect(data ?? null).toBeNull();
    expect(errors?.[0]?.message).toMatch(message);
    expect(await stream.event()).toEqual(COMPLETE);
    expect(await stream.event()).toBeNull();
  },
);

test('wrong arguments of the selection are reported by an event, and the stream is complete', async () => {
  const query = `subscription {
    period(websiteId: 1, from: "2026-11-22", to: "2026-11-21") { visitors } }`;
  await using stream = await subscribe(server(), query);
  const { errors } = await stream.next();
  expect(errors?.[0]).toMatchObject({ extensions: { code: 'BAD_USER_INPUT' }, path: ['period'] });
  expect(await stream.event()).toEqual(COMPLETE);
  expect(await stream.event()).toBeNull();
});

test('GET works as POST, for the EventSource of browsers', async () => {
  const controller = new AbortController();
  const response = await server().call(`/graphql?${new URLSearchParams({ query: LIVE })}`, {
    headers: { accept: 'text/event-stream' },
    signal: controller.signal,
  });
  await using stream = await openEvents(response, () => controller.abort());
  expect(stream.status).toBe(200);
  expect(await stream.next()).toEqual({ data: { liveVisitors: { visitors: 0 } } });
});

test('a client that closes the connection ends the operation', async () => {
  const isClosed = () => eventually('the streams are closed', () => server().live.length === 0);
  await isClosed();
  const stream = await subscribe(server(), LIVE);
  await stream.next();
  expect(server().live.length).toBe(1);
  await stream[Symbol.asyncDispose]();
  await isClosed();
});

test.each(['*/*', 'text/*', 'multipart/mixed, text/event-stream;q=0.9'])(
  'a subscription accepts `Accept: %s`',
  async (accept) => {
    await using stream = await subscribe(server(), LIVE, { headers: { accept } });
    expect(stream.headers.get('content-type')).toBe('text/event-stream');
    expect(await stream.next()).toEqual({ data: { liveVisitors: { visitors: 0 } } });
  },
);

test('a subscription for a client that reads only JSON is refused, with the type to accept', async () => {
  const response = await server().call('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query: LIVE }),
  });
  expect(response.status).toBe(406);
  expect(await response.json()).toMatchObject({
    errors: [{ message: expect.stringContaining('`Accept: text/event-stream`') }],
  });
});

test('a mutation over GET is refused', async () => {
  const query = 'mutation { logOut(input: {}) }';
  const response = await server().call(`/graphql?${new URLSearchParams({ query })}`, {
    headers: { accept: 'text/event-stream' },
  });
  expect(response.status).toBe(405);
});
