import { existsSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { openDirect } from '../../src/db/open.ts';
import type { Hit } from '../../src/ingest/hit.ts';
import { storeBatch } from '../../src/ingest/store/commit.ts';
import { createKnownValues } from '../../src/ingest/store/known.ts';
import { openTestDatabase } from '../support/books/database.ts';
import { NO_DIMENSIONS } from '../support/dimensions.ts';

/** Linux counts the bytes that a process has written. */
const COUNTS = '/proc/self/io';
const written = () => Number(/wchar: (\d+)/.exec(readFileSync(COUNTS, 'utf8'))?.[1]);

const WEBSITES = 300;

function hit(websiteId: number, path: string): Hit {
  return {
    ...{ websiteId, at: Date.UTC(2026, 10, 21, 12), day: 20261121, hour: 12, visitor: BigInt(path.length) },
    ...{ path, event: null, dimensions: { ...NO_DIMENSIONS, browser: 'Firefox', city: path } },
  };
}

/** One hit for each website, with values that its pages of the database have no room for. */
const batch = (letter: string, length: number) =>
  Array.from({ length: WEBSITES }, (_, index) => hit(index + 1, `/${letter.repeat(length)}`));

(existsSync(COUNTS) ? test : test.skip)(
  'hits of many websites write each page of the database once, into the write-ahead log',
  async () => {
    await using database = await openTestDatabase();
    const direct = await openDirect(database.url);
    const limits = { distinctValues: 100, dailyHits: 0, known: createKnownValues() };
    let id = 0n;
    const store = (hits: Hit[]) => direct.transaction((tx) => storeBatch(tx, hits, () => ++id, limits));
    for (const [index, letter] of [...'ab'].entries()) await store(batch(letter, 400 + index));
    const log = () => statSync(`${database.file}-wal`).size;

    const before = { written: written(), log: log() };
    const { outcomes } = await store(batch('c', 450));
    const pages = log() - before.log;

    expect(outcomes).toEqual(Array(WEBSITES).fill(null));
    expect(pages).toBeGreaterThan(WEBSITES * 4_096);
    expect(written() - before.written).toBeLessThan(pages * 1.1);
    await direct.close();
  },
);
