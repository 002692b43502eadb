import { expect, test } from '@jest/globals';
import type { DirectConnection } from '../../../src/db/database.ts';
import { openDirect } from '../../../src/db/open.ts';
import type { Arrival } from '../../../src/ingest/hit.ts';
import { createRecorder } from '../../../src/ingest/recorder/recorder.ts';
import { verifyRollups } from '../../../src/ingest/store/verify.ts';
import { addWebsites, openTestDatabase } from '../../support/books/database.ts';

const AT = Date.UTC(2026, 10, 21, 12);

/** A pageview of a visitor of the first website. */
const arrival = (address: string, path: string, at = AT): Arrival => ({
  websiteId: 1,
  at,
  day: 20261121,
  hour: 12,
  path,
  host: 'one.test',
  event: null,
  address,
  userAgent: 'Mozilla/5.0',
  hints: null,
  clickId: '',
  id: null,
  known: {
    referrer: '',
    campaign: '',
    utm_source: '',
    utm_medium: '',
    utm_term: '',
    utm_content: '',
    language: 'en',
    resolution: '',
  },
});

/** A recorder whose places are named after addresses, and the addresses that it has looked up. */
function openRecorder(direct: DirectConnection) {
  const found: string[] = [];
  const recorder = createRecorder({
    write: direct.transaction,
    now: () => AT,
    random: (bytes) => new Uint8Array(bytes).fill(7),
    parseUserAgent: () => ({ browser: 'Firefox', os: 'Linux', device: 'desktop' }),
    places: {
      find(address) {
        found.push(address);
        return { continent: 'EU', country: 'DE', city: `City of ${address}` };
      },
      refresh: () => undefined,
      close: () => undefined,
    },
    dailyHits: 0,
  });
  return { recorder, found };
}

test('only a hit that opens a visit needs a place', async () => {
  await using database = await openTestDatabase();
  await addWebsites(database.db);
  const direct = await openDirect(database.url);
  const { recorder, found } = openRecorder(direct);
  const [ann, ben] = ['192.0.2.1', '192.0.2.2'];
  await recorder.record([arrival(ann, '/a'), arrival(ann, '/a', AT + 1)]);
  await recorder.record([arrival(ann, '/b', AT + 2), arrival(ben, '/a', AT + 3), arrival(ben, '/c', AT + 4)]);
  expect(found).toEqual([ann, ben]);
  // A later visit of the day has the place of the first one, but a source of its own.
  await recorder.record([arrival(ann, '/a', AT + 3_600_000)]);
  const visits = await database.db.read.visit.findMany({ orderBy: { startedAt: 'asc' } });
  const seen = visits.map(({ number, city, country, browser, exitPath }) => [
    number,
    city,
    country,
    browser,
    exitPath,
  ]);
  expect(seen).toEqual([
    [1, `City of ${ann}`, 'DE', 'Firefox', '/b'],
    [1, `City of ${ben}`, 'DE', 'Firefox', '/c'],
    [2, `City of ${ann}`, 'DE', 'Firefox', '/a'],
  ]);
  expect((await verifyRollups(database.db)).differences).toEqual([]);
  await direct.close();
});
