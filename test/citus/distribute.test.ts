import { expect, test } from '@jest/globals';
import { migrate } from '../../src/db/migrations/migrate.ts';
import { openDatabase } from '../../src/db/open.ts';
import { distribute } from '../../src/db/postgresql/citus/distribute.ts';
import type { Step } from '../../src/db/postgresql/citus/tables.ts';
import { type Analysis, createLocalAnalysis } from '../../src/engine/columns/analysis.ts';
import { STAT_NAMES } from '../../src/engine/registry/statistics.ts';
import { storeBatch } from '../../src/ingest/store/commit.ts';
import { storeHits } from '../../src/ingest/store/store.ts';
import { verifyRollups } from '../../src/ingest/store/verify.ts';
import { addWebsites } from '../support/books/database.ts';
import { parityHits } from '../support/books/values.ts';
import { statisticsOf } from '../support/engine/statistics.ts';
import { emptyOnCluster } from '../support/postgresql/emptyCluster.ts';
import { run } from '../support/process.ts';
import { temporaryFolder } from '../support/server.ts';

const ORDER = ['DayTotal', 'Visit', 'Hit', 'HitId', 'Drop', 'WebsiteLock', 'Chunk', 'MonthSums'];
const TABLES = [...ORDER].sort();

const doneOf = (steps: Step[]) => steps.filter(({ done }) => done).map(({ what }) => what);

/** Every statistic of two websites. */
const statistics = async (analysis: Analysis) => {
  const ranges = [1, 2].map((websiteId) => ({ websiteId, from: 20261001, to: 20261130 }));
  return (await Promise.all(ranges.map((range) => statisticsOf(analysis, range, STAT_NAMES)))).flat();
};

test('a new database is migrated and distributed, and a second run changes nothing', async () => {
  await using database = await emptyOnCluster();
  expect(doneOf(await distribute(database.url, { shards: 4 }))).toEqual(['plans', ...ORDER]);
  const tables = (await database.distributed()).sort((a, b) => (String(a.table) < String(b.table) ? -1 : 1));
  expect(tables.map(({ table }) => table)).toEqual(TABLES.map((name) => `"${name}"`));
  expect(tables.map(({ by }) => by)).toEqual(TABLES.map(() => 'h'));
  expect(new Set(tables.map(({ group }) => group)).size).toBe(1);

  const again = await distribute(database.url, { shards: 8 });
  expect(doneOf(again)).toEqual([]);
  expect(again.find(({ what }) => what === 'DayTotal')?.text).toMatch(
    /in 4 shards; to change to 8: SELECT alter_distributed_table/,
  );
});

test('a filled database keeps all numbers, and all rows move to shards', async () => {
  await using database = await emptyOnCluster();
  await migrate(database.url);
  const db = await openDatabase(database.url);
  await addWebsites(db);
  const hits = [1, 2].flatMap((websiteId) => parityHits(websiteId).hits);
  let id = 0n;
  await db.write((tx) => storeHits(tx, hits, () => ++id));
  const known = createLocalAnalysis(database.url);
  const before = await statistics(known);
  // The state is that of the whole cluster, on which other tests commit, too.
  let isSame = false;
  for (let looks = 0; looks < 100 && !isSame; looks += 1) {
    const state = await db.changes();
    isSame = state === (await db.changes());
  }
  expect(isSame).toBe(true);

  const steps = await distribute(database.url, { shards: 4 });
  expect(steps.find(({ what }) => what === 'Hit')?.text).toBe(
    `Hit is distributed by "websiteId", in 4 shards, ${hits.length} rows moved.`,
  );
  for (const table of TABLES) {
    expect(await database.sql(`SELECT pg_relation_size('"${table}"') AS "size"`)).toEqual([{ size: '0' }]);
  }
  // Connections opened before continue to work, and know that a snapshot of one node does not cover all.
  const fresh = createLocalAnalysis(database.url);
  expect(await statistics(fresh)).toEqual(before);
  await fresh.close();
  expect(await db.changes()).toBeNaN();
  expect(await statistics(known)).toEqual(before);
  await db.write((tx) =>
    storeHits(
      tx,
      hits.map((hit) => ({ ...hit, visitor: hit.visitor + 10_000n })),
      () => ++id,
    ),
  );
  expect(await statistics(known)).toEqual(
    before.map(({ rows, total, sum }) => ({
      rows: rows.map(({ value, count }) => ({ value, count: count * 2 })),
      total,
      sum: sum * 2,
    })),
  );
  const { websites, differences } = await verifyRollups(db);
  expect({ websites, differences }).toEqual({ websites: 2, differences: [] });
  await known.close();
  await db.close();
});

test('verification finds rows of a deleted website on any node', async () => {
  await using database = await emptyOnCluster();
  await distribute(database.url, { shards: 4 });
  const db = await openDatabase(database.url);
  await addWebsites(db);
  let id = 0n;
  await db.write((tx) => storeHits(tx, parityHits(77).hits, () => ++id));
  await database.sql(`UPDATE "DayTotal" SET "duration" = "duration" + 1 WHERE "websiteId" = 77`);
  const { websites, differences } = await verifyRollups(db);
  expect(websites).toBe(1);
  expect(new Set(differences.map(({ websiteId, name }) => `${websiteId} ${name}`))).toEqual(
    new Set(['77 duration']),
  );
  await db.close();
});

test('two concurrent runs distribute the database once', async () => {
  await using database = await emptyOnCluster();
  const both = await Promise.all([1, 2].map(() => distribute(database.url, { shards: 4 })));
  const done = both.map(doneOf).sort((one, other) => one.length - other.length);
  expect(done).toEqual([[], ['plans', ...ORDER]]);
  expect(await database.distributed()).toHaveLength(TABLES.length);
});

test('an error explains how to undo another distribution, which is left unchanged', async () => {
  await using database = await emptyOnCluster();
  await migrate(database.url);
  await database.sql(`SELECT create_distributed_table('"Hit"', 'id', colocate_with => 'none')`);
  await expect(distribute(database.url)).rejects.toThrow(
    /^Hit is distributed .* undistribute_table\('"Hit"'\);$/,
  );
  await database.sql(`SELECT undistribute_table('"Hit"')`);
  expect(doneOf(await distribute(database.url, { shards: 4 }))).toEqual(ORDER);
});

test('the command prints a line per step, or one JSON value', async () => {
  await using database = await emptyOnCluster();
  await using temporary = await temporaryFolder();
  const env = { DATABASE_URL: database.url };
  const footfall = (...args: string[]) =>
    run('bin/footfall.js', ['citus', 'distribute', '--shards', '4', ...args], temporary.folder, env);
  const first = await footfall();
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(first.stdout.match(/^(done|found) /gm)).toHaveLength(3 + ORDER.length);
  expect(first.stdout).toContain('done   DayTotal is distributed by "websiteId", in 4 shards.');
  const second = await footfall('--json');
  const steps = JSON.parse(second.stdout) as Step[];
  expect([second.code, steps.map(({ what }) => what), doneOf(steps)]).toEqual([
    ...[0, ['extension', 'nodes', 'plans', ...ORDER]],
    [],
  ]);
});

test('the migration completes a database that an earlier version distributed, with all rows', async () => {
  await using database = await emptyOnCluster();
  await migrate(database.url);
  const db = await openDatabase(database.url);
  await addWebsites(db);
  const { hits } = parityHits(1);
  let id = 0n;
  await db.write((tx) => storeBatch(tx, hits, () => ++id, 1_000_000));
  const analysis = createLocalAnalysis(database.url);
  const before = await statistics(analysis);
  const locks = () => db.read.websiteLock.findMany({ orderBy: { websiteId: 'asc' } });
  const locked = await locks();
  expect(locked).toEqual([{ websiteId: 1, deleted: false }]);
  for (const [index, table] of ['DayTotal', 'Visit', 'Hit'].entries()) {
    const where = index === 0 ? `'none', shard_count => 4` : `'"DayTotal"'`;
    await database.sql(
      `SELECT create_distributed_table('"${table}"', 'websiteId', colocate_with => ${where})`,
    );
  }
  expect(await migrate(database.url)).toEqual([]);
  expect((await database.distributed()).map(({ table }) => table).sort()).toEqual(
    TABLES.map((name) => `"${name}"`),
  );
  expect(await statistics(analysis)).toEqual(before);
  expect(await locks()).toEqual(locked);
  await analysis.close();
  await db.close();
});
