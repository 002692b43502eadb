import { existsSync } from 'node:fs';
import { copyFile, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import Database from 'better-sqlite3';
import { emptyDatabase, type FreshDatabase } from './database.ts';
import { fillTraffic, type Registered, register } from './pages.ts';
import { startTestServer, type TestServer } from './server.ts';

/** What `startStatistics` needs to know about the database, besides its file. */
interface Contents {
  accountId: number;
  teamId: number;
  key: string;
  site: Registered;
}

/** Registers a public website and fills it with 70 days of traffic. */
export async function fillStatistics(server: TestServer): Promise<Registered> {
  const site = await register(server, { url: 'teahouse.example', privacy: '0' });
  await fillTraffic(server, site.id, 70);
  return site;
}

/** In the folder of the template, which is deleted after the run. */
const FILE = path.join(path.dirname(process.env.FOOTFALL_TEST_SQLITE ?? ''), 'statistics.db');

/**
 * A copy of a SQLite database with the traffic of `fillStatistics`, which is generated once per run because
 * it takes a second of CPU time. The jobs have run, so that servers on a copy have nothing to seal.
 */
export async function statisticsDatabase(): Promise<Contents & { database: FreshDatabase }> {
  if (!existsSync(FILE)) await store();
  const contents = JSON.parse(await readFile(`${FILE}.json`, 'utf8')) as Contents;
  const database = await emptyDatabase();
  await copyFile(FILE, database.file);
  return { ...contents, database };
}

/** Files get their names when they are complete. Two worker processes may store the same at a time. */
async function store(): Promise<void> {
  await using server = await startTestServer();
  const { accountId, teamId, key } = server;
  const contents: Contents = { accountId, teamId, key, site: await fillStatistics(server) };
  await server.runJobs();
  const part = `${FILE}.${process.pid}`;
  const source = new Database(server.database.file);
  await source.backup(part);
  source.close();
  // This server holds the lease of the jobs, and servers on a copy have the same time.
  const copy = new Database(part);
  copy.exec('DELETE FROM "Lease"; PRAGMA wal_checkpoint(TRUNCATE)');
  copy.close();
  await writeFile(`${part}.json`, JSON.stringify(contents));
  await rename(`${part}.json`, `${FILE}.json`);
  await rename(part, FILE);
}
