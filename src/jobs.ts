import type { Salts } from './ingest/salts.ts';
import type { Log } from './log.ts';

const MINUTE_MS = 60_000;

/** Starts what happens by the clock. @returns stops it, after what runs has ended. */
export function startJobs({ salts, log }: { salts: Salts; log: Log }): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const run = () => {
    running = salts.forget().catch((error) => log.error({ err: error }, 'Old salts could not be deleted'));
  };
  run();
  const timer = setInterval(run, MINUTE_MS);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
