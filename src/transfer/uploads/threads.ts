import path from 'node:path';
import type { Config } from '../../config.ts';
import { openDirect } from '../../db/open.ts';
import { openPlaces } from '../../ingest/geo/place.ts';
import type { Log } from '../../log.ts';
import { root } from '../../root.ts';
import { keepThread } from '../../threads/keep.ts';
import type { ImportRunner, ImportsDeps } from './imports.ts';
import { type ImportJob, newSharedState, type SharedState } from './jobs.ts';

const PROGRAM = path.join(root, 'dist/importThread.js');
/** A log takes some 60 MB; a page of Parquet, or the visits of a day of Footfall's export, may take more. */
const LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 };

type OwnConfig = Pick<Config, 'databaseUrl' | 'geoDatabase' | 'importDir'>;

/** The `workerData` of the thread. */
export interface ImportThreadData extends OwnConfig {
  state: SharedState;
}

/** Runs the jobs in a worker thread (dist/importThread.js), so that they do not delay requests. */
export async function importThread(config: OwnConfig, log: Log): Promise<ImportRunner> {
  const { databaseUrl, geoDatabase, importDir } = config;
  const state = newSharedState();
  const data: ImportThreadData = { databaseUrl, geoDatabase, importDir, state };
  const thread = await keepThread<ImportJob, null>({
    program: PROGRAM,
    data,
    limits: LIMITS,
    does: 'imports files',
    log,
  });
  return {
    state,
    async run(job) {
      await thread.ask(job);
    },
    close: () => thread.close(),
  };
}

/** Runs the jobs in this thread, with the time and the randomness of the server. */
export async function localImports(
  deps: Pick<ImportsDeps, 'db' | 'log' | 'now' | 'folder'> & { random: (bytes: number) => Uint8Array },
  { databaseUrl, geoDatabase }: OwnConfig,
): Promise<ImportRunner> {
  // Loaded on demand: a server runs the jobs in its thread.
  const { createImportService } = await import('./service.ts');
  const state = newSharedState();
  const direct = await openDirect(databaseUrl);
  const places = openPlaces({ database: geoDatabase, log: deps.log });
  return {
    state,
    run: createImportService({ ...deps, direct, places, state }),
    async close() {
      places.close();
      await direct.close();
    },
  };
}
