import { afterEach, expect, test } from '@jest/globals';
import { COMPATIBLE_NAMES } from '../../../src/tracker/compatible.ts';
import { newWebsite, WEBSITES } from '../../support/rest.ts';
import { sharedServer } from '../../support/shared.ts';
import { PRODUCT_ANALYTICS } from '../../support/trackers/productAnalytics.ts';
import { sendForeign, storedHits, storedVisits } from '../../support/trackers/request.ts';
import { WEB_ANALYTICS } from '../../support/trackers/webAnalytics.ts';

const started = sharedServer({ env: { COMPATIBLE: COMPATIBLE_NAMES.join() } });
afterEach(async () => {
  await started().call(`${WEBSITES}/${latest}`, { method: 'DELETE' });
});
let latest = 0;

const PAGEVIEWS = [...WEB_ANALYTICS, ...PRODUCT_ANALYTICS];

test.each(PAGEVIEWS)('%s: a pageview of %s is counted', async (_product, _what, sent, [status, body]) => {
  const server = started();
  ({ id: latest } = await newWebsite(server, { url: 'shop.example.com', aliases: 'x1' }));
  const response = await sendForeign(server, sent);
  expect([response.status, response.headers.get('x-footfall-dropped')]).toEqual([status, null]);
  if (body === 'gif') expect(response.headers.get('content-type')).toBe('image/gif');
  else expect(await response.text()).toContain(body);
  expect(await storedHits(server)).toEqual([{ path: '/a' }]);
  const [visit] = await storedVisits(server);
  expect(visit).toMatchObject({ referrer: 'search.example.net', language: 'en', utm_source: 'news' });
  expect(['1920x1080', '']).toContain(visit?.resolution);
});

test('every product has a recorded pageview', () => {
  expect([...new Set(PAGEVIEWS.map(([product]) => product))].sort()).toEqual([...COMPATIBLE_NAMES].sort());
});
