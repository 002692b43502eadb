import type { Deps } from '../context.ts';
import type { MailServer, Message, Outcome } from './mailServer.ts';
import { CLAIM_MS, type Claimed } from './queue.ts';
import { type ReportState, stateAfter } from './states.ts';

type DeliveryDeps = Pick<Deps, 'db' | 'now'>;

/** The report is no longer this instance's: another one has it, or reports were switched off. */
class NotOurs extends Error {
  override name = 'NotOurs';
}

/**
 * Sends a report that this instance has claimed, and records what became of it. What is recorded before the mail server gets any of the
 * mail is what keeps it from being sent twice.
 * @returns null where it was no longer to be sent.
 */
export async function deliver(
  report: Claimed,
  message: Message,
  server: MailServer,
  signal: AbortSignal,
  deps: DeliveryDeps,
): Promise<Outcome | null> {
  const { db, now } = deps;
  const { id, claim } = report;
  const handOver = async () => {
    const state: ReportState = 'handed_over';
    const nextAt = new Date(now() + CLAIM_MS);
    const { count } = await db.write((tx) =>
      tx.report.updateMany({
        where: { id, claim, state: 'waiting' satisfies ReportState, website: { email: true } },
        data: { state, nextAt },
      }),
    );
    if (count === 0) throw new NotOurs();
  };
  try {
    const outcome = await server.send(message, { handOver, signal });
    await settle(report, outcome, deps);
    return outcome;
  } catch (error) {
    if (error instanceof NotOurs) return null;
    throw error;
  }
}

/** Has a claimed report tried again later, because it did not come to sending it. What was handed over stays so: it may have arrived. */
export function postpone(report: Claimed, error: string, deps: DeliveryDeps): Promise<void> {
  return settle(report, { kind: 'later', error }, deps, 'waiting');
}

/** Records what became of a claimed report, where it still is this instance's. */
async function settle(
  report: Claimed,
  outcome: Outcome,
  { db, now }: DeliveryDeps,
  state?: ReportState,
): Promise<void> {
  const { id, claim, createdAt } = report;
  const attempts = report.attempts + 1;
  const data = { ...stateAfter(outcome, { attempts, createdAt }, now()), attempts, claim: null };
  await db.write((tx) => tx.report.updateMany({ where: { id, claim, ...(state && { state }) }, data }));
}

/** Gives claimed reports back, as if nobody had had them. */
export async function release(reports: readonly Claimed[], { db, now }: DeliveryDeps): Promise<void> {
  if (reports.length === 0) return;
  const where = { id: { in: reports.map(({ id }) => id) }, claim: reports[0]?.claim ?? null };
  await db.write((tx) => tx.report.updateMany({ where, data: { nextAt: new Date(now()), claim: null } }));
}
