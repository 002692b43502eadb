import { expect, test } from '@jest/globals';
import type { Database } from '../../src/db/database.ts';
import { idAt, timeOf } from '../../src/live/window.ts';
import { createWindows } from '../../src/live/windows.ts';
import { CITUS } from '../support/database.ts';
import { newWebsite } from '../support/rest.ts';
import { NOON, startTestServer, type TestServer } from '../support/server.ts';
import { sendHit } from '../support/track.ts';

/** A server with a website, windows on its database, and the number of hits that each statement returned. */
async function start() {
  const server = await startTestServer();
  const { tracking_id: website } = await newWebsite(server);
  const { db } = server.deps;
  const state = { now: NOON, read: [] as number[] };
  const select: Database['select'] = async (...args) => {
    const found = await db.select(...args);
    state.read.push(found.filter((row) => (row as { id?: unknown }).id !== null).length);
    return found as never;
  };
  const windows = createWindows({ select, dialect: db.dialect, changes: db.changes }, () => state.now);
  return {
    server,
    state,
    /** Sends a hit so many ms after the one before. */
    async hit(afterMs: number): Promise<void> {
      state.now += afterMs;
      server.setTime(state.now);
      await sendHit(server, { website, page: 'https://example.com/' });
    },
    /** Returns the number of hits of the window. */
    async count(): Promise<number> {
      state.read.length = 0;
      const { minutes } = await windows.read(1);
      return minutes.reduce((sum, { pageviews }) => sum + pageviews, 0);
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** Stores a copy of the latest hit whose id is this much lower, as an instance does whose clock is behind. */
async function storeLate({ deps: { db } }: TestServer, behindMs: number): Promise<void> {
  await db.write(async (tx) => {
    const latest = await tx.hit.findFirstOrThrow({ orderBy: { id: 'desc' } });
    const id = idAt(timeOf(latest.id) - behindMs) + 1n;
    await tx.hit.create({ data: { ...latest, id } });
    await tx.dayTotal.updateMany({ data: { pageviews: { increment: 1 } } });
  });
}

test('each hit is read once', async () => {
  await using site = await start();
  for (let hit = 1; hit <= 4; hit++) {
    await site.hit(200);
    expect(await site.count()).toBe(hit);
  }
  for (let hit = 5; hit <= 7; hit++) await site.hit(200);
  expect(await site.count()).toBe(7);
  // The latest hit is read again, because others may have the same time.
  expect(site.state.read).toEqual([4]);
});

test('a hit that is committed after later ones is found by reading the last two seconds again', async () => {
  await using site = await start();
  for (let hit = 0; hit < 10; hit++) await site.hit(1_000);
  expect(await site.count()).toBe(10);
  await storeLate(site.server, 1_500);
  expect(await site.count()).toBe(11);
  // The hits of the latest time, then those of two seconds and not those before.
  expect(site.state.read[0]).toBe(1);
  expect(site.state.read[1]).toBeLessThanOrEqual(4);
  expect(site.state.read).toHaveLength(2);
  // From now on, hits of two seconds are read, so that such a hit does not need a second statement.
  await storeLate(site.server, 700);
  expect(await site.count()).toBe(12);
  expect(site.state.read).toHaveLength(1);
});

test('a hit that is committed much later is found by reading the window anew', async () => {
  await using site = await start();
  for (let hit = 0; hit < 5; hit++) await site.hit(10_000);
  expect(await site.count()).toBe(5);
  // On Citus, the counter may be later than the hits, so a hit must be missing twice.
  const countAgain = async () => {
    if (CITUS) await site.count();
    return site.count();
  };
  await storeLate(site.server, 25_000);
  expect(await countAgain()).toBe(6);
  await storeLate(site.server, 7_000);
  expect(await countAgain()).toBe(7);
});
