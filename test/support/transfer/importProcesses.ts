import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Database } from '../../../src/db/database.ts';
import { openDatabase } from '../../../src/db/open.ts';
import { verifyRollups } from '../../../src/ingest/store/verify.ts';
import { startProcess } from '../process.ts';
import { eventually } from '../site.ts';
import { makeCombinedLog } from './combinedLog.ts';
import { type ImportRecord, startUploadServer, type UploadServer } from './uploads.ts';

/** So many that a process ends before they are stored, also on a fast machine. */
const HITS = 16_000;
/** The thread of imports has a low priority, so that it may wait long on a busy machine. */
export const SLOW_MS = 400_000;
/** Between two requests for the state of an import, which takes time from the thread of imports. */
const PAUSE_MS = 25;
/** An access log with so many pageviews. */
export const logOf = (hits: number) =>
  makeCombinedLog({ hits, others: 10, visitors: 200, step: 5_000 }).bytes;

export type Running = Awaited<ReturnType<typeof startProcess>>;

/** A website with uploads, whose server was stopped, so that built servers use its database and folder. */
let setup: UploadServer;
/** Its database. */
export let db: Database;

/** Gives all tests of a file the website. */
export function beforeImports(): void {
  beforeAll(async () => {
    setup = await startUploadServer();
    await setup.server.stop();
    db = await openDatabase(setup.server.database.url);
  });
  afterAll(async () => {
    await db?.close();
    await setup?.[Symbol.asyncDispose]();
  });
}

/** Starts the built server on the database and the files of the test. */
export const start = () => {
  const { server, folder } = setup;
  // The state of an import is asked for again and again.
  const env = { DATABASE_URL: server.database.url, IMPORT_DIR: folder, RATE_LIMIT: '0' };
  return startProcess(path.dirname(folder), env);
};

/** Calls the REST API of the imports of the website. */
export async function call(
  running: Running,
  method: string,
  where: string,
  body?: Buffer,
): Promise<ImportRecord> {
  const response = await fetch(`${running.url}/api/v1/imports/${setup.id}${where}`, {
    method,
    headers: { authorization: `Bearer ${setup.server.key}` },
    ...(body && { body: new Uint8Array(body) }),
  });
  return ((await response.json()) as { data: ImportRecord }).data;
}

/** Waits until an import has reached something. */
export const reaches = (
  running: Running,
  id: number,
  what: string,
  isThere: (row: ImportRecord) => boolean,
) => eventually(what, async () => isThere(await call(running, 'GET', `/${id}`)), SLOW_MS, PAUSE_MS);

/** Uploads and starts an import, and waits until some of its rows are stored. */
export async function beginStoring(running: Running): Promise<number> {
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
export async function finish(id: number): Promise<void> {
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
