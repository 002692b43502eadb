import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type Analysis, createLocalAnalysis } from '../../../src/engine/columns/analysis.ts';
import { findSourceChanges, reclassifyDay } from '../../../src/ingest/backfill/reclassify.ts';
import type { Dimensions, Hit } from '../../../src/ingest/hit.ts';
import { storeHits } from '../../../src/ingest/store/store.ts';
import { verifyRollups } from '../../../src/ingest/store/verify.ts';
import { openTestDatabase, type TestDatabase } from '../../support/books/database.ts';
import { DIMENSIONS } from '../../support/dimensions.ts';
import { statisticsOf } from '../../support/engine/statistics.ts';

let database: TestDatabase;
let analysis: Analysis;
let id = 0n;
beforeEach(async () => {
  database = await openTestDatabase();
  analysis = createLocalAnalysis(database.url);
});
afterEach(async () => {
  await analysis.close();
  await database[Symbol.asyncDispose]();
});

/** Stores visits with these sources, one visitor each. */
async function store(day: number, visits: readonly Partial<Dimensions>[]): Promise<void> {
  const none = { campaign: '', utm_source: '', utm_medium: '', utm_term: '', utm_content: '' };
  const hits = visits.map(
    (dimensions, index): Hit => ({
      websiteId: 1,
      at: Date.UTC(2026, 10, day % 100, 9),
      day,
      hour: 9,
      visitor: BigInt(index),
      path: '/',
      event: null,
      dimensions: { ...DIMENSIONS, ...none, ...dimensions },
    }),
  );
  await database.db.write((tx) => storeHits(tx, hits, () => ++id));
}

const sourcesOf = async () =>
  (await database.db.read.visit.findMany({ orderBy: [{ day: 'asc' }, { visitor: 'asc' }] })).map(
    ({ source, channel }) => [source, channel],
  );

const channels = async (asked: Analysis) => {
  const range = { websiteId: 1, from: 20261101, to: 20261130 };
  const [found] = await statisticsOf(asked, range, ['channel']);
  return found?.rows.map(({ value, count }) => [value, count]) ?? [];
};

test('visits that earlier lists classified differently get their source and channel', async () => {
  // As if the lists had not known this host.
  const old = { referrer: 'google.co.uk', source: 'google.co.uk', channel: 'Referral' };
  await store(20261120, [old, old, { referrer: '', source: '', channel: 'Direct' }]);
  await store(20261121, [old]);
  // What it has cached must not outlive the change.
  expect(await channels(analysis)).toEqual([
    ['Referral', 3],
    ['Direct', 1],
  ]);

  const changes = await findSourceChanges(database.db, 1);
  const change = { before: { source: 'google.co.uk', channel: 'Referral' }, websiteId: 1 };
  const after = { source: 'Google', channel: 'Organic Search' };
  expect(changes).toEqual([
    { ...change, day: 20261120, after, visits: 2 },
    { ...change, day: 20261121, after, visits: 1 },
  ]);
  // Looking changes nothing.
  expect(await sourcesOf()).toContainEqual(['google.co.uk', 'Referral']);

  for (const { day } of changes) await database.db.write((tx) => reclassifyDay(tx, { websiteId: 1, day }));
  expect(await sourcesOf()).toEqual([
    ['Google', 'Organic Search'],
    ['Google', 'Organic Search'],
    ['', 'Direct'],
    ['Google', 'Organic Search'],
  ]);
  expect((await verifyRollups(database.db)).differences).toEqual([]);
  // Although no hit came in, the cached page is not shown again.
  expect(await channels(analysis)).toEqual([
    ['Organic Search', 3],
    ['Direct', 1],
  ]);
  expect(await findSourceChanges(database.db, 1)).toEqual([]);
});

test('visits whose tags an earlier version counted as sources of their own get one source each', async () => {
  const tagged = (utm_source: string, channel: string) => ({ utm_source, source: utm_source, channel });
  await store(20261120, [
    tagged('chatgpt.com', 'AI Assistants'),
    tagged('fb', 'Organic Social'),
    tagged('openai', 'Referral'),
    tagged('Spring Mail', 'Referral'),
  ]);
  for (const { day } of await findSourceChanges(database.db, 1))
    await database.db.write((tx) => reclassifyDay(tx, { websiteId: 1, day }));
  expect(await sourcesOf()).toEqual([
    ['ChatGPT', 'AI Assistants'],
    ['Facebook', 'Organic Social'],
    ['ChatGPT', 'AI Assistants'],
    ['Spring Mail', 'Referral'],
  ]);
  const tags = await database.db.read.visit.findMany({ orderBy: { visitor: 'asc' } });
  expect(tags.map(({ utm_source }) => utm_source)).toEqual(['chatgpt.com', 'fb', 'openai', 'Spring Mail']);
  expect((await verifyRollups(database.db)).differences).toEqual([]);
});

test('visits whose values were beyond a limit keep their source and channel', async () => {
  await store(20261120, [
    { referrer: '(other)', source: 'Google', channel: 'Organic Search' },
    { referrer: 'google.de', source: '(other)', channel: 'Referral' },
  ]);
  expect(await findSourceChanges(database.db, 1)).toEqual([]);
  const before = await sourcesOf();
  await database.db.write((tx) => reclassifyDay(tx, { websiteId: 1, day: 20261120 }));
  expect(await sourcesOf()).toEqual(before);
});
