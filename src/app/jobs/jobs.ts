import { forgetAccountTokens } from '../../auth/accountTokens.ts';
import { forgetSecurityEvents } from '../../auth/securityLog.ts';
import { forgetSessions } from '../../auth/sessions.ts';
import { DatabaseFault } from '../../db/health/faults.ts';
import { timeZoneRulesJob } from '../../db/timeZoneRules.ts';
import { chunkJob } from '../../engine/columns/chunks/job.ts';
import { backfillJob } from '../../ingest/backfill/job.ts';
import type { Pipeline } from '../../ingest/pipeline.ts';
import { saltDeletion } from '../../ingest/recorder/salts.ts';
import { hitIdDeletion } from '../../ingest/store/hitIdDeletion.ts';
import type { AccountMailQueue } from '../../reports/accountMails.ts';
import type { ReportSender } from '../../reports/sender.ts';
import type { Deps } from '../../request/context.ts';
import type { Imports } from '../../transfer/uploads/imports.ts';
import type { WebsiteDeletion } from '../../websites/deletion.ts';
import { JOBS, type Job } from '../metrics/definitions.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { createLease } from './lease.ts';

const MINUTE_MS = 60_000;
/** Duration of the leader's lease. It outlasts one failed renewal. */
const LEASE_MS = 2.5 * MINUTE_MS;

export interface JobDeps extends Pick<Deps, 'db' | 'log' | 'now' | 'random' | 'analysis'> {
  pipeline: Pick<Pipeline, 'refresh'>;
  /** Null if no mail server is configured. */
  reports: ReportSender | null;
  /** Null if no mail server is configured. */
  accountMails: Pick<AccountMailQueue, 'run' | 'stop'> | null;
  metrics: Metrics;
  deletion: Pick<WebsiteDeletion, 'run'>;
  imports: Pick<Imports, 'recover' | 'removeAbandoned'>;
}

export interface Jobs {
  /** The run at the start. */
  first: Promise<void>;
  /** Runs all jobs now. Every instance runs its own jobs; only the leader runs the jobs for all instances. */
  run(): Promise<void>;
  /** Waits for running jobs, and releases the lease, so that another instance can become the leader. */
  stop(): Promise<void>;
}

/**
 * Starts the jobs.
 * @param repeat whether they are repeated once a minute.
 */
export function startJobs(deps: JobDeps, repeat: boolean): Jobs {
  const { pipeline, reports, accountMails, log, now, metrics } = deps;
  const lease = createLease(deps, 'jobs', LEASE_MS);
  let running: Promise<void> = Promise.resolve();
  let isLeader = false;
  const lastSuccess: Partial<Record<Job, number>> = {};
  for (const job of JOBS)
    metrics.gauge('footfall_job_last_success_timestamp_seconds', { job }, () => lastSuccess[job] ?? null);

  /** The jobs of the leader, in their order. Each runs, whatever becomes of those before it. */
  const leaderJobs: [Job, () => Promise<unknown>][] = [
    ['salts', saltDeletion(deps)],
    ['sessions', () => forgetSessions(deps)],
    ['account_tokens', () => forgetAccountTokens(deps)],
    ['security_log', () => forgetSecurityEvents(deps)],
    ['hit_ids', hitIdDeletion(deps)],
    ['abandoned_imports', () => deps.imports.removeAbandoned()],
  ];
  if (reports) leaderJobs.push(['reports', () => reports.run()]);
  // These may take long.
  leaderJobs.push(
    ['deletions', () => deps.deletion.run()],
    ['backfill', backfillJob(deps)],
    ['chunks', chunkJob(deps)],
  );

  async function runLeaderJobs(): Promise<void> {
    const before = isLeader;
    isLeader = await lease.hold();
    if (isLeader !== before)
      log.info(
        isLeader
          ? 'This instance is now the leader and runs the shared jobs'
          : 'Another instance is now the leader and runs the shared jobs',
      );
    if (!isLeader) return;
    for (const [job, work] of leaderJobs) await runJob(job, work);
  }

  const noteTimeZoneRules = timeZoneRulesJob(deps);

  /** The jobs that run now. */
  const current = new Map<Job, Promise<void>>();

  /**
   * Runs one job, or waits for it if it still runs: one that takes more than a minute must not overlap
   * itself.
   */
  function runJob(job: Job, work: () => Promise<unknown>): Promise<void> {
    const before = current.get(job);
    if (before) return before;
    const started = tryJob(job, work).finally(() => current.delete(job));
    current.set(job, started);
    return started;
  }

  /** A failed job is retried in a minute, and does not prevent other jobs from running. */
  async function tryJob(job: Job, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
      lastSuccess[job] = now() / 1000;
    } catch (error) {
      metrics.count('footfall_job_failures_total', { job });
      log.error({ err: error, job }, `The job "${job}" failed; it is retried in a minute`);
    }
    metrics.count('footfall_job_runs_total', { job });
  }

  function run(): Promise<void> {
    const ownJobs = [
      runJob('places', () => pipeline.refresh(now())),
      runJob('time_zone_rules', noteTimeZoneRules),
      runJob('imports', () => deps.imports.recover()),
      ...(accountMails ? [runJob('account_mails', () => accountMails.run())] : []),
    ];
    running = Promise.all([running, ...ownJobs, runLeaderJobs()]).then(
      () => undefined,
      (error) => log.error({ err: error }, 'The jobs could not run; they are retried in a minute'),
    );
    return running;
  }

  const first = run();
  const timer = repeat ? setInterval(() => void run(), MINUTE_MS) : undefined;
  return {
    first,
    run,
    async stop() {
      clearInterval(timer);
      await Promise.all([reports?.stop(), accountMails?.stop()]);
      await running;
      if (!isLeader) return;
      // A failure does no harm, as the lease also expires.
      await lease.release().catch((error) => {
        if (!(error instanceof DatabaseFault)) throw error;
      });
    },
  };
}
