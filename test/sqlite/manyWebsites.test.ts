import { existsSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { openDirect } from '../../src/db/open.ts';
import type { Hit } from '../../src/ingest/hit.ts';
import { storeBatch } from '../../src/ingest/store/commit.ts';
import { openTestDatabase } from '../support/books/database.ts';
import { NO_DIMENSIONS } from '../support/dimensions.ts';

/** Linux counts the bytes that a process has written. */
const COUNTS = '/proc/self/io';
const written = () => Number(/wchar: (\d+)/.exec(readFileSync(COUNTS, 'utf8'))?.[1]);

const WEBSITES = 300;

/** One hit for each website, of a new visitor, with values so long that few rows have room on a page. */
function batch(visitor: bigint): Hit[] {
  const text = `/${visitor}`.repeat(200);
  return Array.from({ length: WEBSITES }, (_, index) => ({
    websiteId: index + 1,
    at: Date.UTC(2026, 10, 21, 12),
    day: 20261121,
    hour: 12,
    visitor,
    path: text,
    event: null,
    dimensions: { ...NO_DIMENSIONS, browser: 'Firefox', city: text },
  }));
}

(existsSync(COUNTS) ? test : test.skip)(
  'hits of many websites write each page of the database once, into the write-ahead log',
  async () => {
    await using database = await openTestDatabase();
    const direct = await openDirect(database.url);
    let id = 0n;
    const store = (hits: Hit[]) => direct.transaction((tx) => storeBatch(tx, hits, () => ++id, 0));
    for (const visitor of [1n, 2n]) await store(batch(visitor));
    const log = () => statSync(`${database.file}-wal`).size;

    const before = { written: written(), log: log() };
    const outcomes = await store(batch(3n));
    const pages = log() - before.log;

    expect(outcomes).toEqual(Array(WEBSITES).fill(null));
    expect(pages).toBeGreaterThan(WEBSITES * 4_096);
    expect(written() - before.written).toBeLessThan(pages * 1.1);
    await direct.close();
  },
);
