/**
 * The program of the worker thread that reads, stores and removes imports (threads.ts). It has its own
 * database connections, and runs only while there are jobs.
 */
import { randomBytes } from 'node:crypto';
import { openDatabase, openDirect } from '../../db/open.ts';
import { openPlaces } from '../../ingest/geo/place.ts';
import { limitGarbage } from '../../threads/garbage.ts';
import { lowerPriority } from '../../threads/priority.ts';
import { type Service, serveThread, type ThreadLog } from '../../threads/serve.ts';
import { createImportFolder } from './folder.ts';
import type { ImportJob } from './jobs.ts';
import { createImportService } from './service.ts';
import type { ImportThreadData } from './threads.ts';

/** Long, because hits come first. A server under load releases the lock often. */
const LOCK_TIMEOUT_MS = 15_000;

async function open(data: ImportThreadData, log: ThreadLog): Promise<Service<ImportJob, null>> {
  lowerPriority();
  const endLimit = limitGarbage();
  const { databaseUrl, geoDatabase, importDir, state } = data;
  const db = await openDatabase(databaseUrl, { lockTimeout: LOCK_TIMEOUT_MS });
  const direct = await openDirect(databaseUrl);
  const places = openPlaces({
    database: geoDatabase,
    log: { info: (message) => log.info({}, message), warn: (message) => log.warn({}, message) },
  });
  // It receives no files.
  const folder = createImportFolder({ folder: importDir, maxBytes: 0, random: randomBytes });
  const run = createImportService({
    db,
    direct,
    places,
    folder,
    state,
    log,
    now: Date.now,
    random: randomBytes,
  });
  return {
    async answer(job) {
      await run(job);
      return null;
    },
    async close() {
      endLimit();
      places.close();
      await direct.close();
      await db.close();
    },
  };
}

await serveThread(open);
