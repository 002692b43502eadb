import { forgetSecurityEvents } from '../auth/securityLog.ts';
import { forgetSessions } from '../auth/sessions.ts';
import type { Deps } from '../context.ts';
import { DatabaseFault } from '../db/health/faults.ts';
import type { Recorder } from '../ingest/recorder.ts';
import { saltDeletion } from '../ingest/salts.ts';
import { JOBS, type Job } from '../metrics/definitions.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { ReportSender } from '../reports/sender.ts';
import { createLease } from './lease.ts';

const MINUTE_MS = 60_000;
/** Outlasts one round that fails. */
const IN_CHARGE_MS = 2.5 * MINUTE_MS;

export interface JobDeps extends Pick<Deps, 'db' | 'log' | 'now' | 'random'> {
  recorder: Recorder;
  /** Null where no mail server is set. */
  reports: ReportSender | null;
  metrics: Metrics;
}

export interface Jobs {
  /** Does now what is done once a minute: what every instance does for itself, and for all what only the one in charge does. */
  run(): Promise<void>;
  /** Waits for what runs, and leaves what is for all to other instances. */
  stop(): Promise<void>;
}

/** Starts what happens by the clock. */
export function startJobs(deps: JobDeps): Jobs {
  const { recorder, reports, log, now, metrics } = deps;
  const deleteSalts = saltDeletion(deps);
  const lease = createLease(deps, 'jobs', IN_CHARGE_MS);
  let running: Promise<void> = Promise.resolve();
  let inCharge = false;
  const lastSuccess: Partial<Record<Job, number>> = {};
  for (const job of JOBS)
    metrics.gauge('footfall_job_last_success_timestamp_seconds', { job }, () => lastSuccess[job] ?? null);

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
    await runJob('salts', deleteSalts);
    await runJob('sessions', () => forgetSessions(deps));
    await runJob('security_log', () => forgetSecurityEvents(deps));
    if (reports) await runJob('reports', () => reports.run());
  }

  /** Runs one job. One that fails is tried again in a minute, and keeps no other from running. */
  async function runJob(job: Job, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
      lastSuccess[job] = now() / 1000;
    } catch (error) {
      metrics.count('footfall_job_failures_total', { job });
      log.error({ err: error, job }, `The job "${job}" failed; it is tried again in a minute`);
    }
    metrics.count('footfall_job_runs_total', { job });
  }

  function run(): Promise<void> {
    running = Promise.all([runJob('places', () => recorder.refresh(now())), forAll()]).then(
      () => undefined,
      (error) => log.error({ err: error }, 'No job could run; they are tried again in a minute'),
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
