import type { Database } from './db/database.ts';
import type { Recorder } from './ingest/recorder.ts';
import { saltDeletion } from './ingest/salts.ts';
import type { Log } from './log.ts';

const MINUTE_MS = 60_000;

export interface JobDeps {
  db: Database;
  recorder: Recorder;
  log: Log;
  now: () => number;
}

/** Starts what happens by the clock. @returns stops it, after what runs has ended. */
export function startJobs({ db, recorder, log, now }: JobDeps): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const deleteSalts = saltDeletion({ db, now });
  const run = () => {
    running = Promise.all([recorder.refresh(now()), deleteSalts()]).then(
      () => undefined,
      (error) =>
        log.error(
          { err: error },
          'The work of the minute (old salts, places) failed; it is tried again in a minute',
        ),
    );
  };
  run();
  const timer = setInterval(run, MINUTE_MS);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
