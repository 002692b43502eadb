import { expect, test } from '@jest/globals';
import { startServer } from '../../src/app/server.ts';
import { readConfig } from '../../src/config.ts';
import type { Watcher } from '../../src/copy/copy.ts';
import { storeHits } from '../../src/ingest/store/store.ts';
import { createLog } from '../../src/log.ts';
import { content, hits, withDatabase } from '../support/copy/content.ts';
import {
  copy,
  footfall,
  newSource,
  newTarget,
  PAIRS,
  refusal,
  sharedSources,
  silent,
} from '../support/copy/copying.ts';
import { temporaryFolder } from '../support/database.ts';

const source = sharedSources();

test.each(PAIRS)(
  'a copy from %s to %s that is interrupted after any page continues there',
  async (fromKind, toKind) => {
    const from = await source(fromKind);
    await using to = await newTarget(toKind);
    let copied = 0;
    let [runs, done] = [0, -1];
    const dying = (pages: number): Watcher => ({
      ...silent,
      begins(_from, _to, before) {
        done = before;
      },
      copied(_table, rows) {
        copied += rows;
        if (--pages === 0) throw new Error('killed');
      },
    });
    for (;;) {
      const before = copied;
      runs += 1;
      const outcome = await copy(from.url, to.url, { watcher: dying(runs) }).catch(
        (error: Error) => error.message,
      );
      expect(done).toBe(before);
      if (outcome !== 'killed') {
        expect(outcome).toMatchObject({ differences: [] });
        break;
      }
    }
    expect(runs).toBeGreaterThan(5);
    const { content: original } = await source();
    // No page was written twice.
    expect(copied).toBe(Object.values(original).flat().length);
    expect(await content(to.url)).toEqual(original);
  },
);

test('a server starts on the target of a copy only when the copy is complete', async () => {
  const from = await source();
  await using to = await newTarget();
  const dying: Watcher = {
    ...silent,
    copied() {
      throw new Error('killed');
    },
  };
  await expect(copy(from.url, to.url, { watcher: dying })).rejects.toThrow('killed');
  const start = () =>
    startServer({
      config: readConfig({ DATABASE_URL: to.url, PORT: '0', LOG_LEVEL: 'silent' }),
      script: '',
      log: createLog('silent', false),
    });
  await expect(start()).rejects.toThrow(
    /DATABASE_URL: a copy into this database is not complete. Run npx footfall copy again/,
  );
  await copy(from.url, to.url);
  const server = await start();
  await server.stop();
});

test('a row that a server wrote into the target stops the copy until it is deleted', async () => {
  const from = await source();
  await using to = await newTarget();
  const change = (sql: string) => withDatabase(to.url, (db) => db.write((tx) => tx.$executeRawUnsafe(sql)));
  const key = `"websiteId" = 2 AND "id" = ${2n ** 63n - 970n}`;
  const watcher: Watcher = {
    ...silent,
    async copied(table) {
      if (table !== 'Drop') return;
      await change(
        `INSERT INTO "Hit" VALUES
          (2, ${2n ** 63n - 970n}, 1, 1, 1, 1, 1, '', NULL, NULL, NULL, '', NULL, NULL, NULL)`,
      );
    },
  };
  await expect(copy(from.url, to.url, { watcher })).rejects.toThrow(
    /A row of Hit violates a constraint of .*Stop/s,
  );
  expect(await change(`DELETE FROM "Hit" WHERE ${key}`)).toBe(1);
  expect((await copy(from.url, to.url)).differences).toEqual([]);
  expect(await content(to.url)).toEqual(from.content);
});

test('writes to the source are detected, and the copy remains marked as incomplete', async () => {
  await using from = await newSource();
  await using to = await newTarget();
  const writeHit = () =>
    withDatabase(from.url, (db) => db.write((tx) => storeHits(tx, hits().slice(0, 1), () => 2n ** 63n - 1n)));
  const watcher: Watcher = {
    ...silent,
    async copied(table, rows) {
      if (table === 'Visit' && rows < 20) await writeHit();
    },
  };
  const { differences } = await copy(from.url, to.url, { watcher });
  expect(differences.map(({ what }) => what)).toEqual(
    expect.arrayContaining([
      'rows of Hit in the source, which changed during the copy',
      expect.stringMatching(/^total of website 1, /),
      expect.stringMatching(/^website 1: /),
    ]),
  );
  expect(await refusal(copy(from.url, to.url))).toEqual({
    from: [expect.stringMatching(/has changed since the copy began: Hit had 90 rows and now has 91/)],
  });
});

test('an incomplete copy is rejected as a source', async () => {
  await using half = await newTarget();
  await using to = await newTarget();
  const watcher = { ...silent, copied: () => Promise.reject(new Error('killed')) };
  await expect(copy((await source()).url, half.url, { watcher })).rejects.toThrow('killed');
  expect(await refusal(copy(half.url, to.url))).toEqual({
    from: [expect.stringMatching(/the target of an interrupted copy/)],
  });
});

test('two concurrent copies into one database produce one complete copy', async () => {
  const from = await source();
  await using to = await newTarget();
  await using temporary = await temporaryFolder();
  const two = ['--from', from.url, '--to', to.url];
  const ended = await Promise.all([footfall(temporary.folder, ...two), footfall(temporary.folder, ...two)]);
  // If the second process starts while the first compares, it has nothing left to copy and only compares.
  const said = ended.map(({ code, stderr }) => (code === 0 ? 'complete' : stderr));
  expect(said).toContain('complete');
  for (const text of said) expect(text).toMatch(/^complete$|Another process is copying|already has rows/);
  expect(await content(to.url)).toEqual(from.content);
});
