import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type AnalysisService, openAnalysisService } from '../../../src/engine/columns/read/service.ts';
import { evaluateAlike } from '../../../src/engine/columns/threads.ts';
import type { Question } from '../../../src/engine/question/types.ts';
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

const question: Question = {
  from: 20261101,
  to: 20261130,
  filter: null,
  by: [],
  order: null,
  search: null,
  positive: null,
  untilHour: null,
  hideBelow: 0,
  offset: 0,
  limit: 1,
};
const asked = [{ websiteId: 1, questions: [question] }];
const shareOf = (index: 0 | 1) =>
  services[index].share(asked, {
    now: server.deps.now(),
    running: () => undefined,
    share: { index, of: 2 },
  });

test('shares differ if a day leaves the small days between them, and are evaluated again', async () => {
  const before = await shareOf(0);
  await record(server, randomTraffic({ ...BASE, from: GROWING, visitors: 150, seed: 2 }));
  const second = await shareOf(1);
  expect([before.division, second.division]).toEqual(['0 0', '1 0']);

  const attempts = [
    [before, second],
    [await shareOf(0), await shareOf(1)],
  ];
  const shares = (await evaluateAlike(async () => attempts.shift() ?? [])) ?? [];
  expect(attempts).toEqual([]);
  const [answers] = services[0].merge(asked, shares);
  const hits = await server.deps.db.read.hit.count({ where: { event: null } });
  expect(answers?.[0]?.sums.pageviews).toBe(hits);
  // Merged as they were, they would have the hits of the day before it grew twice, or not at all.
  const [wrong] = services[0].merge(asked, [before.bytes, second.bytes]);
  expect(wrong?.[0]?.sums.pageviews).not.toBe(hits);
});

test('shares that never divide the days alike are given up', async () => {
  let asked = 0;
  const share = (division: string) => ({ bytes: new Uint8Array(), division });
  const evaluate = async () => {
    asked += 1;
    return [share('1 0'), share('1 1')];
  };
  expect(await evaluateAlike(evaluate)).toBeNull();
  expect(asked).toBe(3);
});
