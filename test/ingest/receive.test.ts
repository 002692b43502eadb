import { expect, test } from '@jest/globals';
import type { Directory } from '../../src/ingest/directory.ts';
import { type Arrival, DELETED, type Drop } from '../../src/ingest/hit.ts';
import type { Writer } from '../../src/ingest/queue/writer.ts';
import { type HitRequest, type IngestSteps, prepareHit, storeHit } from '../../src/ingest/receive.ts';

/** Website 7 in Tokyo, found for every tracking id and host. */
const website = {
  id: 7,
  domain: 'example.com',
  timezone: 'Asia/Tokyo',
  excludeBots: true,
  excludeSpam: true,
  trimSlash: true,
  dailyLimit: null,
  excluded: [],
  hosts: [],
  query: [],
};
const directory: Directory = {
  byTrackingId: async () => website,
  byHost: async () => website,
  byAlias: async () => website,
  changed: () => undefined,
};
const UTC_EVENING = Date.UTC(2026, 10, 21, 23, 30);

const receiveHit = async (request: HitRequest, steps: IngestSteps) =>
  storeHit(await prepareHit(request, steps), steps.writer);

/** A writer for which website 7 is deleted. */
function deletedWebsite(): { writer: Writer<Arrival | Drop>; stored: (Arrival | Drop)[] } {
  const stored: (Arrival | Drop)[] = [];
  const writer = {
    async enqueue(item: Arrival | Drop) {
      if (item.websiteId === 7) return DELETED;
      stored.push(item);
      return 'reason' in item ? item.reason : null;
    },
  } as Writer<Arrival | Drop>;
  return { writer, stored };
}

test.each([
  ['a pageview', 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'],
  ['a hit of a bot', 'Googlebot/2.1 (+http://www.google.com/bot.html)'],
])('%s whose website is deleted while it waits counts as unknown, on the UTC day', async (_, agent) => {
  const { writer, stored } = deletedWebsite();
  const outcome = await receiveHit(
    {
      body: { page: 'https://example.com/', website: 'AbCdEfGhIjKlMnOpQrStUv', dnt: false },
      address: '192.0.2.1',
      headers: { 'user-agent': agent },
    },
    { directory, writer, now: () => UTC_EVENING },
  );
  expect(outcome).toBe('unknown_website');
  expect(stored).toEqual([{ websiteId: 0, day: 20261121, reason: 'unknown_website' }]);
});
