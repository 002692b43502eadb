import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../context.ts';
import { type Stop, sendChunk } from './chunk.ts';
import { claimWaiting } from './claims.ts';
import { createLedger } from './ledger.ts';
import { type MailServer, MailServerAway } from './mailServer.ts';

/** Number of reports whose statistics are read together. More would need more memory. */
const CHUNK = 20;
/** Number of mails that are sent concurrently. */
const LINES = 4;
/** Number of mails between two progress messages in the log. */
const PROGRESS = 500;

/**
 * Sends the waiting reports until none is due. Logs failures of single reports and of the mail server.
 * @param due the number of due reports, for the log.
 * @param rest the pause after each chunk, as a multiple of the chunk's duration, so that other work gets
 *   its turn.
 */
export async function sendWaiting(due: number, deps: Deps, url: string, stop: Stop, rest = 0): Promise<void> {
  const { log } = deps;
  const counts = { accepted: 0, refused: 0, later: 0, unknown: 0 };
  const lines: (MailServer | null)[] = Array.from({ length: LINES }, () => null);
  const round = { deps, url, stop, ledger: createLedger(deps), lines, counts };
  log.info({ reports: due }, 'Email reports are due');
  try {
    for (let told = PROGRESS; !stop.soon.aborted; ) {
      const began = performance.now();
      const chunk = await claimWaiting(CHUNK, deps);
      if (chunk.length === 0) break;
      await sendChunk(chunk, round);
      await sleep(rest * (performance.now() - began), undefined, { signal: stop.soon }).catch(
        () => undefined,
      );
      const done = Object.values(counts).reduce((sum, count) => sum + count, 0);
      if (done < told) continue;
      log.info({ ...counts, reports: due }, `Email reports: ${done} of ${due}`);
      told += PROGRESS;
    }
  } catch (error) {
    if (!(error instanceof MailServerAway)) throw error;
    log.warn({ err: error }, 'The mail server of SMTP_URL cannot be used; email reports wait for it');
  } finally {
    for (const line of lines) line?.close();
  }
  log.info(
    { ...counts, reports: due },
    stop.soon.aborted ? 'Email reports: stopped' : 'Email reports: done for now',
  );
}
