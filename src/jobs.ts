import type { Places } from './ingest/place.ts';
import type { Salts } from './ingest/salts.ts';
import type { Log } from './log.ts';

const MINUTE_MS = 60_000;

/** Starts what happens by the clock. @returns stops it, after what runs has ended. */
export function startJobs({
  places,
  salts,
  log,
}: {
  places: Places;
  salts: Salts;
  log: Log;
}): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const run = () => {
    places.refresh();
    running = salts.forget().catch((error) => log.error({ err: error }, 'Old salts could not be deleted'));
  };
  run();
  const timer = setInterval(run, MINUTE_MS);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
