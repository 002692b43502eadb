import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { STAT_NAMES } from '../../../src/engine/registry/statistics.ts';
import { backfillJob } from '../../../src/ingest/backfill/job.ts';
import type { Hit } from '../../../src/ingest/hit.ts';
import { verifyRollups } from '../../../src/ingest/store/verify.ts';
import { graphql, restMetrics } from '../../support/engine/asking.ts';
import { expectExact } from '../../support/engine/exact.ts';
import { readRecorded } from '../../support/engine/recorded.ts';
import { recount } from '../../support/engine/recount.ts';
import { randomTraffic, record } from '../../support/engine/traffic.ts';
import { newWebsite, rest } from '../../support/rest.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const READY = { status: 200, ready: true, time_zone_rules: expect.stringMatching(/^\d{4}[a-z]+$/) };

const PERIOD = 'from=2026-11-01&to=2026-11-30';
const WHOLE = { from: '2026-11-01', to: '2026-11-30', by: [], order: null, search: null };
const TIMEZONE = 'America/New_York';
const FROM = '2026-11-16';

const traffic = (websiteId: number, seed = websiteId, from = FROM): Hit[] =>
  randomTraffic({ websiteId, timezone: TIMEZONE, from, days: 4, visitors: 20, seed });

/** Puts the database into the state after the migration of one of the earlier version. */
async function makeEarlier({ deps }: TestServer): Promise<void> {
  for (const statement of [
    `UPDATE "Visit" SET "source" = '', "channel" = '', "utm_source" = '', "utm_medium" = '', "utm_term" = '',
      "utm_content" = '', "clickId" = '', "pageviews" = NULL, "events" = NULL,
      "exitPath" = NULL, "exitId" = NULL`,
    // The earlier version gave each visit the device of its own first hit.
    `UPDATE "Visit" SET "device" = 'tablet', "resolution" = '1x1', "country" = 'XX' WHERE "number" > 1`,
    // It did not count these.
    'UPDATE "DayTotal" SET "visits" = 0, "bounces" = 0, "duration" = 0',
    'INSERT INTO "PendingDay" ("websiteId", "day") SELECT DISTINCT "websiteId", "day" FROM "Visit"',
    // A server that stops releases only its own lease.
    `UPDATE "Lease" SET "holder" = 'another instance'`,
  ])
    await deps.db.write((tx) => tx.$executeRawUnsafe(statement));
}

/**
 * A stopped server with such a database, in which another instance is the leader: jobs do not run.
 * @param clock what the clock of the recorder showed at the times of the hits of website 1.
 */
async function recordEarlier(clock?: (at: number) => number): Promise<TestServer> {
  const server = await startTestServer();
  await server.runJobs();
  for (const name of ['a', 'b'])
    await newWebsite(server, { url: `https://${name}.test`, timezone: TIMEZONE });
  await record(server, traffic(1), clock);
  await record(server, traffic(2));
  await makeEarlier(server);
  await server.stop();
  return server;
}

let earlier: TestServer;
beforeAll(async () => {
  earlier = await recordEarlier();
});
afterAll(() => earlier[Symbol.asyncDispose]());

/** A server that starts with such a database. */
const startEarlier = () => startTestServer({ copyOf: earlier });

const pendingDays = ({ deps }: TestServer) => deps.db.read.pendingDay.count();

/** Completes days until this many are left. */
async function complete(server: TestServer, left = 0): Promise<void> {
  // Each look at the clock is a minute later, so that each run completes one day.
  let time = 0;
  const clock = () => {
    time += 60_000;
    return time;
  };
  const run = backfillJob(server.deps, clock, async () => undefined);
  while ((await pendingDays(server)) > left) await run();
}

/** Expects that everything is as in a recount of the rows. */
async function expectComplete(server: TestServer): Promise<void> {
  expect((await verifyRollups(server.deps.db)).differences).toEqual([]);
  const recorded = await readRecorded(server);
  await expectExact(server, [1, 2], recorded);
  for (const websiteId of [1, 2]) {
    const asked = { ...WHOLE, websiteId, filter: null };
    expect(await restMetrics(server, asked)).toEqual(recount(recorded, asked).metrics);
  }
  const { db } = server.deps;
  expect(await db.read.visit.count({ where: { OR: [{ pageviews: null }, { channel: '' }] } })).toBe(0);
  expect(await db.read.visit.count({ where: { country: 'XX' } })).toBe(0);
}

/** Every hit that extends a visit which is pending, with the time of the visit's last hit. */
async function extending({ deps }: TestServer, count: number): Promise<Hit[]> {
  const visits = await deps.db.read.visit.findMany({
    where: { pageviews: null },
    orderBy: [{ lastAt: 'asc' }, { visitor: 'asc' }],
  });
  const last = new Map(visits.map((visit) => [`${visit.websiteId} ${visit.day} ${visit.visitor}`, visit]));
  return [...last.values()].slice(0, count).map(
    ({ websiteId, day, visitor, hour, lastAt }, index): Hit => ({
      websiteId,
      day,
      visitor,
      hour,
      at: Number(lastAt) + 60_000,
      path: `/extended/${index % 3}`,
      event: index % 2 === 0 ? null : { name: 'Buy', value: null, unit: null },
      dimensions: (traffic(1)[index] as Hit).dimensions,
    }),
  );
}

describe('while days of the earlier version are being counted', () => {
  test('questions about them are refused until they are complete, and then have every number', async () => {
    await using server = await startEarlier();
    for (const where of [
      ...STAT_NAMES.map((name) => `stats/1?name=${name}&${PERIOD}`),
      `stats/1?name=page&${PERIOD}&filter={"country":{"in":["DE"]}}`,
      ...[`metrics/1?${PERIOD}`, `breakdown/1?by=page&${PERIOD}`],
    ]) {
      const { status, headers, body } = await rest(server, `/api/v1/${where}`);
      expect([where, status, headers.get('retry-after')]).toEqual([where, 503, '60']);
      expect(body.message).toContain('recorded by an earlier version');
    }
    const { body } = await rest(server, '/readyz');
    expect(body).toEqual({ ...READY, pending_days: await pendingDays(server) });
    await complete(server);
    await expectComplete(server);
    expect((await rest(server, '/readyz')).body).toEqual(READY);
  });

  test('days whose hits were recorded by a wrong clock are completed from all of their hits', async () => {
    const morning = Date.parse(`${FROM}T12:00:00Z`);
    await using other = await recordEarlier((at) => (at < morning ? at : at + 20 * 86_400_000));
    await using server = await startTestServer({ copyOf: other });
    await complete(server);
    await expectComplete(server);
  });

  test('a question about another website in the same operation is answered', async () => {
    await using server = await startEarlier();
    await server.deps.db.write((tx) => tx.pendingDay.deleteMany({ where: { websiteId: 2 } }));
    const of = (id: number) => `w${id}: website(id: "${id}") {
      period(from: "2026-11-01", to: "2026-11-30") { breakdown(by: [COUNTRY]) { totalCount } } }`;
    const { data, errors } = await graphql(server, `{ ${of(1)} ${of(2)} }`);
    expect(data).toMatchObject({ w2: { period: { breakdown: { totalCount: expect.any(Number) } } } });
    expect(errors).toMatchObject([{ path: ['w1', 'period', 'breakdown'] }]);
  });

  test('GraphQL refuses the metrics of them alone', async () => {
    await using server = await startEarlier();
    const { data, errors } = await graphql(
      server,
      `{ website(id: "1") { url period(from: "2026-11-01", to: "2026-11-30") {
        visits bounceRate series { points { visitors } } stats(name: CHANNEL) { sum } } } }`,
    );
    expect(data).toMatchObject({ website: null });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 60 });
    const portfolio = await graphql(
      server,
      '{ viewer { period(from: "2026-11-01", to: "2026-11-30") { visits pageviews } } }',
    );
    expect(portfolio.errors?.[0]?.extensions).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 60 });
  });

  test('periods without such days are answered', async () => {
    await using server = await startEarlier();
    await record(server, traffic(1, 7, '2026-11-26'));
    const recorded = await readRecorded(server);
    for (const filter of [null, { not: { country: { in: ['FR'] } } }]) {
      const asked = { ...WHOLE, websiteId: 1, from: '2026-11-25', filter };
      expect(await restMetrics(server, asked)).toEqual(recount(recorded, asked).metrics);
    }
    await complete(server, 3);
    // The newest days are complete first.
    const day = (await server.deps.db.read.pendingDay.findMany({ orderBy: { day: 'desc' } }))[0]
      ?.day as number;
    const from = `2026-11-${(day % 100) + 1}`;
    const asked = { ...WHOLE, websiteId: 2, from, filter: { browser: { not_in: ['Chrome'] } } };
    expect(await restMetrics(server, asked)).toEqual(recount(await readRecorded(server), asked).metrics);
    await complete(server);
    await expectComplete(server);
  });
});

describe('hits that arrive meanwhile', () => {
  test('extend visits of the earlier version and open new ones, and count once', async () => {
    await using server = await startEarlier();
    await record(server, await extending(server, 12));
    await record(
      server,
      traffic(1, 11).filter((_, index) => index % 3 === 0),
    );
    expect((await verifyRollups(server.deps.db)).differences).toEqual([]);
    await complete(server, 4);
    expect((await verifyRollups(server.deps.db)).differences).toEqual([]);
    await record(server, await extending(server, 8));
    await record(
      server,
      traffic(2, 12).filter((_, index) => index % 3 === 1),
    );
    expect((await verifyRollups(server.deps.db)).differences).toEqual([]);
    await complete(server);
    await expectComplete(server);
    await record(server, traffic(2, 13));
    await expectComplete(server);
  });

  test('open second visits of visitors of the earlier version with the device of the first', async () => {
    await using server = await startEarlier();
    const later = (await extending(server, 6)).map((hit) => ({ ...hit, at: hit.at + 3_600_000 }));
    await record(server, later);
    await complete(server);
    await expectComplete(server);
  });
});

test('a backfill that fails in the middle of a day leaves it as it was, and continues', async () => {
  await using server = await startEarlier();
  const { db, log } = server.deps;
  const before = await pendingDays(server);
  const failing = {
    ...db,
    write: ((work: (tx: never) => Promise<unknown>) =>
      db.write(async (tx) => {
        await work(tx as never);
        throw new Error('The disk is full.');
      })) as typeof db.write,
  };
  await expect(backfillJob({ db: failing, log }, undefined, async () => undefined)()).rejects.toThrow('disk');
  expect(await pendingDays(server)).toBe(before);
  expect((await verifyRollups(db)).differences).toEqual([]);
  await complete(server);
  await expectComplete(server);
});

test('visits of the earlier version get the channel of their referrer', async () => {
  await using server = await startEarlier();
  await complete(server);
  const visits = await server.deps.db.read.visit.findMany({
    select: { referrer: true, source: true, channel: true },
  });
  const channels = new Map(visits.map(({ referrer, source, channel }) => [referrer, [source, channel]]));
  expect(Object.fromEntries(channels)).toEqual({
    '': ['', 'Direct'],
    'google.co.uk': ['Google', 'Organic Search'],
    'google.com': ['Google', 'Organic Search'],
    'chatgpt.com': ['ChatGPT', 'AI Assistants'],
    'blog.test': ['blog.test', 'Referral'],
    'BLOG.test': ['BLOG.test', 'Referral'],
  });
});
