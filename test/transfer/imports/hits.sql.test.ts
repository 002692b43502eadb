import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { hitIds } from '../../../src/ingest/recorder/ids.ts';
import { storeHits } from '../../../src/ingest/store/store.ts';
import { verifyRollups } from '../../../src/ingest/store/verify.ts';
import { removeImport } from '../../../src/transfer/imports/remove.ts';
import { MAX_SHARED_BYTES } from '../../../src/transfer/imports/store.ts';
import { failImport, undoImport } from '../../../src/transfer/imports/undo.ts';
import type { HitRecord } from '../../../src/transfer/sources/records.ts';
import { NO_DIMENSIONS } from '../../support/dimensions.ts';
import { LONG } from '../../support/properties.ts';
import { type Importing, NOW, startImporting, viewAt } from '../../support/transfer/importing.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Noon in Tokyo, where the website is, ten days before. */
const START = Date.UTC(2026, 10, 11, 3);

/** Stores own hits as the recorder does. */
async function record(importing: Importing, at: number, paths: readonly string[]): Promise<void> {
  const { db } = importing;
  const nextId = hitIds(() => at, 1n);
  const day = Number(new Date(at + 9 * HOUR).toISOString().slice(0, 10).replaceAll('-', ''));
  await db.write((tx) =>
    storeHits(
      tx,
      paths.map((path, index) => ({
        websiteId: 1,
        at: at + index,
        day,
        hour: 12,
        visitor: 99n,
        path,
        event: null,
        dimensions: NO_DIMENSIONS,
      })),
      nextId,
    ),
  );
}

const differences = async ({ db }: Importing) => (await verifyRollups(db)).differences;

test('hits become visits at their own times, whatever their order in the file', async () => {
  await using importing = await startImporting();
  const row = await importing.run([
    viewAt(START + 40 * MINUTE, { page: '/late' }),
    viewAt(START, { page: 'https://a.test/first?utm_source=News', referrer: 'https://www.google.com/' }),
    viewAt(START + 5 * MINUTE, { page: '/second', event: { name: 'Signup', properties: { plan: 'free' } } }),
    // After midnight in Tokyo.
    viewAt(START + 12 * HOUR, { page: '/next-day' }),
    viewAt(START, {
      visitor: 'v2',
      page: 'https://www.a.test/other',
      place: { country: 'DE', region: '', city: '' },
    }),
  ]);
  expect(row).toMatchObject({
    ...{ state: 'done', firstDay: 20261111, lastDay: 20261112, rows: 5n },
    ...{ visitors: 3n, visits: 4n, pageviews: 4n, events: 1n },
  });
  const { visits, days } = await importing.dump();
  expect(days).toMatchObject([
    { day: 20261111, visitors: 2n, visits: 3n, pageviews: 3n, events: 1n, bounces: 2n, duration: 300_000n },
    { day: 20261112, visitors: 1n, visits: 1n, pageviews: 1n, events: 0n, bounces: 1n, duration: 0n },
  ]);
  const found = (visits as Record<string, unknown>[]).map(({ day, number, path, source, country, hour }) =>
    [day, number, path, source, country, hour].join(' '),
  );
  expect(found.sort()).toEqual([
    '20261111 1 /first News FR 12',
    '20261111 1 /other  DE 12',
    '20261111 2 /late  FR 12',
    '20261112 1 /next-day  FR 0',
  ]);
  expect(await differences(importing)).toEqual([]);
});

test('rows that live hits would drop are counted by reason, with their lines', async () => {
  await using importing = await startImporting();
  const bot = { client: undefined, address: '192.0.2.1', userAgent: 'Googlebot/2.1' } as unknown as HitRecord;
  const records = [
    viewAt(START),
    viewAt(START, bot),
    viewAt(START, { page: 'https://elsewhere.example/' }),
    viewAt(START, { page: 'no address' }),
    viewAt(NOW),
    viewAt(Date.UTC(1980, 0, 1)),
    { kind: 'skipped', line: 0, reason: 'not_get' } as const,
  ];
  const preview = await importing.preview(records);
  expect(preview).toMatchObject({ rows: 7, pageviews: 1, visits: 1, visitors: 1, firstDay: 20261111 });
  const skipped = Object.entries(preview.skipped).map(([reason, { count, examples }]) => [
    ...[reason, count, examples[0]?.line],
  ]);
  expect(skipped).toEqual([
    ['bot', 1, 2],
    ['wrong_host', 1, 3],
    ['unreadable_page', 1, 4],
    ['too_recent', 1, 5],
    ['too_early', 1, 6],
    ['not_get', 1, 7],
  ]);
  const { days } = await importing.dump();
  expect(days).toEqual([]);
});

/** Random pageviews and events of a few visitors over some days. */
const records = fc.array(
  fc
    .record({
      minute: fc.integer({ min: 0, max: 3 * 24 * 60 }),
      visitor: fc.constantFrom('v1', 'v2', 'v3'),
      page: fc.constantFrom('/', '/a', '/b'),
      event: fc.constantFrom(undefined, undefined, { name: 'Signup' }),
    })
    .map(({ minute, ...hit }) => viewAt(START + minute * MINUTE, hit)),
  { minLength: 1, maxLength: 60, size: 'max' },
);

/** From single hits to all of them together. */
const sizes = fc.constantFrom(1, 2, 5, 1_000);

/** The totals of the days, counted with loops: visits have gaps of at most 30 minutes. */
function recount(hits: readonly HitRecord[]): Record<string, number[]> {
  const totals: Record<string, number[]> = {};
  const dayOf = ({ at }: HitRecord) => new Date(at + 9 * HOUR).toISOString().slice(0, 10);
  for (const day of new Set(hits.map(dayOf))) {
    const ofDay = hits.filter((hit) => dayOf(hit) === day);
    const visitors = [...new Set(ofDay.map(({ visitor }) => visitor))];
    const visits = visitors.flatMap((visitor) => {
      const own = ofDay.filter((hit) => hit.visitor === visitor).sort((one, other) => one.at - other.at);
      const found: HitRecord[][] = [];
      for (const [index, hit] of own.entries()) {
        const before = own[index - 1];
        if (before && hit.at - before.at <= 30 * MINUTE) found.at(-1)?.push(hit);
        else found.push([hit]);
      }
      return found;
    });
    const events = ofDay.filter(({ event }) => event !== undefined).length;
    const bounces = visits.filter((visit) => visit.length === 1 && visit[0]?.event === undefined).length;
    const durations = visits.map((visit) => (visit.at(-1)?.at ?? 0) - (visit[0]?.at ?? 0));
    totals[day] = [
      ...[visitors.length, visits.length, ofDay.length - events, events, bounces],
      durations.reduce((sum, duration) => sum + duration, 0),
    ];
  }
  return totals;
}

test('an import counts what a slow recount does, and undoing it leaves what was before', async () => {
  await using importing = await startImporting();
  const own = START + 3 * DAY + HOUR;
  await record(importing, START - 2 * DAY, ['/before']);
  await record(importing, own, ['/own', '/own/2']);
  const before = await importing.dump();
  await fc.assert(
    fc.asyncProperty(records, sizes, sizes, async (hits, batch, runSize) => {
      const row = await importing.run(hits, { untilOwnHits: true, deps: { batch, runSize } });
      const { days } = await importing.dump();
      const found = (days as Record<string, number | bigint>[])
        .filter(({ day }) => Number(day) >= 20261111 && Number(day) < 20261114)
        .map(({ day, visitors, visits, pageviews, events, bounces, duration }) => [
          String(day).replace(/^(....)(..)(..)$/, '$1-$2-$3'),
          [visitors, visits, pageviews, events, bounces, duration].map(Number),
        ]);
      const early = hits.filter(({ at }) => at < Date.UTC(2026, 10, 13, 15));
      expect(Object.fromEntries(found)).toEqual(recount(early));
      expect(await differences(importing)).toEqual([]);
      await undoImport(row, importing.deps);
      expect(await importing.dump()).toEqual(before);
      expect(await differences(importing)).toEqual([]);
    }),
    { numRuns: LONG ? 200 : 10 },
  );
});

test('a day with own hits is refused, or imported up to the first of them', async () => {
  await using importing = await startImporting();
  await record(importing, START + HOUR, ['/own']);
  const hits = [viewAt(START, { page: '/1' }), viewAt(START + 2 * HOUR, { page: '/2' })];
  await expect(importing.run(hits)).rejects.toMatchObject({
    details: {
      fields: { until_own_hits: [expect.stringContaining('own hits from 2026-11-11T04:00:00.000Z')] },
    },
  });
  expect(await differences(importing)).toEqual([]);
  const row = await importing.run(hits, { untilOwnHits: true });
  expect(row).toMatchObject({ pageviews: 1n, lastDay: 20261111 });
  expect(JSON.parse(row.skipped)).toMatchObject({ after_own_hits: { count: 1, examples: [{ line: 2 }] } });
  const { hits: stored, days } = await importing.dump();
  expect((stored as { path: string }[]).map(({ path }) => path)).toEqual(['/1', '/own']);
  expect(days).toMatchObject([{ visitors: 2n, visits: 2n, pageviews: 2n }]);
  expect(await differences(importing)).toEqual([]);
  await expect(importing.run([viewAt(START + 2 * HOUR)], { untilOwnHits: true })).resolves.toMatchObject({});
});

test('days with own hits are left out if their hits of the file would take too much memory', async () => {
  await using importing = await startImporting();
  await record(importing, START + HOUR, ['/own']);
  // A hit has more than 500 bytes.
  const day = Array.from({ length: MAX_SHARED_BYTES / 512 }, (_, index) =>
    viewAt(START + index, { page: `/${'x'.repeat(112)}`, visitor: `v${index % 50}` }),
  );
  const row = await importing.run([viewAt(START - DAY, { page: '/before' }), ...day], { untilOwnHits: true });
  expect(row).toMatchObject({ state: 'done', pageviews: 1n });
  expect(JSON.parse(row.skipped)).toMatchObject({ shared_day: { count: day.length } });
  const { hits } = await importing.dump();
  expect((hits as { path: string }[]).map(({ path }) => path)).toEqual(['/before', '/own']);
  expect(await differences(importing)).toEqual([]);
});

test('an import that was killed is invisible, and is done once when it is started again', async () => {
  await using importing = await startImporting();
  const hits = Array.from({ length: 3_000 }, (_, index) =>
    viewAt(START + index * MINUTE, { visitor: `v${index % 5}`, page: `/${index % 7}` }),
  );
  const once = await importing.run(hits);
  const expected = await importing.dump();
  await undoImport(once, importing.deps);
  const killed = new Error('killed');
  // A process that is killed cleans nothing up: neither can a connection that is gone.
  const gone = { ...importing.deps.direct, transaction: importing.deps.direct.transaction };
  await expect(
    importing.run(hits, {
      hash: 'same',
      deps: {
        direct: gone,
        onProgress(step, rows) {
          if (step !== 'store' || rows < 2_000) return;
          gone.transaction = () => Promise.reject(killed);
          throw killed;
        },
      },
    }),
  ).rejects.toBe(killed);
  const { days, hits: left } = await importing.dump();
  expect(days).toEqual([]);
  expect(left).toHaveLength(2_000);
  expect(await differences(importing)).toEqual([]);
  await expect(importing.run(hits, { hash: 'same' })).rejects.toMatchObject({
    details: { fields: { file: [expect.stringContaining('is running')] } },
  });
  const later = { now: () => NOW + 2 * MINUTE };
  await importing.run(hits, { hash: 'same', deps: later });
  const strip = ({ visits, hits, ...rest }: Record<string, unknown[]>) => ({
    ...rest,
    visits: (visits as object[]).map((visit) => ({ ...visit, visitor: 0n })).length,
    hits: (hits as object[]).map((hit) => ({ ...hit, visitor: 0n })),
  });
  expect(strip(await importing.dump())).toEqual(strip(expected));
  expect(await differences(importing)).toEqual([]);
});

test('two imports cannot share a moment, but a day', async () => {
  await using importing = await startImporting();
  const first = await importing.run([viewAt(START), viewAt(START + HOUR)]);
  await expect(importing.run([viewAt(START + HOUR / 2)])).rejects.toMatchObject({
    details: { fields: { file: [expect.stringContaining(`Import ${first.id} (log) has 2026-11-11`)] } },
  });
  const before = await importing.dump();
  const second = await importing.run([viewAt(START + 2 * HOUR)]);
  const { days } = await importing.dump();
  expect(days).toMatchObject([{ pageviews: 3n, visitors: 2n }]);
  await undoImport(second, importing.deps);
  expect(await importing.dump()).toEqual(before);
  expect(await differences(importing)).toEqual([]);
});

test('an import that others have ended stores nothing more', async () => {
  await using importing = await startImporting();
  const hits = Array.from({ length: 20 }, (_, index) => viewAt(START + index * MINUTE));
  const { db, direct, now } = importing.deps;
  const onProgress = async (step: 'read' | 'store') => {
    if (step === 'read') return;
    const row = await db.read.import.findFirstOrThrow();
    if (row.state === 'running') await removeImport(row, { db, direct, now }, 'failed');
  };
  await expect(importing.run(hits, { deps: { now, batch: 5, onProgress } })).rejects.toMatchObject({
    message: 'The import was ended meanwhile.',
  });
  expect(await importing.dump()).toMatchObject({ days: [], visits: [], hits: [] });
});

test('a process that wakes up late removes nothing of an import that came after its own', async () => {
  await using importing = await startImporting();
  const first = await importing.run([viewAt(START)]);
  await undoImport(first, importing.deps);
  await importing.run([viewAt(START), viewAt(START + MINUTE)]);
  const before = await importing.dump();
  expect(await removeImport(first, importing.deps, 'failed')).toBe(false);
  await failImport(first, 'It woke up late.', importing.deps);
  expect(await importing.dump()).toEqual(before);
  expect(await importing.deps.db.read.import.findUnique({ where: { id: first.id } })).toMatchObject({
    ...{ state: 'undone', error: null },
  });
});

test('an import of the current day is undone beside hits that arrive meanwhile', async () => {
  await using importing = await startImporting();
  const noon = NOW - 2 * HOUR;
  const row = await importing.run([viewAt(noon), viewAt(noon + MINUTE)]);
  await record(importing, NOW, ['/own']);
  await undoImport(row, importing.deps);
  const { days, hits } = await importing.dump();
  expect(days).toMatchObject([{ day: 20261121, visitors: 1n, visits: 1n, pageviews: 1n }]);
  expect(hits).toMatchObject([{ path: '/own' }]);
  expect(await differences(importing)).toEqual([]);
});

test('no day may get hits of an import while rows of another one are not counted', async () => {
  await using importing = await startImporting();
  const first = await importing.run([viewAt(START)]);
  await importing.deps.db.write((tx) =>
    tx.import.update({ where: { id: first.id }, data: { state: 'undoing' } }),
  );
  await expect(importing.run([viewAt(START + HOUR)])).rejects.toMatchObject({
    details: { fields: { file: [expect.stringContaining(`Import ${first.id}`)] } },
  });
});

test('undoing an import deletes what derives from its days, whose versions never return', async () => {
  await using importing = await startImporting();
  const { db } = importing.deps;
  const versions = async () =>
    (await db.read.dayTotal.findMany()).map(({ pageviews, revision }) => pageviews + revision);
  const first = await importing.run([viewAt(START)]);
  const before = await versions();
  const chunk = { pageviews: 1n, events: 0n, revision: 0n, data: new Uint8Array(1) };
  await db.write(async (tx) => {
    await tx.chunk.create({ data: { websiteId: 1, day: 20261111, ...chunk } });
    const sums = { dimension: 'total', version: 1n, data: new Uint8Array(1) };
    await tx.monthSums.create({ data: { websiteId: 1, month: 202611, ...sums } });
  });
  await undoImport(first, importing.deps);
  expect([await db.read.chunk.count(), await db.read.monthSums.count()]).toEqual([0, 0]);
  await importing.run([viewAt(START)]);
  expect(await versions()).not.toEqual(before);
});
