import type { Claimed } from './claims.ts';
import type { Ledger } from './ledger.ts';
import type { MailServer, Message, Outcome } from './mailServer.ts';

/** The report is no longer to be sent by this instance. */
class NotOurs extends Error {
  override name = 'NotOurs';
}

/**
 * Sends a report that this instance has claimed, and has it noted what became of it. What is noted before the mail server gets any of
 * the mail is what keeps it from being sent twice.
 * @returns null where it was no longer to be sent.
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
