import { expect, test } from '@jest/globals';
import { dice } from '../../src/demo/random.ts';
import { verifyRollups } from '../../src/ingest/store/verify.ts';
import { newWebsite, statRows } from '../support/rest.ts';
import { NOON, startTestServer } from '../support/server.ts';
import { sendHit } from '../support/track.ts';

const MINUTE = 60_000;
const GAPS = [0, 1, 29, 30, 31, 45, 61];
const ADDRESSES = ['81.2.69.1', '81.2.69.2', '81.2.69.3'];

/** The number of visits of one visitor, whose hits had these times. */
function countVisits(times: readonly number[]): number {
  return times.filter((time, index) => index === 0 || time - (times[index - 1] ?? 0) > 30 * MINUTE).length;
}

test('visitors whose hits go to two instances, with any gaps, have the visits of one instance', async () => {
  const env = { TRUST_PROXY: '1' };
  await using one = await startTestServer({ env });
  await using other = await startTestServer({ beside: one, env });
  const servers = [one, other];
  const { id, tracking_id: website } = await newWebsite(one);
  const random = dice(16);
  const pick = <T>(list: readonly T[]) => list[random.below(list.length)] as T;
  const seen = new Map<string, number[]>(ADDRESSES.map((address) => [address, []]));
  let hits = 0;
  const end = NOON + 11 * 60 * MINUTE;
  for (let now = NOON; now < end; now += pick(GAPS) * MINUTE) {
    for (const server of servers) server.setTime(now);
    const sent: Promise<unknown>[] = [];
    for (const [address, times] of seen) {
      if (random.chance(0.4)) continue;
      // Some hits arrive at both at the same moment.
      for (const server of random.chance(0.3) ? servers : [pick(servers)]) {
        const headers = { 'x-forwarded-for': address };
        sent.push(sendHit(server, { website, page: 'https://example.com/' }, headers));
        times.push(now);
        hits += 1;
      }
    }
    await Promise.all(sent);
  }
  const visits = [...seen.values()].map(countVisits).reduce((sum, count) => sum + count, 0);
  expect(visits).toBeGreaterThan(20);
  expect(hits).toBeGreaterThan(visits + 20);
  expect(await statRows(one, id, 'pageviews')).toEqual([['2026-11-21', hits]]);
  expect(await statRows(one, id, 'landing_page')).toEqual([['/', visits]]);
  expect(await statRows(one, id, 'visitors')).toEqual([['2026-11-21', ADDRESSES.length]]);
  expect((await verifyRollups(one.deps.db)).differences).toEqual([]);
});
