import { describe, expect, test } from '@jest/globals';
import { decodeDay, encodeDay } from '../../../src/engine/columns/chunks/codec.ts';
import type { DayColumns } from '../../../src/engine/columns/chunks/columns.ts';
import { chunkJob } from '../../../src/engine/columns/chunks/job.ts';
import type { PackedIntegers } from '../../../src/engine/columns/chunks/packed.ts';
import { verifyChunks } from '../../../src/engine/columns/chunks/verify.ts';
import type { Hit } from '../../../src/ingest/hit.ts';
import { restMetrics } from '../../support/engine/asking.ts';
import { expectExact } from '../../support/engine/exact.ts';
import { type RecordedVisit, readRecorded } from '../../support/engine/recorded.ts';
import { randomTraffic, record } from '../../support/engine/traffic.ts';
import { newWebsite } from '../../support/rest.ts';
import { NOON, startTestServer, type TestServer } from '../../support/server.ts';

const DAY = '2026-11-21';
const MIN_HITS = 100;

const today = (seed = 1): Hit[] =>
  randomTraffic({ websiteId: 1, timezone: 'UTC', from: DAY, days: 1, visitors: 150, seed }).filter(
    ({ day }) => day === 20261121,
  );

/** Stores the chunks that are due. A new job looks at the days that are not over at once. */
const seal = ({ deps }: TestServer) => chunkJob(deps, undefined, MIN_HITS)();

const chunks = ({ deps }: TestServer) => deps.db.read.chunk.findMany({ orderBy: { day: 'asc' } });
type Chunk = Awaited<ReturnType<typeof chunks>>[number];

const theChunk = async (server: TestServer): Promise<Chunk> => {
  const [chunk, ...others] = await chunks(server);
  expect(others).toEqual([]);
  return chunk as Chunk;
};

const change = ({ deps }: TestServer, { websiteId, day }: Chunk, data: Partial<Chunk>) =>
  deps.db.write((tx) => tx.chunk.update({ where: { websiteId_day: { websiteId, day } }, data }));

async function startBusy(share = 1): Promise<{ server: TestServer; rest: Hit[] }> {
  const server = await startTestServer();
  await newWebsite(server, { timezone: 'UTC' });
  const hits = today();
  expect(hits.length).toBeGreaterThan(3 * MIN_HITS);
  const first = Math.floor(share * hits.length);
  await record(server, hits.slice(0, first));
  await seal(server);
  return { server, rest: hits.slice(first) };
}

/**
 * Expects exact answers of an instance with an empty cache.
 * @param recorded the rows, if they have been read already.
 */
async function expectAfresh(server: TestServer, recorded?: readonly RecordedVisit[]): Promise<void> {
  await using fresh = await startTestServer({ beside: server });
  await expectExact(fresh, [1], recorded);
}

describe('a busy day that is not over', () => {
  test('is answered from its chunk and the hits since, exactly', async () => {
    const { server, rest } = await startBusy(0.5);
    await using _ = server;
    const chunk = await theChunk(server);
    expect(chunk.tail).not.toBeNull();
    await expectAfresh(server);
    const step = Math.ceil(rest.length / 4);
    for (let index = 0; index < rest.length; index += step) {
      await record(server, rest.slice(index, index + step));
      await expectAfresh(server);
    }
    expect(await theChunk(server)).toEqual(chunk);
    // A sound chunk with other pages shows that it is used.
    const columns = decodeDay(chunk.data) as DayColumns<PackedIntegers>;
    const page = { ...columns.page, values: columns.page.values.map((path) => `${path}!`) };
    await change(server, chunk, { data: new Uint8Array(encodeDay({ ...columns, page })) });
    await using fresh = await startTestServer({ beside: server });
    const asked = { websiteId: 1, from: DAY, to: DAY, filter: { page: { ends_with: '!' } } };
    const { pageviews, events } = await restMetrics(fresh, asked);
    expect(Number(pageviews) + Number(events)).toBe(columns.hits);
  });

  test('gets another chunk when it has a quarter more hits, from the one before', async () => {
    const { server, rest } = await startBusy(0.5);
    await using _ = server;
    const before = await theChunk(server);
    const had = Number(before.pageviews + before.events);
    await record(server, rest.slice(0, Math.floor(had / 4) - 1));
    await seal(server);
    expect(await theChunk(server)).toEqual(before);
    await record(server, rest.slice(Math.floor(had / 4) - 1));
    await seal(server);
    const after = await theChunk(server);
    expect(Number(after.pageviews + after.events)).toBe(had + rest.length);
    expect(after.tail).not.toBeNull();
    await expectAfresh(server);
  });

  test('is read from its rows if hits with much lower ids came in', async () => {
    const { server, rest } = await startBusy(0.6);
    await using _ = server;
    await record(server, rest.slice(0, 40), (at) => at - 86_400_000);
    await expectAfresh(server);
    await record(server, rest.slice(40));
    await expectAfresh(server);
    await seal(server);
    await expectAfresh(server);
  });

  test('has a chunk without a tail when it is over, which does not differ from its rows', async () => {
    const { server, rest } = await startBusy(0.9);
    await using _ = server;
    await record(server, rest);
    server.setTime(NOON + 86_400_000);
    await seal(server);
    expect((await theChunk(server)).tail).toBeNull();
    const { db, analysis } = server.deps;
    expect(await verifyChunks(db, analysis)).toEqual({ chunks: 1, wrong: [] });
    await expectAfresh(server);
  });

  test('waits for the next run if other days took the time of this one', async () => {
    await using server = await startTestServer();
    for (const websiteId of [1, 2]) {
      await newWebsite(server, { url: `busy${websiteId}.example`, timezone: 'UTC' });
      await record(
        server,
        today(websiteId).map((hit) => ({ ...hit, websiteId })),
      );
    }
    let time = 0;
    const slow = () => {
      time += 40_000;
      return time;
    };
    const job = chunkJob(server.deps, slow, MIN_HITS);
    const websites = async () => (await chunks(server)).map(({ websiteId }) => websiteId).sort();
    await job();
    expect(await websites()).toHaveLength(1);
    await job();
    expect(await websites()).toEqual([1, 2]);
  });

  const flipped = (bytes: Uint8Array | null, place: number) => {
    const copy = Uint8Array.from(bytes ?? []);
    const at = Math.floor(place * (copy.length - 1));
    copy[at] = (copy[at] as number) ^ (1 << (at % 8));
    return copy;
  };

  test('gives the same answers when its chunk is damaged', async () => {
    const { server, rest } = await startBusy(0.8);
    await using _ = server;
    await record(server, rest);
    const chunk = await theChunk(server);
    const { data, tail, pageviews, events } = chunk;
    const damages: Partial<Chunk>[] = [
      ...[0, 0.001, 0.1, 0.5, 1].map((place) => ({ tail: flipped(tail, place) })),
      ...[0, 0.001, 0.5].map((place) => ({ data: flipped(data, place) })),
      { tail: new Uint8Array(0) },
      { tail: Uint8Array.from([...(tail ?? []), 0]) },
      { tail: null },
      { pageviews: pageviews + 1_000n },
      { pageviews: events, events: pageviews },
      { revision: 1n },
    ];
    const recorded = await readRecorded(server);
    for (const damage of damages) {
      await change(server, chunk, damage);
      await expectAfresh(server, recorded);
      await change(server, chunk, { data, tail, pageviews, events, revision: chunk.revision });
    }
  });
});
