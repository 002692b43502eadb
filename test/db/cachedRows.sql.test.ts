import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { openDatabase } from '../../src/db/open.ts';
import { createCache } from '../../src/request/cache.ts';
import { addWebsites, openTestDatabase } from '../support/books/database.ts';

async function open() {
  const statements: string[] = [];
  const database = await openTestDatabase({ onQuery: (text) => void statements.push(text) });
  await addWebsites(database.db);
  statements.length = 0;
  return { ...database, statements, cache: createCache(database.db) };
}

test('a website is read once until it changes', async () => {
  await using bench = await open();
  const { db, cache, statements } = bench;
  const urls = async () => (await cache.websites([1, 2])).map((website) => website?.url);
  expect(await urls()).toEqual(['https://a.test', 'https://b.test']);
  expect(await urls()).toEqual(['https://a.test', 'https://b.test']);
  await db.write((tx) => tx.website.update({ where: { id: 1 }, data: { email: true } }));
  await db.write((tx) => tx.$executeRaw`INSERT INTO "Setting" VALUES ('other', '')`);
  statements.length = 0;
  expect((await cache.websites([2])).map((website) => website?.url)).toEqual(['https://b.test']);
  expect(statements).toEqual([]);
  await db.write((tx) => tx.website.update({ where: { id: 2 }, data: { url: 'https://new.test' } }));
  expect(await urls()).toEqual(['https://a.test', 'https://new.test']);
});

test('only websites that are not cached are read', async () => {
  await using bench = await open();
  const { cache, statements } = bench;
  await cache.websitesByTrackingId(['a']);
  const found = await cache.websitesByTrackingId(['b', 'a', 'nobody']);
  expect(found.map((website) => website?.id)).toEqual([2, 1, undefined]);
  // The first statement reads one id, the second reads two.
  const [one = 0, two = 0] = statements.map((text) => text.match(/\?|\$\d/g)?.length);
  expect([statements.length, two - one]).toEqual([2, 1]);
});

test('a missing API key is read each time, so that invented keys take no memory', async () => {
  await using bench = await open();
  const { cache, statements } = bench;
  for (let index = 0; index < 3; index += 1) expect(await cache.apiKeys(['nobody'])).toEqual([null]);
  expect(statements).toHaveLength(3);
});

test('a commit of another process is seen by the next read, for any order of reads and commits', async () => {
  await using bench = await open();
  const { db, url, cache } = bench;
  const other = await openDatabase(url);
  const step = fc.record({ id: fc.constantFrom(1, 2), writes: fc.boolean(), elsewhere: fc.boolean() });
  let version = 0;
  const right = new Map<number, string>([
    [1, 'https://a.test'],
    [2, 'https://b.test'],
  ]);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      for (const { id, writes, elsewhere } of steps) {
        if (writes) {
          version += 1;
          const url = `https://${version}.test`;
          await (elsewhere ? other : db).write((tx) => tx.website.update({ where: { id }, data: { url } }));
          right.set(id, url);
        }
        const ids = [1, 2];
        // Two concurrent reads, as with concurrent requests.
        const looks = await Promise.all([cache.websites(ids), cache.websites([id])]);
        expect(looks[0]?.map((website) => website?.url)).toEqual(ids.map((each) => right.get(each)));
        expect(looks[1]?.[0]?.url).toBe(right.get(id));
      }
    }),
    { numRuns: 40 },
  );
  await other.close();
});
