/**
 * `npm run fixture -- 0.1`: stores databases of this version and their statistics for the upgrade tests of
 * later versions (test/upgrade): a SQLite file, the same content as SQL for PostgreSQL, and the numbers. Run
 * it for a release.
 */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import Sqlite from 'better-sqlite3';
import { startServer } from '../../src/app/server.ts';
import { readConfig } from '../../src/config.ts';
import { copyDatabase } from '../../src/copy/copy.ts';
import { migrationsFolder } from '../../src/db/migrations/migrate.ts';
import { openDatabase } from '../../src/db/open.ts';
import { createLocalAnalysis } from '../../src/engine/columns/analysis.ts';
import { chunkJob } from '../../src/engine/columns/chunks/job.ts';
import { createLog } from '../../src/log.ts';
import { root } from '../../src/root.ts';
import { startPostgresql } from '../../test/support/postgresql/server.mjs';
import { countRows, type Kept, readDropped, readNumbers } from '../../test/support/upgrade/numbers.ts';
import { fillFixture } from './content.ts';
import { dump } from './dump.ts';

const NOON = Date.UTC(2026, 10, 21, 12);

/**
 * Starts a server of this version on a file, fills it through the product's own interfaces, and reads its
 * numbers.
 */
async function makeSqlite(file: string): Promise<Kept> {
  const config = readConfig({ PORT: '0', HOST: '127.0.0.1', DATABASE_URL: `file:${file}`, TRACK_LIMIT: '0' });
  const server = await startServer({ config, log: createLog('warn', false), script: '', now: () => NOON });
  const made = await fillFixture(server);
  const headers = { authorization: `Bearer ${made.key}` };
  const get = async (where: string) => (await fetch(new URL(where, server.url), { headers })).json();
  const { data: websites } = (await get('/api/v1/websites?per_page=100')) as { data: { id: number }[] };
  const ids = websites.map(({ id }) => id);
  const entries = await readdir(migrationsFolder(config.databaseUrl), { withFileTypes: true });
  const kept = {
    migrations: entries.filter((entry) => entry.isDirectory()).map(({ name }) => name),
    ...made,
    websites,
    numbers: await readNumbers(ids, get),
    dropped: await readDropped(ids, get),
    rows: await countRows(server.deps.db),
  };
  await server.stop();
  await seal(config.databaseUrl);
  return { ...kept, migrations: kept.migrations.sort() };
}

/** Packs a database into one small file, without a write-ahead log. */
async function pack(file: string): Promise<Buffer> {
  const database = new Sqlite(file);
  database.pragma('journal_mode = DELETE');
  database.exec('VACUUM');
  database.close();
  return gzipSync(await readFile(file), { level: 9 });
}

/** Stores the chunks of days and the sums of months, as a server that has run for a while. */
async function seal(databaseUrl: string): Promise<void> {
  const [db, analysis] = [await openDatabase(databaseUrl), createLocalAnalysis(databaseUrl)];
  const run = chunkJob({ db, analysis, now: () => NOON });
  const stored = async () => (await db.read.chunk.count()) + (await db.read.monthSums.count());
  for (let before = -1; before < (await stored()); ) {
    before = await stored();
    await run();
  }
  await analysis.close();
  await db.close();
}

/** Copies the SQLite database to PostgreSQL and dumps it. */
async function makePostgresql(file: string, migrations: readonly string[]): Promise<Buffer> {
  const server = await startPostgresql();
  try {
    const watcher = { begins() {}, copied() {}, compares() {} };
    const { differences } = await copyDatabase(`file:${file}`, server.url('postgres'), { watcher });
    if (differences.length > 0) throw new Error(`The copy differs: ${JSON.stringify(differences)}`);
    await seal(server.url('postgres'));
    return gzipSync(await dump(server.url('postgres'), migrations), { level: 9 });
  } finally {
    await server.stop();
  }
}

const [version] = process.argv.slice(2);
if (!version) throw new Error('The version is required: npm run fixture -- 0.1');
const scratch = await mkdtemp(path.join(tmpdir(), 'footfall-'));
const file = path.join(scratch, 'footfall.db');
const target = path.join(root, 'test/upgrade', version);
await mkdir(target, { recursive: true });

const kept = await makeSqlite(file);
await writeFile(path.join(target, 'postgresql.sql.gz'), await makePostgresql(file, kept.migrations));
await writeFile(path.join(target, 'sqlite.db.gz'), await pack(file));
await writeFile(path.join(target, 'kept.json'), `${JSON.stringify(kept)}\n`);
await rm(scratch, { recursive: true });
