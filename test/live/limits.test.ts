import { expect, test } from '@jest/globals';
import { type DocumentNode, parse } from 'graphql';
import { strangerName } from '../../src/db/readQueue.ts';
import { AppError } from '../../src/errors.ts';
import { createRetainer } from '../../src/graphql/live/retained.ts';
import { createStreamLimits } from '../../src/live/limits.ts';
import { subscribe, subscribeAs } from '../support/eventStream.ts';
import { LogIn, newPerson, OWNER } from '../support/person.ts';
import { newWebsite } from '../support/rest.ts';
import { startTestServer } from '../support/server.ts';
import { eventually } from '../support/site.ts';

const LIVE = 'subscription { liveVisitors(websiteId: 1) { visitors } }';
const MESSAGE =
  'At most 2 live streams may be open at a time for one API key, session or address. ' +
  'Close one of them, or share one stream among several views.';

test('LIVE_LIMIT limits the streams of one API key; others are not affected', async () => {
  await using server = await startTestServer({ env: { LIVE_LIMIT: '2' } });
  await newWebsite(server, { privacy: '0' });
  await using first = await subscribe(server, LIVE);
  await using second = await subscribe(server, LIVE);
  await using third = await subscribe(server, LIVE);
  await Promise.all([first.next(), second.next()]);
  expect(third.status).toBe(429);
  expect(third.headers.get('retry-after')).toBe('10');
  expect(await third.next()).toMatchObject({
    errors: [{ message: MESSAGE, extensions: { code: 'TOO_MANY_REQUESTS', retryAfter: 10 } }],
  });
  await using stranger = await subscribe(server, LIVE, { key: null });
  expect(stranger.status).toBe(200);
  expect(server.live.length).toBe(3);
});

test('LIVE_LIMIT limits the streams of one address without an API key', async () => {
  await using server = await startTestServer({ env: { LIVE_LIMIT: '2' } });
  await newWebsite(server, { privacy: '0' });
  const from = (address: string) =>
    subscribe(server, LIVE, { key: null, headers: { 'x-forwarded-for': address } });
  await using first = await from('192.0.2.1');
  await using second = await from('192.0.2.1');
  await using third = await from('192.0.2.1');
  await using elsewhere = await from('192.0.2.2');
  expect([first, second, third, elsewhere].map(({ status }) => status)).toEqual([200, 200, 429, 200]);
});

test('LIVE_LIMIT limits the streams of one session, and not those of another session', async () => {
  await using server = await startTestServer({ env: { LIVE_LIMIT: '1' } });
  await newWebsite(server);
  const [one, other] = [newPerson(server), newPerson(server)];
  for (const person of [one, other]) await person.ask(LogIn, OWNER);
  await using first = await subscribeAs(one, LIVE);
  await using second = await subscribeAs(one, LIVE);
  await using elsewhere = await subscribeAs(other, LIVE);
  expect([first, second, elsewhere].map(({ status }) => status)).toEqual([200, 429, 200]);
});

test('a stream that its client closes gives its place back', async () => {
  await using server = await startTestServer({ env: { LIVE_LIMIT: '1' } });
  await newWebsite(server);
  const first = await subscribe(server, LIVE);
  await first.next();
  await first[Symbol.asyncDispose]();
  await eventually('the stream is closed', () => server.live.length === 0);
  await using second = await subscribe(server, LIVE);
  expect(second.status).toBe(200);
});

test('all streams of an instance have a limit, and a place is given back once', () => {
  const limits = createStreamLimits(0, 2);
  const free = limits.take('a');
  limits.take('a');
  expect(() => limits.take('b')).toThrow(
    new AppError(
      'too_many_requests',
      'This server has 2 open live streams, which is its limit. Try again in 10 s.',
      { retryAfter: 10 },
    ),
  );
  free();
  free();
  limits.take('b');
  expect(() => limits.take('b')).toThrow('which is its limit');
});

test('strangers open at most three quarters of the streams; the rest is for keys and sessions', () => {
  const limits = createStreamLimits(0, 8);
  const free = Array.from({ length: 6 }, (_, index) => limits.take(strangerName(`192.0.2.${index}`)));
  const stranger = () => limits.take(strangerName('198.51.100.1'));
  expect(stranger).toThrow('6 open live streams on this server, which is their limit');
  limits.take('key 1');
  limits.take('session 2');
  expect(() => limits.take('key 1')).toThrow('which is its limit');
  free[0]?.();
  free[0]?.();
  stranger();
  expect(stranger).toThrow(AppError);
});

test('strangers hold at most three quarters of the memory for operations', () => {
  const retain = createRetainer(1_000);
  const held = (text: string, viewer: string) => ({
    document: parse(text),
    size: { tokens: 4, bytes: 238 },
    params: '12',
    viewer,
  });
  const free = ['a', 'b', 'c'].map((name) => retain(held(`{ ${name} }`, strangerName(name))));
  expect(() => retain(held('{ d }', strangerName('d')))).toThrow('as many operations');
  retain(held('{ d }', 'key 1'));
  expect(() => retain(held('{ e }', 'key 1'))).toThrow('as many operations');
  for (const release of free) release();
  retain(held('{ e }', strangerName('e')));
});

test('an operation that costs too much opens no stream', async () => {
  await using server = await startTestServer();
  await newWebsite(server, { privacy: '0' });
  const parts = Array.from(
    { length: 36 },
    (_, index) => `p${index}: breakdown(by: [PAGE], search: "${index}", first: 100) {
      nodes { values { value } visits } }`,
  );
  const query = `subscription { period(websiteId: 1, name: LAST_12_MONTHS) { ${parts.join(' ')} } }`;
  await using stream = await subscribe(server, query, { key: null });
  const { errors } = await stream.next();
  expect(errors?.[0]?.message).toMatch(/^The operation costs \d+ points; at most 20000 are allowed\./);
  expect(server.live.length).toBe(0);
});

test('each message costs points, and waits while the budget is spent', async () => {
  await using server = await startTestServer({ env: { RATE_LIMIT: '1000' } });
  await newWebsite(server);
  const query = 'query { rateLimit { remaining } }';
  const remaining = async () => {
    const response = await server.call('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    return ((await response.json()) as { extensions: { cost: { remaining: number } } }).extensions.cost
      .remaining;
  };
  const before = await remaining();
  await using stream = await subscribe(server, LIVE);
  await stream.next();
  // The query for the budget costs one or two points itself.
  expect(before - (await remaining())).toBeGreaterThanOrEqual(100);
});

const visitors = Array.from({ length: 500 }, (_, index) => `a${index}: visitors`).join(' ');
const LONG_TEXT = 'x'.repeat(32_768);

test.each([
  ['document', `subscription { liveVisitors(websiteId: 1) { ${visitors} } }`, {}, '1000 tokens; got 1511'],
  [
    'request',
    'subscription ($id: ID!) { liveVisitors(websiteId: $id) { visitors } }',
    { id: '1', other: LONG_TEXT },
    '32768 characters as JSON; got 32883',
  ],
])(
  'a stream with a large %s is refused, because it stays in memory',
  async (part, query, variables, limit) => {
    await using server = await startTestServer();
    await newWebsite(server);
    await using stream = await subscribe(server, query, { variables });
    expect(stream.status).toBe(400);
    expect((await stream.next()).errors?.[0]?.message).toBe(
      `A subscription is kept in memory while it is open. Its ${part} may have at most ${limit}. ` +
        'Select less, or open several subscriptions.',
    );
    expect(server.live.length).toBe(0);
  },
);

test('what all streams hold has a limit; equal documents count once, and are given back once', () => {
  const retain = createRetainer(1_000);
  const [document, another] = [parse('subscription { a }'), parse('subscription { b }')];
  const held = (of: DocumentNode, bytes: number) => ({
    document: of,
    size: { tokens: 4, bytes },
    params: '12',
  });
  // The request, four characters of JSON, takes twelve bytes of each stream.
  const first = retain(held(document, 900));
  const second = retain(held(document, 900));
  expect(() => retain(held(another, 100))).toThrow('as many operations as it keeps in memory');
  first();
  first();
  expect(() => retain(held(another, 100))).toThrow('as many operations as it keeps in memory');
  second();
  retain(held(another, 988));
  expect(() => retain(held(another, 988))).toThrow(AppError);
});
