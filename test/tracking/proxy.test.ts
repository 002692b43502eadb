import { describe, expect, test } from '@jest/globals';
import { changeWebsite, newWebsite, statRows } from '../support/rest.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { outcome, RECORDED, sendHit } from '../support/track.ts';

const page = 'https://example.com/';
const EXCLUDED = [202, 'excluded_ip'];

/** What becomes of a hit with that X-Forwarded-For where only `address` is excluded. */
async function hitExcluding(server: TestServer, address: string, forwarded?: string) {
  await changeWebsite(server, 1, { exclude_ips: address });
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return outcome(await sendHit(server, { page }, headers as Record<string, string>));
}

describe('the address of a hit, where TRUST_PROXY is', () => {
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
  ])('%s and X-Forwarded-For is %s, is %s', async (hops, forwarded, address) => {
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

  test('0, cannot be chosen by who sends the hit: all are one visitor', async () => {
    await using server = await startTestServer({ env: { TRUST_PROXY: '0' } });
    await newWebsite(server);
    for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
      expect(outcome(await sendHit(server, { page }, { 'x-forwarded-for': address }))).toEqual(RECORDED);
    }
    expect(await statRows(server, 1, 'visitors')).toEqual([['2026-11-21', 1]]);
  });

  test('0, is not taken from other headers either', async () => {
    await using server = await startTestServer({ env: { TRUST_PROXY: '0' } });
    await newWebsite(server, { exclude_ips: '127.0.0.1' });
    const headers = {
      forwarded: 'for=203.0.113.1',
      'x-real-ip': '203.0.113.1',
      'cf-connecting-ip': '203.0.113.1',
    };
    expect(outcome(await sendHit(server, { page }, headers))).toEqual(EXCLUDED);
  });

  test('1, tells visitors apart by the last entry, and not by what a client put before it', async () => {
    await using server = await startTestServer({ env: { TRUST_PROXY: '1' } });
    await newWebsite(server);
    const chains = ['10.0.0.1, 203.0.113.1', '10.0.0.2, 203.0.113.1', '203.0.113.1', '203.0.113.2'];
    for (const chain of chains) await sendHit(server, { page }, { 'x-forwarded-for': chain });
    expect(await statRows(server, 1, 'visitors')).toEqual([['2026-11-21', 2]]);
  });

  test('1, also keys TRACK_LIMIT, in any spelling of the address', async () => {
    await using server = await startTestServer({ env: { TRUST_PROXY: '1', TRACK_LIMIT: '2' } });
    await newWebsite(server);
    const statuses: number[] = [];
    for (const address of ['2001:db8::1', '9.9.9.9, 2001:DB8:0:0::1', '[2001:db8::1]', '2001:db8::2']) {
      statuses.push((await sendHit(server, { page }, { 'x-forwarded-for': address })).status);
    }
    expect(statuses).toEqual([202, 202, 429, 202]);
  });
});
