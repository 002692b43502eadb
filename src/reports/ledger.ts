import DataLoader from 'dataloader';
import type { ReportDeps } from './context.ts';
import type { MailServer, Message, Outcome } from './mailServer.ts';
import { CLAIM_MS, type Claimed } from './queue.ts';
import { type ReportState, stateAfter } from './states.ts';

/**
 * Records the outcomes of claimed reports. Changes at about the same time share one transaction, because
 * storing hits needs the database as well.
 */
export interface Ledger {
  /**
   * Records that the mail server is about to receive the mail. From now on, the mail is not sent again.
   * @returns whether it may be sent: false if another instance has claimed the report since, or reports
   *   were switched off.
   */
  handOver(report: Claimed): Promise<boolean>;
  /** Records the outcome from the mail server. */
  settle(report: Claimed, outcome: Outcome): Promise<void>;
  /**
   * Schedules another attempt, because the report was not sent. A report that was handed over keeps its
   * state, because it may have arrived.
   */
  postpone(report: Claimed, error: string): Promise<void>;
  /** Releases the claim without counting an attempt. */
  release(report: Claimed): Promise<void>;
}

/** How long the first change of a batch waits for others. */
const TOGETHER_MS = 8;

interface Change {
  where: { id: number; claim: string | null; state?: ReportState };
  data: object;
}

export function createLedger({ db, now }: Pick<ReportDeps, 'db' | 'now'>): Ledger {
  const options = {
    cache: false,
    batchScheduleFn: (run: () => void) => void setTimeout(run, TOGETHER_MS),
  };
  const waiting: ReportState = 'waiting';

  const handOvers = new DataLoader<Claimed, boolean>(async (reports) => {
    const ours = reports.map(({ id, claim }) => ({ id, claim }));
    const state: ReportState = 'handed_over';
    const taken = await db.write(async (tx) => {
      const rows = await tx.report.findMany({
        where: { OR: ours, state: waiting, website: { email: true } },
        select: { id: true },
      });
      const ids = rows.map(({ id }) => id);
      const nextAt = new Date(now() + CLAIM_MS);
      await tx.report.updateMany({ where: { id: { in: ids } }, data: { state, nextAt } });
      return new Set(ids);
    });
    return reports.map(({ id }) => taken.has(id));
  }, options);

  const changes = new DataLoader<Change, true>(async (asked) => {
    await db.write(async (tx) => {
      for (const change of asked) await tx.report.updateMany(change);
    });
    return asked.map(() => true);
  }, options);

  function after({ attempts: before, createdAt }: Claimed, outcome: Outcome): object {
    const attempts = before + 1;
    return { ...stateAfter(outcome, { attempts, createdAt }, now()), attempts, claim: null };
  }

  return {
    handOver: (report) => handOvers.load(report),
    async settle(report, outcome) {
      const { id, claim } = report;
      await changes.load({ where: { id, claim }, data: after(report, outcome) });
    },
    async postpone(report, error) {
      const { id, claim } = report;
      const data = after(report, { kind: 'later', error });
      await changes.load({ where: { id, claim, state: waiting }, data });
    },
    async release({ id, claim }) {
      const data = { nextAt: new Date(now()), claim: null };
      await changes.load({ where: { id, claim, state: waiting }, data });
    },
  };
}

/** This instance must no longer send the report. */
class NotOurs extends Error {
  override name = 'NotOurs';
}

/**
 * Sends a report that this instance has claimed, and records the outcome. The hand-over is recorded before
 * the mail server receives any of the mail. This prevents sending a report twice.
 * @returns null if this instance must no longer send the report.
 */
export async function deliver(
  report: Claimed,
  message: Message,
  server: MailServer,
  signal: AbortSignal,
  ledger: Ledger,
): Promise<Outcome | null> {
  const handOver = async () => {
    if (!(await ledger.handOver(report))) throw new NotOurs();
  };
  try {
    const outcome = await server.send(message, { handOver, signal });
    await ledger.settle(report, outcome);
    return outcome;
  } catch (error) {
    if (error instanceof NotOurs) return null;
    throw error;
  }
}
