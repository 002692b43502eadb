import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type AnalysisService, openAnalysisService } from '../../../src/engine/columns/read/service.ts';
import { sharedOf } from '../../../src/engine/columns/threads.ts';
import { questionOf } from '../../support/engine/question.ts';
import { randomTraffic, record } from '../../support/engine/traffic.ts';
import { newWebsite } from '../../support/rest.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const BASE = { websiteId: 1, timezone: 'UTC', days: 1 };
/** The day whose number of hits grows. Its number is even, that of the website odd. */
const GROWING = '2026-11-10';

let server: TestServer;
let services: [AnalysisService, AnalysisService];
beforeAll(async () => {
  server = await startTestServer();
  await newWebsite(server, { url: 'https://s1.test', timezone: 'UTC' });
  for (const from of ['2026-11-09', GROWING, '2026-11-11'])
    await record(server, randomTraffic({ ...BASE, from, visitors: 5, seed: 1 }));
  const { url } = server.database;
  services = [await openAnalysisService(url), await openAnalysisService(url)];
});
afterAll(async () => {
  for (const service of services) await service.close();
  await server[Symbol.asyncDispose]();
});

const question = questionOf({ from: 20261101, to: 20261130, by: ['country'], limit: 1 });
const asked = [{ websiteId: 1, questions: [question] }];
const shareOf = (index: 0 | 1) =>
  services[index].share(asked, {
    now: server.deps.now(),
    running: () => undefined,
    share: { index, of: 2 },
  });

const run = () => ({ now: server.deps.now(), running: () => undefined });

test('shares of different versions of a day do not belong together', async () => {
  const before = await shareOf(0);
  await record(server, randomTraffic({ ...BASE, from: GROWING, visitors: 150, seed: 2 }));
  const after = await shareOf(1);
  expect(sharedOf(asked, [before, after])).toBeNull();

  const hits = await server.deps.db.read.hit.count({ where: { event: null } });
  const shared = sharedOf(asked, [await shareOf(0), await shareOf(1)]);
  const { replies } = await services[0].answer(asked, { ...run(), shared });
  expect(replies?.[0]?.[0]?.answer?.sums.pageviews).toBe(hits);
  // Merged as they were, they would have the hits of the day before it grew twice, or not at all.
  const { version } = after;
  const wrong = { asked, shares: [before.bytes, (await shareOf(1)).bytes], version };
  const other = await openAnalysisService(server.database.url);
  const { replies: added } = await other.answer(asked, { ...run(), shared: wrong });
  expect(added?.[0]?.[0]?.answer?.sums.pageviews).not.toBe(hits);
  await other.close();
});

test('shares that are older than the days are ignored', async () => {
  const shared = sharedOf(asked, [await shareOf(0), await shareOf(1)]);
  expect(shared).not.toBeNull();
  await record(server, randomTraffic({ ...BASE, from: GROWING, visitors: 3, seed: 3 }));
  const { replies } = await services[0].answer(asked, { ...run(), shared });
  const hits = await server.deps.db.read.hit.count({ where: { event: null } });
  expect(replies?.[0]?.[0]?.answer?.sums.pageviews).toBe(hits);
});
