import { describe, expect, test } from '@jest/globals';
import { rawRequest } from '../support/raw.ts';
import { changeWebsite, newWebsite, statRows } from '../support/rest.ts';
import { CHROME, startTestServer, type TestServer } from '../support/server.ts';
import { outcome, RECORDED, sendHit } from '../support/track.ts';

const page = 'https://example.com/';
const EXCLUDED = [202, 'excluded_ip'];

/** Sends a hit with this X-Forwarded-For while only `address` is excluded. @returns its outcome. */
async function hitExcluding(server: TestServer, address: string, forwarded?: string) {
  await changeWebsite(server, 1, { exclude_ips: address });
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return outcome(await sendHit(server, { page }, headers as Record<string, string>));
}

describe('the address of a hit', () => {
  test.each<[string, string | undefined, string]>([
    ['0', undefined, '127.0.0.1'],
    ['0', '203.0.113.1', '127.0.0.1'],
    ['0', '203.0.113.2, 203.0.113.1', '127.0.0.1'],
    ['1', undefined, '127.0.0.1'],
    ['1', '203.0.113.1', '203.0.113.1'],
    ['1', '203.0.113.3, 203.0.113.2, 203.0.113.1', '203.0.113.1'],
    ['1', '2001:DB8:0::1', '2001:db8::1'],
    ['1', 'unknown', '127.0.0.1'],
    ['2', '203.0.113.3, 203.0.113.2, 203.0.113.1', '203.0.113.2'],
    ['2', '203.0.113.2,203.0.113.1', '203.0.113.2'],
  ])('with TRUST_PROXY=%s and X-Forwarded-For %s is %s', async (hops, forwarded, address) => {
    await using server = await startTestServer({ env: { TRUST_PROXY: hops } });
    await newWebsite(server);
    const candidates = ['127.0.0.1', '203.0.113.1', '203.0.113.2', '203.0.113.3', '2001:db8::1'];
    const found: string[] = [];
    for (const candidate of candidates) {
      const [status, reason] = await hitExcluding(server, candidate, forwarded);
      expect(status).toBe(202);
      if (reason === 'excluded_ip') found.push(candidate);
    }
    expect(found).toEqual([address]);
  });

  test('with TRUST_PROXY=0 cannot be chosen by the sender: all hits have one visitor', async () => {
    await using server = await startTestServer({ env: { TRUST_PROXY: '0' } });
    await newWebsite(server);
    for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
      expect(outcome(await sendHit(server, { page }, { 'x-forwarded-for': address }))).toEqual(RECORDED);
    }
    expect(await statRows(server, 1, 'visitors')).toEqual([['2026-11-21', 1]]);
  });

  test('with TRUST_PROXY=0 is not taken from other headers either', async () => {
    await using server = await startTestServer({ env: { TRUST_PROXY: '0' } });
    await newWebsite(server, { exclude_ips: '127.0.0.1' });
    const headers = {
      forwarded: 'for=203.0.113.1',
      'x-real-ip': '203.0.113.1',
      'cf-connecting-ip': '203.0.113.1',
    };
    expect(outcome(await sendHit(server, { page }, headers))).toEqual(EXCLUDED);
  });

  test('with TRUST_PROXY=1 is the last entry, whatever a client puts before it', async () => {
    await using server = await startTestServer({ env: { TRUST_PROXY: '1' } });
    await newWebsite(server);
    const chains = ['10.0.0.1, 203.0.113.1', '10.0.0.2, 203.0.113.1', '203.0.113.1', '203.0.113.2'];
    for (const chain of chains) await sendHit(server, { page }, { 'x-forwarded-for': chain });
    expect(await statRows(server, 1, 'visitors')).toEqual([['2026-11-21', 2]]);
  });

  test('with TRUST_PROXY=1 is also the key of TRACK_LIMIT, in any spelling', async () => {
    await using server = await startTestServer({ env: { TRUST_PROXY: '1', TRACK_LIMIT: '2' } });
    await newWebsite(server);
    const statuses: number[] = [];
    for (const address of ['2001:db8::1', '9.9.9.9, 2001:DB8:0:0::1', '[2001:db8::1]', '2001:db8:0:1::1']) {
      statuses.push((await sendHit(server, { page }, { 'x-forwarded-for': address })).status);
    }
    expect(statuses).toEqual([202, 202, 429, 202]);
  });

  test('with TRUST_PROXY=1 is counted by its /64, for TRACK_LIMIT and for visitors', async () => {
    await using server = await startTestServer({ env: { TRUST_PROXY: '1', TRACK_LIMIT: '3' } });
    await newWebsite(server);
    const statusOf = async (address: string) =>
      (await sendHit(server, { page }, { 'x-forwarded-for': address })).status;
    const network = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::1', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::7'];
    const statuses: number[] = [];
    for (const address of network) statuses.push(await statusOf(address));
    expect(statuses).toEqual([202, 202, 202, 429]);
    expect(await statusOf('2001:db8:1:3::1')).toBe(202);
    // IPv4 addresses, mapped or not, are counted individually.
    for (let last = 1; last <= 5; last++) {
      expect(await statusOf(`203.0.113.${last}`)).toBe(202);
      expect(await statusOf(`::ffff:203.0.113.${last}`)).toBe(202);
    }
    expect(await statRows(server, 1, 'visitors')).toEqual([['2026-11-21', 1 + 1 + 5]]);
  });

  const garbage = [
    'unknown',
    '',
    ',,,',
    '999.1.1.1',
    '10.1',
    '<script>',
    '203.0.113.1;',
    'for=203.0.113.1',
    '\t',
  ];
  test.each(['1', '2'])('with TRUST_PROXY=%s is that of the socket if the entry is invalid', async (hops) => {
    await using server = await startTestServer({ env: { TRUST_PROXY: hops } });
    await newWebsite(server, { exclude_ips: '127.0.0.1' });
    for (const entry of garbage) {
      const chain = hops === '1' ? entry : `${entry}, 203.0.113.9`;
      // Empty entries do not count (RFC 9110), so with two hops, the remaining entry is the address.
      const empty = /^[\s,]*$/.test(entry);
      const expected = hops === '2' && empty ? RECORDED : EXCLUDED;
      expect(outcome(await sendHit(server, { page }, { 'x-forwarded-for': chain }))).toEqual(expected);
    }
  });

  test.each([
    ['0', '127.0.0.1'],
    ['1', '203.0.113.1'],
    ['2', '203.0.113.2'],
  ])('with TRUST_PROXY=%s is %s also for several X-Forwarded-For headers', async (hops, address) => {
    await using server = await startTestServer({ env: { TRUST_PROXY: hops } });
    await newWebsite(server);
    for (const [excluded, expected] of [
      [address, 'excluded_ip'],
      ['203.0.113.3\n203.0.113.4', null],
    ] as const) {
      await changeWebsite(server, 1, { exclude_ips: excluded });
      const chain = ['203.0.113.4, 203.0.113.3', '203.0.113.2', '203.0.113.1'];
      const answer = await rawRequest(server, '/api/event', {
        method: 'POST',
        headers: { 'user-agent': CHROME, 'x-forwarded-for': chain },
        body: JSON.stringify({ page }),
      });
      expect([answer.status, answer.headers['x-footfall-dropped'] ?? null]).toEqual([202, expected]);
    }
  });
});
