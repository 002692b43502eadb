import type { Deps } from './context.ts';
import { DatabaseFault } from './db/faults.ts';
import type { Recorder } from './ingest/recorder.ts';
import { saltDeletion } from './ingest/salts.ts';
import { createLease } from './lease.ts';
import type { ReportSender } from './reports/sender.ts';
import { forgetSessions } from './resolvers/sessions.ts';

const MINUTE_MS = 60_000;
/** Outlasts one round that fails. */
const IN_CHARGE_MS = 2.5 * MINUTE_MS;

export interface JobDeps extends Pick<Deps, 'db' | 'log' | 'now' | 'random'> {
  recorder: Recorder;
  /** Null where no mail server is set. */
  reports: ReportSender | null;
}

export interface Jobs {
  /** Does now what is done once a minute: what every instance does for itself, and for all what only the one in charge does. */
  run(): Promise<void>;
  /** Waits for what runs, and leaves what is for all to other instances. */
  stop(): Promise<void>;
}

/** Starts what happens by the clock. */
export function startJobs(deps: JobDeps): Jobs {
  const { recorder, reports, log, now } = deps;
  const deleteSalts = saltDeletion(deps);
  const lease = createLease(deps, 'jobs', IN_CHARGE_MS);
  let running: Promise<void> = Promise.resolve();
  let inCharge = false;

  async function forAll(): Promise<void> {
    const before = inCharge;
    inCharge = await lease.hold();
    if (inCharge !== before)
      log.info(
        inCharge
          ? 'This instance is in charge of the work of the minute'
          : 'Another instance is in charge of the work of the minute',
      );
    if (!inCharge) return;
    await deleteSalts();
    await forgetSessions(deps);
    await reports?.run();
  }

  function run(): Promise<void> {
    running = Promise.all([recorder.refresh(now()), forAll()]).then(
      () => undefined,
      (error) =>
        log.error(
          { err: error },
          'The work of the minute (old salts, places) failed; it is tried again in a minute',
        ),
    );
    return running;
  }

  void run();
  const timer = setInterval(() => void run(), MINUTE_MS);
  return {
    run,
    async stop() {
      clearInterval(timer);
      await reports?.stop();
      await running;
      if (!inCharge) return;
      // It ends by itself, too.
      await lease.release().catch((error) => {
        if (!(error instanceof DatabaseFault)) throw error;
      });
    },
  };
}
