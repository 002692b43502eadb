import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { DirectConnection } from '../../../src/db/database.ts';
import { openDirect } from '../../../src/db/open.ts';
import { storeBatch } from '../../../src/ingest/store/commit.ts';
import { verifyRollups } from '../../../src/ingest/store/verify.ts';
import { addWebsites, openTestDatabase, type TestDatabase } from '../../support/books/database.ts';
import { cut, hitSequences } from '../../support/books/hits.ts';
import { overQuota } from '../../support/books/limits.ts';

let database: TestDatabase;
let direct: DirectConnection;
beforeAll(async () => {
  database = await openTestDatabase();
  await addWebsites(database.db);
  direct = await openDirect(database.url);
});
afterAll(async () => {
  await direct.close();
  await database[Symbol.asyncDispose]();
});

/** Deletes all counts, but keeps the two websites. */
async function clear(): Promise<void> {
  await database.db.write(async (tx) => {
    for (const table of ['DayTotal', 'Visit', 'Hit', 'Drop'])
      await tx.$executeRawUnsafe(`DELETE FROM "${table}"`);
  });
}

let id = 0n;

/** Two instances store batches in turn; a website may have a limit of its own. */
const world = fc.record({
  hits: hitSequences,
  own: fc.constantFrom(undefined, null, 0, 3),
  after: fc.array(fc.boolean(), { maxLength: 40, size: 'max' }),
  instances: fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }),
  mostHits: fc.integer({ min: 0, max: 12 }),
});

test('the daily limit matches a slow recount, whichever instance stores the hits', async () => {
  let dropped = 0;
  const property = fc.asyncProperty(world, async ({ hits: all, own, after, instances, mostHits }) => {
    const hits = all.map((hit) =>
      own === undefined || hit.websiteId === 2 ? hit : { ...hit, dailyLimit: own },
    );
    await clear();
    const outcomes: (string | null)[] = [];
    for (const [index, batch] of cut(hits, after).entries()) {
      const write = instances[index % instances.length] ? direct.transaction : database.db.write;
      outcomes.push(...(await write((tx) => storeBatch(tx, batch, () => ++id, mostHits))));
    }
    const over = overQuota(hits, mostHits);
    expect(outcomes).toEqual(hits.map((hit) => (over.includes(hit) ? 'quota' : null)));
    const { read } = database.db;
    expect(await read.hit.count()).toBe(hits.length - over.length);
    const drops = await read.drop.findMany();
    expect(drops.reduce((sum, { count }) => sum + Number(count), 0)).toBe(over.length);
    expect((await verifyRollups(database.db)).differences).toEqual([]);
    dropped += over.length;
  });
  await fc.assert(property, { numRuns: 25 });
  expect(dropped).toBeGreaterThan(0);
});
