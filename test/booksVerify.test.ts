import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { verifyRollups } from '../src/rollup/verify.ts';
import { type Sent, sendTraffic } from './support/books/sent.ts';
import type { Site } from './support/books/traffic.ts';
import type { Fact } from './support/oracle.ts';
import type { TestServer } from './support/server.ts';

let sent: Sent;
let server: TestServer;
let sites: Site[];
let facts: Fact[];
beforeAll(async () => {
  sent = await sendTraffic();
  ({ server, sites, facts } = sent);
});
afterAll(() => sent[Symbol.asyncDispose]());

describe('verifyRollups', () => {
  const verify = async () => (await verifyRollups(server.deps.db)).differences;

  test('finds nothing wrong with all this', async () => {
    const { websites, rows, differences } = await verifyRollups(server.deps.db);
    expect({ websites, differences }).toEqual({ websites: 3, differences: [] });
    expect(rows).toBeGreaterThan(1_000);
  });

  test.each([
    ['a day', 'country', 20261025, 'GB'],
    ['a day of visits', 'referrer', 20261101, ''],
    ['a day of events', 'event', 20261025, 'Purchase'],
    ['an hour', 'pageviews_hours', 20261025, '02'],
    ['a month', 'landing_page', 202610, '/pricing'],
    ['a month of visitors', 'visitors', 202611, '2026-11-01'],
  ])('finds the one row of %s that was changed by hand, and only that', async (_, name, period, value) => {
    const websiteId = sites[1]?.id ?? 0;
    const row = { websiteId, name, period, value };
    const { count } = await server.deps.db.read.stat.findUniqueOrThrow({
      where: { websiteId_name_period_value: row },
    });
    const change = (by: number) =>
      server.deps.db.write(
        (tx) => tx.$executeRaw`
          UPDATE "Stat" SET "count" = "count" + ${by}
          WHERE "websiteId" = ${websiteId} AND "name" = ${name} AND "period" = ${period} AND "value" = ${value}`,
      );

    expect(await change(3)).toBe(1);
    expect(await verify()).toEqual([{ ...row, stored: Number(count) + 3, computed: Number(count) }]);
    await change(-3);
    expect(await verify()).toEqual([]);
  });

  test('finds a row that was taken away and one that was made up', async () => {
    const websiteId = sites[0]?.id ?? 0;
    await server.deps.db.write(async (tx) => {
      await tx.$executeRaw`
        DELETE FROM "Stat" WHERE "websiteId" = ${websiteId} AND "name" = 'visitors' AND "period" = 20261025`;
      await tx.$executeRaw`INSERT INTO "Stat" VALUES (${websiteId}, 'browser', 202611, 'Netscape', 7)`;
    });
    const visitors = facts.filter(
      (fact) => fact.websiteId === websiteId && fact.name === 'visitors' && fact.day === '2026-10-25',
    ).length;
    expect(await verify()).toEqual([
      { websiteId, name: 'browser', period: 202611, value: 'Netscape', stored: 7, computed: 0 },
      { websiteId, name: 'visitors', period: 20261025, value: '2026-10-25', stored: 0, computed: visitors },
    ]);
  });
});
