import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { localTime } from '../../../src/calendar/clock.ts';
import { decodeDay, encodeDay } from '../../../src/engine/columns/chunks/codec.ts';
import type { DayColumns } from '../../../src/engine/columns/chunks/columns.ts';
import { chunkJob } from '../../../src/engine/columns/chunks/job.ts';
import type { PackedIntegers } from '../../../src/engine/columns/chunks/packed.ts';
import { MIN_HITS } from '../../../src/engine/columns/chunks/smallDays.ts';
import { verifyChunks } from '../../../src/engine/columns/chunks/verify.ts';
import type { Hit } from '../../../src/ingest/hit.ts';
import { verifyRollups } from '../../../src/ingest/store/verify.ts';
import { restMetrics } from '../../support/engine/asking.ts';
import { expectExact } from '../../support/engine/exact.ts';
import { type RecordedVisit, readRecorded } from '../../support/engine/recorded.ts';
import { randomTraffic, record } from '../../support/engine/traffic.ts';
import { changeWebsite, newWebsite } from '../../support/rest.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { sharedServer } from '../../support/shared.ts';

const FROM = '2026-11-10';
const DAYS = 2;
const TIMEZONE = 'Europe/Berlin';

/** Days with enough hits for a chunk, in the time zone of the website. */
const traffic = (seed = 1, timezone = TIMEZONE, from = FROM): Hit[] =>
  randomTraffic({ websiteId: 1, timezone, from, days: DAYS, visitors: 75, seed });

const seal = ({ deps }: TestServer) => chunkJob(deps)();

const chunks = ({ deps }: TestServer) => deps.db.read.chunk.findMany({ orderBy: { day: 'asc' } });

/** All chunks, with the data in a form that a failed test can print. */
const digests = async (server: TestServer) =>
  (await chunks(server)).map(({ data, ...rest }) => ({
    ...rest,
    data: createHash('sha256').update(data).digest('hex'),
  }));

/**
 * Expects exact answers of an instance with an empty cache.
 * @param recorded the rows, if they have been read already.
 * @returns whether it read hits.
 */
async function askAfresh(server: TestServer, recorded?: readonly RecordedVisit[]): Promise<boolean> {
  const statements: string[] = [];
  await using fresh = await startTestServer({ beside: server, onQuery: (sql) => statements.push(sql) });
  await expectExact(fresh, [1], recorded);
  return statements.some((sql) => sql.includes('"Hit"."path"'));
}

/** The days of a website that have enough hits for a chunk, and are over. */
async function fullDays({ deps }: TestServer): Promise<number[]> {
  const rows = await deps.db.read.hit.groupBy({ by: ['day'], _count: true, orderBy: { day: 'asc' } });
  return rows.filter(({ _count }) => _count >= MIN_HITS).map(({ day }) => day);
}

describe('a sealed day', () => {
  const server = sharedServer({}, async (started) => {
    await newWebsite(started, { timezone: TIMEZONE });
    await record(started, traffic());
  });
  let recorded: RecordedVisit[];
  beforeAll(async () => {
    await seal(server());
    recorded = await readRecorded(server());
  });

  test('is every day that is over and has enough hits', async () => {
    const days = await fullDays(server());
    expect(days.length).toBeGreaterThanOrEqual(DAYS);
    expect((await chunks(server())).map(({ day }) => day)).toEqual(days);
  });

  test('is answered from its chunk, exactly', async () => {
    await askAfresh(server(), recorded);
    // A sound chunk with other pages, which `verify` finds.
    const { db, analysis } = server().deps;
    const [chunk] = await chunks(server());
    const { websiteId, day, data } = chunk as NonNullable<typeof chunk>;
    const columns = decodeDay(data) as DayColumns<PackedIntegers>;
    const page = { ...columns.page, values: columns.page.values.map((path) => `${path}!`) };
    const change = (bytes: Uint8Array) =>
      db.write((tx) =>
        tx.chunk.update({
          where: { websiteId_day: { websiteId, day } },
          data: { data: new Uint8Array(bytes) },
        }),
      );
    await change(encodeDay({ ...columns, page }));
    expect(await verifyChunks(db, analysis)).toMatchObject({ wrong: [{ websiteId, day }] });
    await using fresh = await startTestServer({ beside: server() });
    const days = { from: '2026-11-01', to: '2026-11-30' };
    const asked = { websiteId, ...days, filter: { page: { ends_with: '!' } } };
    const { pageviews, events } = await restMetrics(fresh, asked);
    expect(Number(pageviews) + Number(events)).toBe(columns.hits);
    await change(data);
  });

  test('has a chunk that is the same when it is built again', async () => {
    const { db, analysis } = server().deps;
    expect(await verifyChunks(db, analysis)).toEqual({
      chunks: (await fullDays(server())).length,
      wrong: [],
    });
    const before = await digests(server());
    await server().deps.db.write((tx) => tx.chunk.deleteMany());
    await expectExact(server());
    await seal(server());
    expect(await digests(server())).toEqual(before);
  });

  type Chunk = Awaited<ReturnType<typeof chunks>>[number];
  const flipped = (data: Uint8Array, place: number) => {
    const copy = Uint8Array.from(data);
    const at = Math.floor(place * (data.length - 1));
    copy[at] = (copy[at] as number) ^ (1 << (at % 8));
    return copy;
  };

  test.each<[string, (chunk: Chunk, next: Chunk) => Partial<Chunk>]>([
    ...[0, 0.001, 0.01, 0.1, 0.5, 0.9, 1].map((place): [string, (chunk: Chunk) => Partial<Chunk>] => [
      `a flipped bit at ${place * 100} % of its length`,
      ({ data }) => ({ data: flipped(data, place) as Chunk['data'] }),
    ]),
    ['half of its bytes', ({ data }) => ({ data: data.slice(0, data.length / 2) })],
    ['one byte less', ({ data }) => ({ data: data.slice(0, -1) })],
    ['one byte more', ({ data }) => ({ data: Uint8Array.from([...data, 0]) })],
    ['no bytes', () => ({ data: new Uint8Array() })],
    ['the bytes of another day', (_, { data }) => ({ data })],
    ['too many pageviews', ({ pageviews }) => ({ pageviews: pageviews + 1n })],
    ['too few events', ({ events }) => ({ events: events - 1n })],
    ['pageviews in place of events', ({ pageviews, events }) => ({ pageviews: events, events: pageviews })],
    ['another revision', () => ({ revision: 1n })],
  ])('gives the same answers when its chunk has %s', async (_, damage) => {
    const [chunk, next] = (await chunks(server())) as [Chunk, Chunk];
    const { websiteId, day, ...sound } = chunk;
    const where = { websiteId_day: { websiteId, day } };
    const change = (data: Partial<Chunk>) => server().deps.db.write((tx) => tx.chunk.update({ where, data }));
    await change(damage(chunk, next));
    expect(await askAfresh(server(), recorded)).toBe(true);
    await change(sound);
  });

  test('has its chunk built again if the counts are wrong, or if a question found it damaged', async () => {
    const before = await digests(server());
    const [counts, data] = before.map(({ websiteId, day }) => ({ websiteId_day: { websiteId, day } }));
    await server().deps.db.write(async (tx) => {
      await tx.chunk.update({ where: counts as NonNullable<typeof counts>, data: { pageviews: 1n } });
      await tx.chunk.update({ where: data as NonNullable<typeof data>, data: { data: new Uint8Array(9) } });
    });
    await using other = await startTestServer({ beside: server() });
    await expectExact(other);
    await seal(other);
    expect(await digests(server())).toEqual(before);
  });
});

describe('a hit for a sealed day', () => {
  test('that arrives late is in the next answer, and the day is sealed again', async () => {
    await using server = await startTestServer();
    await newWebsite(server, { timezone: TIMEZONE });
    await record(server, traffic());
    await seal(server);
    await expectExact(server);
    const before = await chunks(server);
    const late = traffic(2).filter((_, index) => index % 97 === 0);
    for (const [index, hit] of late.slice(0, 6).entries()) {
      await record(server, [hit]);
      await expectExact(server);
      if (index === 3) await seal(server);
    }
    expect(await askAfresh(server)).toBe(true);
    await seal(server);
    await expectExact(server);
    await askAfresh(server);
    const after = await chunks(server);
    expect(after.map(({ day }) => day)).toEqual(before.map(({ day }) => day));
    const hits = (rows: typeof before) =>
      rows.reduce((sum, { pageviews, events }) => sum + pageviews + events, 0n);
    const stored = await server.deps.db.read.hit.count({
      where: { day: { in: after.map(({ day }) => day) } },
    });
    expect([hits(after) > hits(before), hits(after)]).toEqual([true, BigInt(stored)]);
    expect((await verifyRollups(server.deps.db)).differences).toEqual([]);
  });

  test('counts if the time zone changed in the middle of the day', async () => {
    await using server = await startTestServer();
    await newWebsite(server, { timezone: 'Pacific/Auckland' });
    const hits = traffic(1, 'Pacific/Auckland');
    await record(server, hits);
    await seal(server);
    await expectExact(server);
    const last = (await chunks(server)).at(-1)?.day as number;
    await changeWebsite(server, 1, { timezone: 'Pacific/Honolulu' });
    // In Honolulu the sealed day has not even begun: its hours are counted twice, and get further hits.
    const rest = traffic(3, 'Pacific/Honolulu', '2026-11-12').filter((_, index) => index % 5 === 0);
    expect(rest.filter(({ day }) => day === last).length).toBeGreaterThan(10);
    for (const part of [rest.slice(0, 40), rest.slice(40)]) {
      await record(server, part);
      await expectExact(server);
    }
    await seal(server);
    await expectExact(server);
    expect(await verifyChunks(server.deps.db, server.deps.analysis)).toMatchObject({ wrong: [] });
  });

  test.each([
    ['a year ahead', 365 * 86_400_000],
    ['a year behind', -365 * 86_400_000],
    ['at the beginning of time', -Date.UTC(2026, 10, 10)],
  ])('counts if the clock of its recorder was %s', async (_, shift) => {
    await using server = await startTestServer();
    await newWebsite(server, { timezone: TIMEZONE });
    const hits = traffic();
    const third = Math.floor(hits.length / 3);
    await record(server, hits.slice(0, third));
    await record(server, hits.slice(third, 2 * third), (at) => Math.max(0, at + shift));
    await expectExact(server);
    await record(server, hits.slice(2 * third));
    await expectExact(server);
    await seal(server);
    await askAfresh(server);
    expect(await verifyChunks(server.deps.db, server.deps.analysis)).toMatchObject({ wrong: [] });
  });
});

test('days of today, and those with few hits, are read from their rows', async () => {
  await using server = await startTestServer();
  await newWebsite(server, { timezone: TIMEZONE });
  const hits = traffic(1, TIMEZONE, '2026-11-18');
  const today = localTime(TIMEZONE, server.deps.now()).day;
  const few = hits.filter(({ day }) => day === 20261119).slice(0, MIN_HITS - 1);
  await record(server, [...few, ...hits.filter(({ day }) => day >= today)]);
  await seal(server);
  expect(await chunks(server)).toEqual([]);
  await expectExact(server);
});
