import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { chunkJob } from '../../../../src/engine/columns/chunks/job.ts';
import { verifyMonths } from '../../../../src/engine/columns/chunks/verify.ts';
import { decodeMonth, encodeMonth } from '../../../../src/engine/columns/months/codec.ts';
import { SUMMED } from '../../../../src/engine/columns/months/dimensions.ts';
import { openAnalysisService } from '../../../../src/engine/columns/read/service.ts';
import { sharedOf } from '../../../../src/engine/columns/threads.ts';
import type { Question } from '../../../../src/engine/question/types.ts';
import { FILTER_DIMENSIONS } from '../../../../src/engine/registry/dimensions.ts';
import { askGraphql, askRest } from '../../../support/engine/asking.ts';
import { readRecorded } from '../../../support/engine/recorded.ts';
import { type AskedQuestion, recount } from '../../../support/engine/recount.ts';
import { randomTraffic, record } from '../../../support/engine/traffic.ts';
import { newWebsite } from '../../../support/rest.ts';
import { startTestServer, type TestServer } from '../../../support/server.ts';

const TIMEZONE = 'Europe/Berlin';
const BASE = { websiteId: 1, timezone: TIMEZONE };
const PAGE = { offset: 0, limit: 100 };

/** Days of three months: small ones of September, large and small ones of October, and current ones. */
const traffic = [
  randomTraffic({ ...BASE, from: '2026-09-28', days: 3, visitors: 20, seed: 1 }),
  randomTraffic({ ...BASE, from: '2026-10-09', days: 2, visitors: 90, seed: 2 }),
  randomTraffic({ ...BASE, from: '2026-10-20', days: 3, visitors: 15, seed: 3 }),
  randomTraffic({ ...BASE, from: '2026-11-18', days: 3, visitors: 30, seed: 4 }),
].flat();

/** A stopped server with the traffic, whose database each test copies. */
let sealed: TestServer;
let server: TestServer;
beforeAll(async () => {
  sealed = await startTestServer();
  await newWebsite(sealed, { timezone: TIMEZONE });
  await record(sealed, traffic);
  await chunkJob(sealed.deps)();
  await sealed.stop();
});
afterAll(() => sealed[Symbol.asyncDispose]());
beforeEach(async () => {
  server = await startTestServer({ copyOf: sealed });
});
afterEach(() => server[Symbol.asyncDispose]());

/** Whole months, parts of months, and both. */
const RANGES = [
  ['2026-09-01', '2026-11-30'],
  ['2026-09-30', '2026-10-31'],
  ['2026-10-10', '2026-11-19'],
  ['2026-10-01', '2026-10-30'],
] as const;

/** The months that stay as they are, with the number of rows. */
const stored = async () =>
  (
    await server.deps.db.read.monthSums.groupBy({ by: ['month'], _count: true, orderBy: { month: 'asc' } })
  ).map(({ month, _count }) => [month, _count]);

/** September has only small days, which are stored as columns; October has small and large ones. */
const ALL = [
  [202609, 1],
  [202610, SUMMED.length + 1],
];

/** Asks an instance with an empty cache without a filter, and expects what a recount of the rows gives. */
async function expectRecount(dimensions: readonly string[] = ['page', 'visitor hours']): Promise<void> {
  const recorded = await readRecorded(server);
  await using fresh = await startTestServer({ beside: server });
  for (const [from, to] of RANGES) {
    for (const name of dimensions) {
      const by = name === 'visitor hours' ? ['hour'] : [name];
      const asked: AskedQuestion = { websiteId: 1, from, to, filter: null, by, order: null, search: null };
      const { metrics, rows } = recount(recorded, asked);
      const ask = name.length % 2 === 0 ? askGraphql : askRest;
      expect(await ask(fresh, asked, PAGE)).toEqual({
        metrics,
        rows: rows.slice(0, 100),
        total: rows.length,
      });
    }
  }
}

/** Whether a question about September, or without a filter about October, reads hits or chunks of it. */
async function readsDays(): Promise<boolean> {
  const statements: string[] = [];
  await using fresh = await startTestServer({ beside: server, onQuery: (sql) => statements.push(sql) });
  statements.length = 0;
  const asked = { websiteId: 1, by: ['page'], order: null, search: null };
  await askGraphql(fresh, { ...asked, from: '2026-10-01', to: '2026-10-31', filter: null }, PAGE);
  const filter = { device: { in: ['mobile'] } };
  await askGraphql(fresh, { ...asked, from: '2026-09-01', to: '2026-09-30', filter }, PAGE);
  return statements.some((text) => /"Chunk"\."data"(?!\))|"Hit"\."path"/.test(text));
}

test('months that are over are stored, and answer as a recount of their hits', async () => {
  expect(await stored()).toEqual(ALL);
  expect(await readsDays()).toBe(false);
  await expectRecount(FILTER_DIMENSIONS);
});

test('a hit that comes late makes the sums of its month invalid, until they are added up again', async () => {
  await record(server, randomTraffic({ ...BASE, from: '2026-10-21', days: 1, visitors: 3, seed: 9 }));
  expect(await readsDays()).toBe(true);
  await expectRecount();
  await chunkJob(server.deps)();
  expect(await stored()).toEqual(ALL);
  expect(await readsDays()).toBe(false);
  await expectRecount();
});

test.each([
  ['sums', ['page']],
  ['small days', ['small_days', 'page']],
])('damaged %s are answered from the days, and stored again', async (_, dimensions) => {
  await server.deps.db.write((tx) =>
    tx.monthSums.updateMany({
      where: { dimension: { in: dimensions } },
      data: { data: new Uint8Array([1, 2, 3]) },
    }),
  );
  const recorded = await readRecorded(server);
  const [from, to] = RANGES[0];
  const asked: AskedQuestion = {
    websiteId: 1,
    from,
    to,
    filter: null,
    by: ['page'],
    order: null,
    search: null,
  };
  const { metrics, rows } = recount(recorded, asked);
  const expected = { metrics, rows: rows.slice(0, 100), total: rows.length };
  expect(await askRest(server, asked, PAGE)).toEqual(expected);
  const { wrong } = await verifyMonths(server.deps.db, server.deps.analysis);
  expect(wrong.map(({ month, dimension }) => `${month} ${dimension}`).sort()).toEqual(
    dimensions
      .flatMap((name) => (name === 'page' ? ['202610 page'] : ['202609 small_days', '202610 small_days']))
      .sort(),
  );
  await chunkJob(server.deps)();
  expect(await verifyMonths(server.deps.db, server.deps.analysis)).toEqual({ months: 2, wrong: [] });
  expect(await askRest(server, asked, PAGE)).toEqual(expected);
});

test('verify finds sums that differ from those of the days', async () => {
  const { db, analysis } = server.deps;
  const key = { websiteId: 1, month: 202610, dimension: 'country' };
  const { data } = await db.read.monthSums.findUniqueOrThrow({
    where: { websiteId_month_dimension: key },
  });
  const sums = decodeMonth(data);
  if (!sums?.groupings[0]) throw new Error('The sums cannot be read.');
  sums.groupings[0].sums[0] = (sums.groupings[0].sums[0] as number) + 1;
  await db.write((tx) =>
    tx.monthSums.update({
      where: { websiteId_month_dimension: key },
      data: { data: new Uint8Array(encodeMonth(sums)) },
    }),
  );
  expect(await verifyMonths(db, analysis)).toEqual({ months: 2, wrong: [key] });
});

test('shares have either the sums of a month or its days', async () => {
  const open = () => openAnalysisService(server.database.url);
  const services = [await open(), await open(), await open()] as const;
  const question: Question = {
    from: 20260901,
    to: 20261130,
    untilHour: null,
    filter: null,
    by: ['page'],
    order: null,
    search: null,
    positive: null,
    hideBelow: 0,
    offset: 0,
    limit: 100,
  };
  const asked = [{ websiteId: 1, questions: [question] }];
  const shareOf = (index: 0 | 1, service = services[index]) =>
    service.share(asked, {
      now: server.deps.now(),
      running: () => undefined,
      share: { index, of: 2 },
    });
  const shares = [await shareOf(0), await shareOf(1)];
  const shared = sharedOf(asked, shares);
  expect(shared?.asked).toBe(asked);
  const run = { now: server.deps.now(), running: () => undefined };
  const { replies: merged } = await services[0].answer(asked, { ...run, shared });
  const { replies: whole } = await services[1].answer(asked, run);
  expect(merged).toEqual(whole);
  const before = await shareOf(0);
  await server.deps.db.write((tx) => tx.monthSums.deleteMany({ where: { month: 202610 } }));
  // The other thread has nothing cached, and finds no sums.
  expect(sharedOf(asked, [before, await shareOf(1, services[2])])).toBeNull();
  for (const service of services) await service.close();
});
