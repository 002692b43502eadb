import { expect, test } from '@jest/globals';
import { MAX_STREAMS } from '../../src/live/limits.ts';
import { LONG } from '../support/crash/site.ts';
import { type Opened, subscribe } from '../support/eventStream.ts';
import { newWebsite } from '../support/rest.ts';
import { startTestServer } from '../support/server.ts';
import { sendHit } from '../support/track.ts';

/** Fewer streams show the same; in the long form, as many as an instance allows. */
const STREAMS = LONG ? MAX_STREAMS : 200;

/** Ten breakdowns of a year. The search makes each stream's numbers its own, so that none are shared. */
const heavy = (index: number) => {
  const parts = Array.from(
    { length: 10 },
    (_, part) => `p${part}: breakdown(by: [PAGE], search: "${part} ${index}", first: 100) {
      nodes { values { value } visits bounceRate } }`,
  );
  return `subscription { period(websiteId: 1, name: LAST_12_MONTHS) { pageviews ${parts.join(' ')} } }`;
};

const addressOf = (index: number) => `10.0.${index >> 8}.${index & 255}`;

test('many heavy streams, none of which share their numbers, delay neither hits nor requests', async () => {
  await using server = await startTestServer();
  const { tracking_id: website } = await newWebsite(server, { privacy: '0' });
  let messages = 0;
  const streams: Opened<{ period: { pageviews: number } }>[] = [];
  const open = (index: number) =>
    subscribe<{ period: { pageviews: number } }>(server, heavy(index), {
      key: null,
      headers: { 'x-forwarded-for': addressOf(index) },
    });
  for (let first = 0; first < STREAMS; first += 100) {
    const indexes = Array.from({ length: 100 }, (_, index) => first + index);
    streams.push(...(await Promise.all(indexes.map(open))));
  }
  expect(streams.every(({ status }) => status === 200)).toBe(true);
  expect(server.live.length).toBe(STREAMS);
  expect((await open(STREAMS)).status).toBe(LONG ? 429 : 200);

  await Promise.all(streams.map((stream) => stream.next()));
  const listening = streams.map(async (stream) => {
    await stream.until(({ period }) => {
      messages += 1;
      return period.pageviews === 3;
    });
  });
  // Each hit makes the numbers of all streams old.
  const waits: number[] = [];
  for (let hit = 1; hit <= 3; hit++) {
    const before = messages;
    expect((await sendHit(server, { website, page: `https://example.com/${hit}` })).status).toBe(202);
    expect((await server.call('/api/v1/stats/1?name=page&from=2026-11-21&to=2026-11-21')).status).toBe(200);
    waits.push(messages - before);
  }
  await Promise.all(listening);
  // A request waits for the few selections that are being read, not for those of all streams. How many are
  // read in the meantime depends on how busy the machine is.
  expect(Math.max(...waits)).toBeLessThan(STREAMS / 2);
  for (const stream of streams) stream.close();
});
