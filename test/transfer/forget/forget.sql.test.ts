import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type Analysis, createLocalAnalysis } from '../../../src/engine/columns/analysis.ts';
import { verifyChunks, verifyMonths } from '../../../src/engine/columns/chunks/verify.ts';
import { STAT_NAMES, type StatName } from '../../../src/engine/registry/statistics.ts';
import { verifyRollups } from '../../../src/ingest/store/verify.ts';
import { parseConditions } from '../../../src/transfer/forget/conditions.ts';
import { type ForgetOptions, type Forgotten, forget } from '../../../src/transfer/forget/forget.ts';
import type { OwnRow } from '../../../src/transfer/sources/records.ts';
import { readRecorded } from '../../support/engine/recorded.ts';
import { recount } from '../../support/engine/recount.ts';
import { statisticsOf } from '../../support/engine/statistics.ts';
import { randomTraffic, record } from '../../support/engine/traffic.ts';
import { newWebsite } from '../../support/rest.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { storedRows } from '../../support/transfer/exports.ts';

const RANGE = { from: '2026-09-01', to: '2026-12-31' };
const TIMEZONE = 'Pacific/Auckland';
const TRAFFIC = { timezone: TIMEZONE, from: '2026-09-28', days: 6, visitors: 8 };

/** A stopped server with the traffic, whose database each test copies. */
let recorded: TestServer;
let server: TestServer;
/** Has answered questions before, so that what it has cached must not outlive a change. */
let known: Analysis;
beforeAll(async () => {
  recorded = await startTestServer();
  for (const domain of ['a', 'b']) {
    const url = `https://${domain}.test`;
    const { id: websiteId } = await newWebsite(recorded, { url, timezone: TIMEZONE });
    // The clock of the recorder of some hits was wrong by days.
    const hits = randomTraffic({ ...TRAFFIC, websiteId, seed: websiteId });
    await record(recorded, hits, (at) => (at % 11 === 0 ? at + 5 * 86_400_000 : at));
  }
  // Stores the columns of the days, and the sums of September and October.
  await recorded.runJobs();
  await recorded.stop();
});
afterAll(() => recorded[Symbol.asyncDispose]());
beforeEach(async () => {
  server = await startTestServer({ copyOf: recorded });
  known = createLocalAnalysis(server.deps.config.databaseUrl);
  await answers(known);
});
afterEach(async () => {
  await known.close();
  await server[Symbol.asyncDispose]();
});

const answers = (analysis: Analysis, id = 1) =>
  statisticsOf(analysis, { websiteId: id, from: 20260901, to: 20261231 }, STAT_NAMES);

const run = (args: object, options: ForgetOptions = {}): Promise<Forgotten> =>
  forget(server.deps.db, 1, parseConditions(args), { pause: async () => undefined, ...options });

/** Compares everything that is stored with the visits and hits. */
async function expectConsistent(): Promise<void> {
  const { db } = server.deps;
  expect((await verifyRollups(db)).differences).toEqual([]);
  for (let round = 0; round < 2; round += 1) {
    expect((await verifyChunks(db, server.deps.analysis)).wrong).toEqual([]);
    expect((await verifyMonths(db, server.deps.analysis)).wrong).toEqual([]);
    // Builds what was deleted.
    if (round === 0) await server.runJobs();
  }
}

const UNITS: readonly StatName[] = ['page', 'landing_page', 'exit_page', 'country', 'referrer', 'event'];

/** Compares statistics with plain loops over the rows. */
async function expectStatistics(): Promise<void> {
  const rows = await readRecorded(server);
  const shown = await answers(known);
  for (const name of UNITS) {
    const asked = { websiteId: 1, ...RANGE, filter: null, order: null, search: null };
    const counted = recount(rows, { ...asked, by: [name] });
    const unit = { page: 'pageviews', event: 'events', country: 'visitors' }[name as string] ?? 'visits';
    const expected = counted.rows
      .map(({ values, metrics }) => [values[0], metrics[unit as 'visits']] as const)
      .filter(([, count]) => Number(count) > 0);
    const found = shown[STAT_NAMES.indexOf(name)]?.rows.map(({ value, count }) => [value, count]) ?? [];
    const byValue = (list: readonly (readonly unknown[])[]) => list.map((one) => JSON.stringify(one)).sort();
    expect([name, byValue(found)]).toEqual([
      name,
      byValue(
        name === 'referrer' ? expected.filter(([value]) => value !== '' || found.length > 0) : expected,
      ),
    ]);
  }
}

const hitsOf = (id = 1) => storedRows(server, 'Hit', id);
const countryOf = async () => {
  const visits = await storedRows(server, 'Visit', 1);
  const countries = new Map(visits.map(({ day, visitor, country }) => [`${day} ${visitor}`, country]));
  return ({ day, visitor }: OwnRow) => countries.get(`${day} ${visitor}`);
};
const withoutVisit = ({ visit: _, ...hit }: OwnRow) => hit;

test.each([
  [{ path: '/' }],
  [{ path: '/pricing', before: '2026-10-03' }],
  [{ country: 'de' }],
  [{ country: 'FR', path: '/pricing/eu' }],
  [{ before: '2026-10-01' }],
  [{ before: '2027-01-01' }],
])('hits that meet %j are gone, and everything is counted again', async (args) => {
  const { path, country, before } = args as { path?: string; country?: string; before?: string };
  const country2 = await countryOf();
  const [all, other] = [await hitsOf(), await hitsOf(2)];
  const isForgotten = (hit: OwnRow) =>
    (path === undefined || hit.path === path) &&
    (country === undefined || country2(hit) === country.toUpperCase()) &&
    (before === undefined || Number(hit.day) < Number(before.replaceAll('-', '')));
  const gone = all.filter(isForgotten);
  const keys = (...names: string[]) =>
    new Set(gone.map((hit) => names.map((name) => hit[name]).join(' '))).size;
  const expected = {
    hits: gone.length,
    visits: keys('day', 'visitor', 'visit'),
    visitors: keys('day', 'visitor'),
    days: keys('day'),
    ...{ drops: 0, sums: 0, undivided: 0 },
  };
  expect(gone.length).toBeGreaterThan(0);

  expect(await run(args, { dryRun: true })).toEqual(expected);
  expect(await hitsOf()).toEqual(all);
  // Several transactions for a day.
  expect(await run(args, { visitors: 3 })).toEqual(expected);
  const left = all.filter((hit) => !isForgotten(hit));
  expect((await hitsOf()).map(withoutVisit)).toEqual(left.map(withoutVisit));
  expect(await hitsOf(2)).toEqual(other);
  await expectConsistent();
  await expectStatistics();
  expect(await run(args)).toEqual({
    hits: 0,
    visits: 0,
    visitors: 0,
    days: 0,
    drops: 0,
    sums: 0,
    undivided: 0,
  });
});

test('days and countries are forgotten as if their visitors had never been there', async () => {
  const visits = await storedRows(server, 'Visit', 1);
  const country = await countryOf();
  await run({ before: '2026-10-01', country: 'US' });
  const others = visits.filter((visit) => Number(visit.day) >= 20261001 || country(visit) !== 'US');
  expect(others.length).toBeLessThan(visits.length);
  expect(await storedRows(server, 'Visit', 1)).toEqual(others);
});

test('a property is removed from its hits, which stay as they are', async () => {
  const all = await hitsOf();
  const parsed = ({ properties }: OwnRow): Record<string, string> =>
    properties === null ? {} : JSON.parse(String(properties));
  const { hits } = await run({ property: 'plan', path: '/' });
  expect(hits).toBeGreaterThan(0);
  const expected = all.map((hit) => {
    const { plan, ...others } = parsed(hit);
    if (plan === undefined || hit.path !== '/') return hit;
    return { ...hit, properties: Object.keys(others).length === 0 ? null : JSON.stringify(others) };
  });
  expect(expected.filter((hit, index) => hit !== all[index])).toHaveLength(hits);
  expect(await hitsOf()).toEqual(expected);
  await expectConsistent();
  await run({ property: 'plan' });
  expect((await hitsOf()).filter((hit) => 'plan' in parsed(hit))).toEqual([]);
  expect((await hitsOf()).some((hit) => 'n' in parsed(hit))).toBe(true);
  await expectConsistent();
});

test('nothing that derives from the forgotten hits is left, not even until it is built again', async () => {
  const derived = async () => {
    const chunks = await server.deps.db.read.chunk.count({ where: { websiteId: 1 } });
    return chunks + (await server.deps.db.read.monthSums.count({ where: { websiteId: 1 } }));
  };
  expect(await derived()).toBeGreaterThan(0);
  await run({ before: '2027-01-01' });
  expect(await derived()).toBe(0);
});

test('the version of a month always grows, although hits and days disappear', async () => {
  const version = async () => {
    const days = await server.deps.db.read.dayTotal.findMany({
      where: { websiteId: 1, day: { gte: 20261001 } },
    });
    const withHits = days.filter(({ pageviews, events }) => pageviews + events > 0n);
    return withHits.reduce((sum, day) => sum + Number(day.pageviews + day.events + day.revision), 0);
  };
  const versions = [await version()];
  const pause = async () => void versions.push(await version());
  // Two days of October become empty, and others lose hits.
  await run({ before: '2026-10-03' }, { visitors: 2, pause });
  await run({ path: '/' }, { visitors: 2, pause });
  await run({ property: 'plan' }, { visitors: 2, pause });
  expect(versions).toEqual(versions.toSorted((one, other) => one - other));
  expect(new Set(versions).size).toBeGreaterThan(15);
});

test('an interruption leaves everything consistent, and the rest can be done', async () => {
  const before = await hitsOf();
  let pauses = 0;
  const interrupted = run(
    { path: '/' },
    {
      visitors: 2,
      pause: async () => {
        pauses += 1;
        if (pauses === 9) throw new Error('killed');
      },
    },
  );
  await expect(interrupted).rejects.toThrow('killed');
  const half = await hitsOf();
  expect(half.length).toBeLessThan(before.length);
  expect(half.some(({ path }) => path === '/')).toBe(true);
  await expectConsistent();
  await run({ path: '/' });
  expect((await hitsOf()).filter(({ path }) => path === '/')).toEqual([]);
  await expectConsistent();
});

test('hits that are recorded meanwhile stay, also those of visits that are being counted again', async () => {
  const later = randomTraffic({ ...TRAFFIC, websiteId: 1, seed: 1 }).map((hit) => ({
    ...hit,
    at: hit.at + 60_000,
    path: '/later',
  }));
  let index = 0;
  await run(
    { path: '/' },
    {
      visitors: 4,
      pause: async () => {
        await record(server, later.slice(index, index + 20));
        index += 20;
      },
    },
  );
  const hits = await hitsOf();
  expect(hits.filter(({ path }) => path === '/')).toEqual([]);
  expect(hits.filter(({ path }) => path === '/later')).toHaveLength(Math.min(index, later.length));
  await expectConsistent();
});

test('the counts of dropped hits before a day are deleted, and only with that condition', async () => {
  const { db } = server.deps;
  const row = { websiteId: 1, reason: 'bot', count: 3n };
  await db.write((tx) =>
    tx.drop.createMany({
      data: [
        { ...row, day: 20260930 },
        { ...row, day: 20261001 },
        { ...row, day: 20260930, websiteId: 2 },
      ],
    }),
  );
  expect((await run({ before: '2026-10-01', path: '/' })).drops).toBe(0);
  expect((await run({ before: '2026-10-01' }, { dryRun: true })).drops).toBe(1);
  expect((await run({ before: '2026-10-01' })).drops).toBe(1);
  expect(await db.read.drop.count()).toBe(2);
});

test('nothing is forgotten while days of an earlier version are still being counted', async () => {
  await server.deps.db.write((tx) => tx.pendingDay.create({ data: { websiteId: 1, day: 20261001 } }));
  await expect(run({ path: '/' })).rejects.toThrow('still being');
  expect((await run({ path: '/', before: '2026-10-01' })).hits).toBeGreaterThan(0);
});
