import { describe, expect, test } from '@jest/globals';
import { chunkJob } from '../../../src/engine/columns/chunks/job.ts';
import { verifyChunks, verifyMonths } from '../../../src/engine/columns/chunks/verify.ts';
import { restMetrics } from '../../support/engine/asking.ts';
import { randomTraffic, record } from '../../support/engine/traffic.ts';
import { newWebsite } from '../../support/rest.ts';
import { startTestServer } from '../../support/server.ts';

const BASE = { websiteId: 1, timezone: 'UTC', seed: 1 };

describe('verify finds nothing wrong but damage', () => {
  test.each([
    ['5', '100'],
    ['5', '3'],
  ])(
    'in days that were stored with a limit of %s distinct values, also after one of %s',
    async (one, other) => {
      await using server = await startTestServer({ env: { MAX_DISTINCT_VALUES: one } });
      await newWebsite(server, { timezone: 'UTC' });
      const large = randomTraffic({ ...BASE, from: '2026-11-10', days: 1, visitors: 150 });
      const small = randomTraffic({ ...BASE, from: '2026-10-10', days: 3, visitors: 20 });
      // Paths of events are values of the column of pages, and have a limit of their own.
      const hits = large.map((hit, index) => ({ ...hit, path: `/${hit.event ? 'e' : 'p'}${index % 9}` }));
      await record(server, [...small, ...hits]);
      await chunkJob(server.deps)();
      await using later = await startTestServer({ beside: server, env: { MAX_DISTINCT_VALUES: other } });
      for (const { deps } of [server, later]) {
        expect(await verifyChunks(deps.db, deps.analysis)).toEqual({ chunks: 1, wrong: [] });
        expect(await verifyMonths(deps.db, deps.analysis)).toEqual({ months: 1, wrong: [] });
      }
    },
  );
});

test('a month is stored once it is over in every time zone, and is not taken for damaged', async () => {
  await using server = await startTestServer();
  const noon = Date.UTC(2026, 11, 1, 12);
  server.setTime(noon);
  await newWebsite(server, { timezone: 'UTC' });
  await record(server, randomTraffic({ ...BASE, from: '2026-11-20', days: 11, visitors: 10 }));
  const filter = { country: { in: ['DE'] } };
  const asked = {
    websiteId: 1,
    from: '2026-11-01',
    to: '2026-11-30',
    filter,
    by: [],
    order: null,
    search: null,
  };
  const found: unknown[] = [];
  for (const [days, months] of [
    [0, 0],
    [1, 1],
  ] as const) {
    const now = () => noon + days * 86_400_000;
    await chunkJob({ ...server.deps, now })();
    expect(await server.deps.db.read.monthSums.count()).toBe(months);
    await using fresh = await startTestServer({ beside: server });
    fresh.setTime(now());
    found.push(await restMetrics(fresh, asked));
    expect(await fresh.deps.analysis.damaged()).toEqual({ days: [], months: [] });
  }
  expect(found[1]).toEqual(found[0]);
});
