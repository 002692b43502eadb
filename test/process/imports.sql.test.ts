import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '../../src/db/database.ts';
import { openDatabase } from '../../src/db/open.ts';
import { verifyRollups } from '../../src/ingest/store/verify.ts';
import { startProcess } from '../support/process.ts';
import { eventually } from '../support/site.ts';
import { makeCombinedLog } from '../support/transfer/combinedLog.ts';
import { type ImportRecord, startUploadServer, type UploadServer } from '../support/transfer/uploads.ts';

const HITS = 8_000;
/** The thread of imports has a low priority. */
const SLOW_MS = 60_000;
/** Between two requests for the state of an import, which takes time from the thread of imports. */
const PAUSE_MS = 25;
/** An access log with so many pageviews. */
const logOf = (hits: number) => makeCombinedLog({ hits, others: 10, visitors: 200, step: 5_000 }).bytes;

type Running = Awaited<ReturnType<typeof startProcess>>;

let setup: UploadServer;
let db: Database;
beforeAll(async () => {
  setup = await startUploadServer();
  await setup.server.stop();
  db = await openDatabase(setup.server.database.url);
});
afterAll(async () => {
  await db?.close();
  await setup?.[Symbol.asyncDispose]();
});

/** Starts the built server on the database and the files of the test. */
const start = () => {
  const { server, folder } = setup;
  // The state of an import is asked for again and again.
  const env = { DATABASE_URL: server.database.url, IMPORT_DIR: folder, RATE_LIMIT: '0' };
  return startProcess(path.dirname(folder), env);
};

async function call(running: Running, method: string, where: string, body?: Buffer): Promise<ImportRecord> {
  const response = await fetch(`${running.url}/api/v1/imports/${setup.id}${where}`, {
    method,
    headers: { authorization: `Bearer ${setup.server.key}` },
    ...(body && { body: new Uint8Array(body) }),
  });
  return ((await response.json()) as { data: ImportRecord }).data;
}

const reaches = (running: Running, id: number, what: string, isThere: (row: ImportRecord) => boolean) =>
  eventually(what, async () => isThere(await call(running, 'GET', `/${id}`)), SLOW_MS, PAUSE_MS);

/** Uploads and starts an import, and waits until some of its rows are stored. */
async function beginStoring(running: Running): Promise<number> {
  const { id } = await call(running, 'POST', '', logOf(HITS));
  await reaches(running, id, 'the preview', ({ state }) => state === 'ready');
  await call(running, 'POST', `/${id}/start`);
  await reaches(
    running,
    id,
    'stored rows',
    ({ progress }) => progress?.step === 'store' && progress.rows > 500,
  );
  return id;
}

/** Finishes an interrupted import with a new process, and undoes it. */
async function finish(id: number): Promise<void> {
  const where = { websiteId: setup.id };
  expect(await db.read.import.findUnique({ where: { id } })).toMatchObject({ state: 'running' });
  expect(await db.read.hit.count({ where })).toBeGreaterThan(500);
  expect(await db.read.dayTotal.count({ where })).toBe(0);
  await using again = await start();
  await reaches(again, id, 'the end of the import', ({ state }) => state === 'done');
  expect(await call(again, 'GET', `/${id}`)).toMatchObject({ pageviews: HITS, events: 0 });
  expect(await db.read.hit.count({ where })).toBe(HITS);
  expect((await verifyRollups(db)).differences).toEqual([]);
  await call(again, 'DELETE', `/${id}`);
  await reaches(again, id, 'the end of the undoing', ({ state }) => state === 'undone');
  expect(await db.read.hit.count({ where })).toBe(0);
  expect(await readdir(setup.folder)).toEqual([]);
  expect(await again.stop('SIGTERM')).toBe(0);
}

test('an import that was killed is done once after the restart', async () => {
  await using running = await start();
  const id = await beginStoring(running);
  await running.stop('SIGKILL');
  // As if a minute had passed, after which the process is taken as ended.
  await db.write((tx) => tx.import.update({ where: { id }, data: { activeAt: new Date(0) } }));
  await finish(id);
});

test('SIGTERM interrupts an import, and the next start continues it at once', async () => {
  await using running = await start();
  const id = await beginStoring(running);
  expect(await running.stop('SIGTERM')).toBe(0);
  expect(running.lines.filter(({ level }) => level >= 40)).toEqual([]);
  await finish(id);
});

test('the thread of imports ends when it has nothing left to do', async () => {
  await using running = await start();
  const threads = () =>
    readdir(`/proc/${running.pid}/task`).then(
      ({ length }) => length,
      () => 0,
    );
  // What the server starts once is counted before.
  await call(running, 'GET', '');
  const before = await threads();
  const { id } = await call(running, 'POST', '', logOf(5_000));
  await eventually(
    'a further thread',
    async () => (await threads()) > before || process.platform !== 'linux',
  );
  await reaches(running, id, 'the preview', ({ state }) => state === 'ready');
  await eventually('the end of the thread', async () => (await threads()) <= before, SLOW_MS);
  await call(running, 'DELETE', `/${id}`);
});
