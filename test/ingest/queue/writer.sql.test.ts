import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { Drop, Settled } from '../../../src/ingest/hit.ts';
import { hit, openBench } from '../../support/books/writerBench.ts';

const UNAVAILABLE = { kind: 'unavailable', status: 503, details: { retryAfter: expect.any(Number) } };

test('a lone hit is committed at once, in one transaction, before enqueue resolves', async () => {
  await using bench = await openBench();
  const { ends, writer, tables } = bench;
  expect(await writer.enqueue(hit(1))).toBeNull();
  expect(ends.commits).toBe(1);
  // Its day has one row of totals.
  expect(await tables()).toEqual({ hits: 1, visits: 1, days: 1, drops: 0 });
});

test('hits that arrive while a transaction runs are committed together in the next one', async () => {
  await using bench = await openBench();
  const { ends, writer, tables, pageviews, hold } = bench;
  const held = hold();
  const first = writer.enqueue(hit(0));
  await setImmediate(); // Its transaction starts without the hits that follow.
  const others = Array.from({ length: 200 }, (_, index) => writer.enqueue(hit(index % 50, `/${index % 7}`)));
  held.go();
  expect(await Promise.all([first, ...others])).toEqual(Array(201).fill(null));
  expect(ends.commits).toBe(3); // The blocking one, that of the first hit, and one for all others.
  expect(await pageviews()).toBe(201);
  expect(await tables()).toMatchObject({ hits: 201, visits: 50 });
});

test('hits that arrive in the same turn of the event loop share a transaction from the start', async () => {
  await using bench = await openBench();
  const { ends, writer, pageviews } = bench;
  await Promise.all(Array.from({ length: 50 }, (_, index) => writer.enqueue(hit(index))));
  expect(ends.commits).toBe(1);
  expect(await pageviews()).toBe(50);
});

test('a drop waits for its commit like a hit, but is only counted', async () => {
  await using bench = await openBench();
  const { db, writer, tables } = bench;
  const drop: Drop = { websiteId: 1, day: 20261122, reason: 'bot' };
  expect(await Promise.all([writer.enqueue(drop), writer.enqueue(drop), writer.enqueue(hit(1))])).toEqual([
    ...['bot', 'bot'],
    null,
  ]);
  expect(await db.read.drop.findMany()).toEqual([{ ...drop, count: 2n }]);
  expect(await tables()).toMatchObject({ hits: 1, drops: 1 });
});

test('drain waits until all queued items have an outcome', async () => {
  await using bench = await openBench();
  const { writer } = bench;
  const told: Settled[] = [];
  for (let index = 0; index < 20; index += 1) void writer.enqueue(hit(index)).then((o) => told.push(o));
  await writer.drain();
  expect(told).toEqual(Array(20).fill(null));
  await writer.drain();
});

test('when the queue is full, a hit is rejected at once as unavailable; queued hits are stored', async () => {
  await using bench = await openBench();
  const { writer, pageviews, hold } = bench;
  const held = hold();
  const taken: Promise<Settled>[] = [];
  let refusal: unknown;
  let refused = false;
  while (!refused && taken.length < 100_000) {
    // The queue grows within one turn of the event loop; an immediate rejection shows in the next microtasks.
    const asked = writer.enqueue(hit(taken.length % 100));
    asked.catch((error: unknown) => {
      refused = true;
      refusal = error;
    });
    taken.push(asked);
    for (let turn = 0; turn < 5; turn += 1) await null;
  }
  expect(refusal).toMatchObject(UNAVAILABLE);
  taken.pop();
  held.go();
  await held.done;
  expect(new Set(await Promise.all(taken))).toEqual(new Set([null]));
  expect(await pageviews()).toBe(taken.length);
  expect(await writer.enqueue(hit(1))).toBeNull();
});

test('hits of a website that is deleted while they wait are not stored', async () => {
  await using bench = await openBench();
  const { db, writer, tables, pageviews, hold } = bench;
  const held = hold(async (tx) => {
    await tx.$executeRaw`INSERT INTO "WebsiteLock" ("websiteId", "deleted") VALUES (2, TRUE)`;
  });
  const late: Drop = { websiteId: 2, day: 20261122, reason: 'bot' };
  const outcomes = [hit(1), hit(2, '/', 2), hit(3, '/', 2), late, hit(4)].map((item) => writer.enqueue(item));
  held.go();
  await held.done;
  expect(await Promise.all(outcomes)).toEqual([null, 'deleted', 'deleted', 'deleted', null]);
  expect(await db.read.drop.findMany()).toEqual([]);
  expect(await pageviews(2)).toBe(0);
  expect(await tables()).toMatchObject({ hits: 2, visits: 2 });
});
