import { describe, expect, test } from '@jest/globals';
import { newKey, rest, WEBSITES } from '../support/rest.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { sendHit } from '../support/track.ts';

async function statuses(count: number, send: () => Promise<{ status: number }>): Promise<number[]> {
  const found: number[] = [];
  for (let left = count; left > 0; left--) found.push((await send()).status);
  return found;
}

function expectRefusal(status: number, headers: Headers, body: unknown): void {
  const seconds = Number(headers.get('retry-after'));
  expect(status).toBe(429);
  expect(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60).toBe(true);
  expect(body).toEqual({
    message: `Too many requests: at most 3 a minute. Try again in ${seconds} s.`,
    status: 429,
  });
}

const graphql = (server: TestServer, key: string | null = server.key) =>
  server.call('/graphql', {
    method: 'POST',
    key,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ __typename }' }),
  });

describe('RATE_LIMIT', () => {
  test('above it, a key gets 429 with Retry-After, and another key does not', async () => {
    await using server = await startTestServer({ env: { RATE_LIMIT: '3' } });
    const { key } = await newKey(server, {});
    expect(await statuses(3, () => rest(server, WEBSITES))).toEqual([200, 200, 200]);
    const { status, headers, body } = await rest(server, WEBSITES);
    expectRefusal(status, headers, body);
    expect((await rest(server, `${WEBSITES}/1`, { method: 'DELETE' })).status).toBe(429);
    expect(await statuses(3, () => rest(server, WEBSITES, { key }))).toEqual([200, 200, 200]);
  });

  test('counts requests without a valid key per client; an IPv6 /64 is one client', async () => {
    await using server = await startTestServer({ env: { RATE_LIMIT: '3' } });
    const wrong = async (address: string) => {
      const headers = { 'x-forwarded-for': address, authorization: 'Bearer ff_wrong' };
      return (await server.call(WEBSITES, { headers })).status;
    };
    for (const host of [1, 2, 3]) expect(await wrong(`2001:db8:0:7::${host}`)).toBe(401);
    expect(await wrong('2001:db8:0:7::4')).toBe(429);
    expect(await wrong('2001:db8:0:8::1')).toBe(401);
  });

  test('counts REST and GraphQL together', async () => {
    await using server = await startTestServer({ env: { RATE_LIMIT: '3' } });
    expect(await statuses(2, () => graphql(server))).toEqual([200, 200]);
    expect((await rest(server, WEBSITES)).status).toBe(200);
    expect((await rest(server, WEBSITES)).status).toBe(429);
    const refused = await graphql(server);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(await refused.json()).toEqual({
      errors: [
        {
          message: expect.stringMatching(/^Too many requests: at most 3 a minute\./),
          extensions: { code: 'TOO_MANY_REQUESTS', retryAfter: expect.any(Number) },
        },
      ],
    });
  });

  test('also counts requests that were rejected for other reasons', async () => {
    await using server = await startTestServer({ env: { RATE_LIMIT: '3' } });
    expect(await statuses(4, () => rest(server, `${WEBSITES}?page=0`))).toEqual([422, 422, 422, 429]);
  });

  test('of 0 means no limit', async () => {
    await using server = await startTestServer({ env: { RATE_LIMIT: '0', TRACK_LIMIT: '0' } });
    expect(new Set(await statuses(50, () => rest(server, WEBSITES)))).toEqual(new Set([200]));
  });
});

describe('TRACK_LIMIT', () => {
  const hit = (server: TestServer, address: string) =>
    sendHit(server, { page: 'https://example.com/', website: 'unknown' }, { 'x-forwarded-for': address });

  test('above it, an address gets 429 with Retry-After readable by pages, and another does not', async () => {
    await using server = await startTestServer({ env: { TRACK_LIMIT: '3', RATE_LIMIT: '0' } });
    expect(await statuses(3, () => hit(server, '203.0.113.7'))).toEqual([202, 202, 202]);
    const refused = await hit(server, '203.0.113.7');
    expectRefusal(refused.status, refused.headers, await refused.json());
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    expect(refused.headers.get('access-control-expose-headers')).toMatch(/Retry-After/i);
    expect(await statuses(3, () => hit(server, '203.0.113.8'))).toEqual([202, 202, 202]);
  });

  test('counts the pixel and invalid hits, independently of RATE_LIMIT', async () => {
    await using server = await startTestServer({ env: { TRACK_LIMIT: '3', RATE_LIMIT: '1' } });
    const bad = () => server.call('/api/event', { method: 'POST', key: null, body: '{' });
    const pixel = () => server.call('/pixel.gif', { key: null });
    expect(await statuses(2, bad)).toEqual([400, 400]);
    expect((await pixel()).status).toBe(400);
    expect([(await bad()).status, (await pixel()).status]).toEqual([429, 429]);
    expect((await rest(server, WEBSITES)).status).toBe(200);
  });

  test('does not apply to the tracker script', async () => {
    await using server = await startTestServer({ env: { TRACK_LIMIT: '1' } });
    expect(await statuses(5, () => server.call('/script.js', { key: null }))).toEqual(Array(5).fill(200));
  });
});
