import { expect, test } from '@jest/globals';
import { LIFE_MS, systemClock } from '../../src/live/live.ts';
import { graphql } from '../support/engine/asking.ts';
import { subscribe } from '../support/eventStream.ts';
import { newWebsite } from '../support/rest.ts';
import { IPHONE, NOON, startTestServer } from '../support/server.ts';
import { sendHit } from '../support/track.ts';

const LIVE = `subscription ($id: ID!) {
  liveVisitors(websiteId: $id) { visitors pages { value label count } } }`;
interface Live {
  liveVisitors: { visitors: number; pages: { value: string; label: string; count: number }[] };
}

const PERIOD = `subscription ($id: ID!) {
  period(websiteId: $id, name: TODAY) { visitors pageviews stats(name: PAGE) { nodes { value count } } } }`;
interface Period {
  period: { visitors: number; pageviews: number; stats: { nodes: { value: string; count: number }[] } };
}

const visits = (visitors: number) => (data: Live) => data.liveVisitors.visitors === visitors;

test('a stream sends the numbers at once, and again after a hit', async () => {
  await using server = await startTestServer();
  const { tracking_id: website } = await newWebsite(server);
  await sendHit(server, { website, page: 'https://example.com/a' });
  await using stream = await subscribe<Live>(server, LIVE, { variables: { id: '1' } });
  expect(stream.status).toBe(200);
  expect(await stream.next()).toEqual({
    data: { liveVisitors: { visitors: 1, pages: [{ value: '/a', label: '/a', count: 1 }] } },
  });
  await sendHit(server, { website, page: 'https://example.com/b%20c' }, { 'user-agent': IPHONE });
  const { liveVisitors } = await stream.until(visits(2));
  expect(liveVisitors.pages).toEqual([
    { value: '/a', label: '/a', count: 1 },
    { value: '/b%20c', label: '/b c', count: 1 },
  ]);
});

test('a period is sent anew when its numbers have changed', async () => {
  await using server = await startTestServer();
  const { tracking_id: website } = await newWebsite(server);
  await using stream = await subscribe<Period>(server, PERIOD, { variables: { id: '1' } });
  expect(await stream.next()).toEqual({
    data: { period: { visitors: 0, pageviews: 0, stats: { nodes: [] } } },
  });
  await sendHit(server, { website, page: 'https://example.com/a' });
  await sendHit(server, { website, page: 'https://example.com/a' });
  const { period } = await stream.until(({ period }) => period.pageviews === 2);
  expect(period).toEqual({ visitors: 1, pageviews: 2, stats: { nodes: [{ value: '/a', count: 2 }] } });
});

test('a named period moves on with the day, without a hit', async () => {
  await using server = await startTestServer();
  await newWebsite(server);
  const query = `subscription { period(websiteId: 1, name: TODAY) { from } }`;
  await using stream = await subscribe<{ period: { from: string } }>(server, query);
  expect(await stream.next()).toEqual({ data: { period: { from: '2026-11-21' } } });
  server.setTime(NOON + 12 * 3_600_000);
  await server.live.pulse();
  expect(await stream.next()).toEqual({ data: { period: { from: '2026-11-22' } } });
});

test('visitors leave five minutes after their last hit', async () => {
  await using server = await startTestServer();
  const { tracking_id: website } = await newWebsite(server);
  await sendHit(server, { website, page: 'https://example.com/a' });
  await using stream = await subscribe<Live>(server, LIVE, { variables: { id: '1' } });
  await stream.until(visits(1));
  server.setTime(NOON + 299_999);
  await server.live.pulse();
  const { data } = await graphql(server, '{ website(id: 1) { live { visitors } } }');
  expect(data).toEqual({ website: { live: { visitors: 1 } } });
  server.setTime(NOON + 300_000);
  await server.live.pulse();
  await stream.until(visits(0));
});

test('a stream sends nothing when the selected numbers stay the same', async () => {
  await using server = await startTestServer();
  const { tracking_id: website } = await newWebsite(server);
  await sendHit(server, { website, page: 'https://example.com/a' });
  const query = 'subscription { liveVisitors(websiteId: 1) { visitors } }';
  await using still = await subscribe<Live>(server, query);
  await using moving = await subscribe<Live>(server, LIVE, { variables: { id: '1' } });
  expect(await still.next()).toEqual({ data: { liveVisitors: { visitors: 1 } } });
  await moving.next();
  await sendHit(server, { website, page: 'https://example.com/b' });
  await moving.until(({ liveVisitors }) => liveVisitors.pages[0]?.value === '/b');
  await server.live.pulse();
  expect(still.waiting()).toEqual([]);
});

test('a server that stops ends its streams without completing them, so that clients come back', async () => {
  const server = await startTestServer();
  await newWebsite(server);
  await using stream = await subscribe<Live>(server, LIVE, { variables: { id: '1' } });
  await stream.next();
  const stopped = server.stop();
  // Requests that do not end by themselves are cut off after seven seconds.
  expect(server.live.length).toBe(0);
  await stopped;
  expect(await stream.event()).toBeNull();
  await server[Symbol.asyncDispose]();
});

/** A clock of streams that `pass` advances. */
function newClock() {
  let passed = 0;
  return {
    clock: {
      now: () => systemClock.now() + passed,
      // A leap while numbers are read would count as their duration, after which they pause.
      later: (fn: () => void, ms: number) => systemClock.later(fn, Math.min(ms, 1_000)),
    },
    pass(ms: number) {
      passed += ms;
    },
  };
}

test('a stream ends after an hour without `complete`, and others stay', async () => {
  const { clock, pass } = newClock();
  await using server = await startTestServer({ liveClock: clock });
  const { tracking_id: website } = await newWebsite(server);
  await using old = await subscribe<Live>(server, LIVE, { variables: { id: '1' } });
  await old.next();
  pass(LIFE_MS / 3);
  await using younger = await subscribe<Live>(server, LIVE, { variables: { id: '1' } });
  await younger.next();
  pass(LIFE_MS / 3);
  await server.live.pulse();
  expect([old.waiting(), server.live.length]).toEqual([[], 2]);
  pass(LIFE_MS / 3);
  expect(await old.event()).toBeNull();
  expect(server.live.length).toBe(1);
  await sendHit(server, { website, page: 'https://example.com/a' });
  await younger.until(visits(1));
});

test('a stream whose viewer lost access within its hour ends with the reason, and for good', async () => {
  const { clock, pass } = newClock();
  await using server = await startTestServer({ liveClock: clock });
  await newWebsite(server);
  await using stream = await subscribe<Live>(server, LIVE, { variables: { id: '1' } });
  await stream.next();
  await server.deps.db.write((tx) => tx.apiKey.deleteMany());
  pass(LIFE_MS);
  expect(await stream.next()).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
  expect(await stream.event()).toEqual({ event: 'complete', data: '' });
});
