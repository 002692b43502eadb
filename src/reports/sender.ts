import type { Deps } from '../context.ts';
import type { Stop } from './chunk.ts';
import { endStale } from './claims.ts';
import { enqueueDue } from './queue.ts';
import type { ReportState } from './states.ts';

/** Sends the reports whose time has come. */
export interface ReportSender {
  /** Sends what is due, until nothing is; while it does, another call waits for the same. What goes wrong is in the log. */
  run(): Promise<void>;
  /** Lets what is being sent come to its end for a while, then breaks it off; the rest is left to others. */
  stop(): Promise<void>;
}

/** Sends so many reports that wait; round.ts, here or in a thread. */
export type Send = (due: number, stop: Stop) => Promise<void>;

const STOP_PATIENCE_MS = 4_000;

/** Sends reports over the mail server of SMTP_URL; in this thread, unless `send` does it elsewhere. */
export function createReportSender(
  deps: Deps,
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
    const due = await db.read.report.count({ where: { state: waiting, nextAt: { lte: new Date(now()) } } });
    if (due > 0) await send(due, { soon: soon.signal, now: atOnce.signal });
  }

  return {
    run() {
      if (soon.signal.aborted) return Promise.resolve();
      running ??= round()
        .catch((error) =>
          log.error({ err: error }, 'Sending email reports failed; it is tried again in a minute'),
        )
        .finally(() => {
          running = undefined;
        });
      return running;
    },
    async stop() {
      soon.abort();
      const timer = setTimeout(() => atOnce.abort(), STOP_PATIENCE_MS);
      await running;
      clearTimeout(timer);
    },
  };
}
