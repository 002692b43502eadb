import { describe, expect, test } from '@jest/globals';
import { watchProxies } from '../../src/http/proxies.ts';
import { createLog } from '../../src/log.ts';
import { proxyProblem } from '../../src/validation/proxies.ts';
import { graphql } from '../support/reports.ts';
import { CHROME, startTestServer } from '../support/server.ts';

test.each([
  [0, undefined, null],
  [0, '203.0.113.7', 'header_ignored'],
  [1, '203.0.113.7', null],
  // Clients can add addresses on the left.
  [1, '198.51.100.1, 203.0.113.7', null],
  [1, undefined, 'header_missing'],
  [2, undefined, 'header_missing'],
  [2, '203.0.113.7', 'header_too_short'],
  [2, '203.0.113.7, ,', 'header_too_short'],
  [2, '203.0.113.7, 10.0.0.1', null],
] as const)('TRUST_PROXY=%s with X-Forwarded-For %j: %s', (hops, header, problem) => {
  expect(proxyProblem(header, hops)).toBe(problem);
});

/** Sends hits to a watch, and returns the warnings. */
function warnings(hops: number, hits: [peer: string, header: string | undefined][]): string[] {
  const lines: string[] = [];
  const watch = watchProxies(hops, createLog('info', false, { write: (line) => void lines.push(line) }));
  for (const [peer, header] of hits) watch(peer, header);
  return lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
}

describe('the log warns once of a TRUST_PROXY that contradicts the hits', () => {
  const near = ['172.17.0.1', '203.0.113.7'] as [string, string];
  test('with 0 behind a proxy of this machine or a private network', () => {
    for (const peer of ['127.0.0.1', '::1', '::ffff:10.0.0.9', 'fd00::1', '172.17.0.1', '192.168.1.1'])
      expect(warnings(0, [[peer, '203.0.113.7']])).toEqual([expect.stringMatching('TRUST_PROXY is 0')]);
    expect(warnings(0, Array(5).fill(near))).toHaveLength(1);
  });

  test('with 0 behind a distant proxy, not for single clients that send the header', () => {
    const distant = Array.from({ length: 20 }, (_, i) => ['192.0.2.1', `203.0.113.${i}`] as [string, string]);
    expect(warnings(0, distant)).toEqual([expect.stringMatching('TRUST_PROXY is 0')]);
    const mixed = distant.flatMap((hit) => [hit, ['198.51.100.7', undefined] as [string, undefined]]);
    expect(warnings(0, mixed)).toEqual([]);
  });

  test('with 1 without a proxy, and with 2 behind one', () => {
    expect(warnings(1, [['203.0.113.7', undefined]])).toEqual([expect.stringMatching('TRUST_PROXY=0')]);
    expect(warnings(2, [near])).toEqual([expect.stringMatching('fewer than 2 addresses.*append')]);
  });

  test('not if they agree, and never with an address', () => {
    expect(warnings(0, [['203.0.113.7', undefined]])).toEqual([]);
    expect(warnings(1, [near, ['127.0.0.1', '1.2.3.4, 203.0.113.7']])).toEqual([]);
    expect(warnings(0, [near]).join()).not.toMatch(/\d\.\d|::/);
  });
});

test('a wrong TRUST_PROXY is logged with the first hit, and shown to the person at the page', async () => {
  await using server = await startTestServer({ env: { TRUST_PROXY: '0' } });
  const warned = () => server.logLines.filter((line) => line.includes('TRUST_PROXY is 0'));
  const query = '{ proxyProblem clientAddress }';
  expect(await graphql(server, query)).toEqual({
    data: { proxyProblem: null, clientAddress: '127.0.0.1' },
  });
  const body = JSON.stringify({ page: 'https://shop.example/' });
  const headers = { 'user-agent': CHROME, 'x-forwarded-for': '203.0.113.7' };
  for (let sent = 0; sent < 3; sent += 1) {
    const { status } = await server.call('/api/event', { method: 'POST', body, headers });
    expect(status).toBe(202);
  }
  expect(warned()).toHaveLength(1);
  const response = await server.call(`/graphql?${new URLSearchParams({ query })}`, { headers });
  expect(await response.json()).toMatchObject({
    data: { proxyProblem: 'HEADER_IGNORED', clientAddress: '127.0.0.1' },
  });
});
