import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { chunkJob } from '../../../src/engine/columns/chunks/job.ts';
import { verifyChunks } from '../../../src/engine/columns/chunks/verify.ts';
import { askRest, graphqlData } from '../../support/engine/asking.ts';
import {
  recordEarlier,
  recordLater,
  type StoredChunk,
  storeEarlierChunks,
  TIMEZONE,
} from '../../support/engine/earlierChunks.ts';
import { expectExact } from '../../support/engine/exact.ts';
import { readRecorded } from '../../support/engine/recorded.ts';
import { type AskedQuestion, recount } from '../../support/engine/recount.ts';
import { newWebsite } from '../../support/rest.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

/** Three days that were over before the upgrade, whose chunks are sealed, and its own day. */
const DAYS = { from: '2026-11-18', to: '2026-11-21' };

let server: TestServer;
/** The chunks as the version before stored them. */
let stored: StoredChunk[];
beforeEach(async () => {
  server = await startTestServer();
  await newWebsite(server, { timezone: TIMEZONE });
  await recordEarlier(server);
  stored = await storeEarlierChunks(server);
});
afterEach(() => server[Symbol.asyncDispose]());

const chunks = async () =>
  (await server.deps.db.read.chunk.findMany({ orderBy: { day: 'asc' } })).map(
    ({ day, data, tail }) => [day, Buffer.from(data).toString('base64'), tail !== null] as const,
  );

/** Asks by host, and under filters by host, and expects the answers of a recount. */
async function expectHosts(): Promise<void> {
  const recorded = await readRecorded(server);
  const filters = [
    null,
    { host: { in: [''] } },
    { host: { not_in: ['', 'a.test'] } },
    { host: { contains: 'A.t' } },
    { not: { visited: { host: { in: ['shop.a.test'] } } } },
  ];
  for (const filter of filters) {
    for (const by of [['host'], ['day', 'host'], ['host', 'page']]) {
      const asked: AskedQuestion = { websiteId: 1, ...DAYS, filter, by, order: null, search: null };
      const { rows, metrics } = recount(recorded, asked);
      const page = { offset: 0, limit: 100 };
      expect(await askRest(server, asked, page)).toEqual({
        metrics,
        rows: rows.slice(0, 100),
        total: rows.length,
      });
    }
  }
}

/** The number of chunks with the times of their hits. */
const withExtras = () => server.deps.db.read.chunk.count({ where: { extras: { not: null } } });

test('chunks without hosts answer until they are stored again, and their hosts are unknown', async () => {
  await expectHosts();
  await expectExact(server, [1]);
  const hosts = await askRest(
    server,
    { websiteId: 1, ...DAYS, filter: null, by: ['host'], order: null, search: null },
    { offset: 0, limit: 100 },
  );
  expect(hosts.rows.map(({ values }) => values)).toEqual([['']]);
  expect(await verifyChunks(server.deps.db, server.deps.analysis)).toEqual({ chunks: 3, wrong: [] });
  await chunkJob(server.deps)();
  expect(await server.deps.analysis.damaged()).toEqual({ days: [], months: [] });
  // Those of days that are over are stored again, with the times of their hits, and say the same.
  expect(await withExtras()).toBe(3);
  expect((await chunks()).map(([day, , isOpen]) => [day, isOpen])).toEqual(
    stored.map(({ day, tail }) => [day, tail !== null]),
  );
  expect(await verifyChunks(server.deps.db, server.deps.analysis)).toEqual({ chunks: 3, wrong: [] });
  await using fresh = await startTestServer({ beside: server });
  await expectExact(fresh, [1]);
});

test('a question about times reads the hits of days whose chunks have none', async () => {
  expect(await withExtras()).toBe(0);
  const ask = async (of: TestServer) => {
    const { website } = await graphqlData<{ website: { period: { funnel: { steps: unknown[] } } } }>(
      of,
      `{ website(id: "1") { period(from: "${DAYS.from}", to: "${DAYS.to}") {
        funnel(steps: [{ filter: { page: { in: ["/"] } } }, { filter: { not: { page: { in: ["/"] } } } }]) {
          visitors steps { visitors medianSeconds } } } } }`,
    );
    return website.period.funnel;
  };
  const before = await ask(server);
  expect(before.steps).toEqual([
    { visitors: expect.any(Number), medianSeconds: null },
    { visitors: expect.any(Number), medianSeconds: expect.any(Number) },
  ]);
  await chunkJob(server.deps)();
  expect(await withExtras()).toBe(3);
  await using fresh = await startTestServer({ beside: server });
  expect(await ask(fresh)).toEqual(before);
});

test('days with and without hosts answer one question, also a day that has both', async () => {
  await recordLater(server);
  await expectHosts();
  await expectExact(server, [1]);
  await using fresh = await startTestServer({ beside: server });
  await expectExact(fresh, [1]);
});

test('the chunk of the day of the upgrade is built with the hosts of its later hits', async () => {
  await recordLater(server);
  const before = await chunks();
  server.setTime(Date.UTC(2026, 10, 22, 12));
  await chunkJob(server.deps)();
  const after = await chunks();
  expect(after.map(([day]) => day)).toEqual(before.map(([day]) => day));
  expect(await withExtras()).toBe(4);
  expect(after.at(-1)?.[2]).toBe(false);
  await using fresh = await startTestServer({ beside: server });
  fresh.setTime(Date.UTC(2026, 10, 22, 12));
  await expectHosts();
  await expectExact(fresh, [1]);
  expect(await verifyChunks(server.deps.db, server.deps.analysis)).toEqual({ chunks: 4, wrong: [] });
});
