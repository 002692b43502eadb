import type { ReportDeps } from './context.ts';
import { dueAt, endStale, enqueueDue } from './queue.ts';
import type { Stop } from './round.ts';
import { LONGEST_PAUSE_MS, type ReportState } from './states.ts';

/**
 * Sends the reports that are due, in these steps:
 *
 * 1. queue.ts enqueues a report for each website and period that is due (schedule.ts).
 * 2. round.ts claims waiting reports and collects their statistics (collect.ts), in a worker thread
 *    (threads.ts, reportThread.ts) if a server runs it.
 * 3. message.ts composes the mail from text.ts and html.tsx (with parts.tsx and frame.tsx).
 * 4. ledger.ts hands it over to the mail server (mailServer.ts), and records its state (states.ts).
 */
export interface ReportSender {
  /** Sends due reports until there are no more. A call during a run waits for that run. Errors are logged. */
  run(): Promise<void>;
  /**
   * Stops sending. Mails that are being sent get a few seconds to finish, and are then interrupted. The other
   * reports are left to other instances.
   */
  stop(): Promise<void>;
}

/** Sends the waiting reports (round.ts), in this thread or in a worker thread. `due` is their number. */
export type Send = (due: number, stop: Stop) => Promise<void>;

const STOP_TIMEOUT_MS = 4_000;

/** Sends reports over the mail server of SMTP_URL, in this thread unless `send` uses another one. */
export function createReportSender(
  deps: ReportDeps,
  url: string,
  send: Send = async (due, stop) => (await import('./round.ts')).sendWaiting(due, deps, url, stop),
): ReportSender {
  const { db, log, now } = deps;
  const [soon, atOnce] = [new AbortController(), new AbortController()];
  let running: Promise<void> | undefined;

  async function round(): Promise<void> {
    await endStale(deps);
    await enqueueDue(deps);
    const waiting: ReportState = 'waiting';
    const due = await db.read.report.count({ where: { state: waiting, ...dueAt(now(), LONGEST_PAUSE_MS) } });
    if (due > 0) await send(due, { soon: soon.signal, now: atOnce.signal });
  }

  return {
    run() {
      if (soon.signal.aborted) return Promise.resolve();
      running ??= round()
        .catch((error) =>
          log.error({ err: error }, 'Sending email reports failed; it is retried in a minute'),
        )
        .finally(() => {
          running = undefined;
        });
      return running;
    },
    async stop() {
      soon.abort();
      const timer = setTimeout(() => atOnce.abort(), STOP_TIMEOUT_MS);
      await running;
      clearTimeout(timer);
    },
  };
}
