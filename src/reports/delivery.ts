import type { Claimed } from './claims.ts';
import type { Ledger } from './ledger.ts';
import type { MailServer, Message, Outcome } from './mailServer.ts';

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
