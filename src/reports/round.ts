import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, createContext, type Deps } from '../context.ts';
import { anonymous } from '../resolvers/access.ts';
import { operator } from '../resolvers/keys.ts';
import { type Claimed, claimWaiting } from './claims.ts';
import { collectReport } from './collect.ts';
import { deliver } from './delivery.ts';
import { createLedger } from './ledger.ts';
import { connectMailServer, type MailServer, MailServerAway, type Outcome } from './mailServer.ts';
import { composeReport } from './message.ts';
import { reportPeriod } from './periods.ts';

/** Reports whose numbers are read together; more would take memory. */
const CHUNK = 20;
/** Mails on their way at the same time. */
const LINES = 4;
/** Mails after which the log tells how far it is. */
const PROGRESS = 500;

/** What ends a round before its time. */
export interface Stop {
  /** Aborted: nothing new is begun. */
  soon: AbortSignal;
  /** Aborted: what is being sent is broken off. */
  now: AbortSignal;
}

/**
 * Sends the reports that wait, until none does whose time has come. What goes wrong is in the log.
 * @param due how many there are, for the log.
 * @param rest how long it rests after some of them, in parts of the time that these took: so that others come to their turn.
 */
export async function sendWaiting(due: number, deps: Deps, url: string, stop: Stop, rest = 0): Promise<void> {
  const { log } = deps;
  const ledger = createLedger(deps);
  const counts: Record<Outcome['kind'], number> = { accepted: 0, refused: 0, later: 0, unknown: 0 };
  const lines: (MailServer | null)[] = Array.from({ length: LINES }, () => null);
  log.info({ reports: due }, 'Email reports are due');
  try {
    for (let told = PROGRESS; !stop.soon.aborted; ) {
      const began = performance.now();
      const chunk = await claimWaiting(CHUNK, deps);
      if (chunk.length === 0) break;
      await sendChunk(chunk);
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

  /** Throws MailServerAway, with every report of the chunk postponed. */
  async function sendChunk(chunk: Claimed[]): Promise<void> {
    const context = createContext(deps, anonymous);
    const queue = chunk.map((report) => ({ report, collected: collect(report, context) }));
    // Nobody waits for them yet.
    for (const { collected } of queue) collected.catch(() => undefined);
    let away: MailServerAway | null = null;
    await Promise.all(lines.map((_, line) => work(line)));
    if (away) throw away;

    async function work(line: number): Promise<void> {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const { report, collected } = next;
        if (stop.soon.aborted) {
          await ledger.release(report);
          continue;
        }
        try {
          if (away) throw away;
          const outcome = await sendOne(report, await collected, line);
          if (outcome) counts[outcome.kind]++;
        } catch (error) {
          if (error instanceof MailServerAway) away = error;
          else log.error({ err: error, report: report.id }, 'An email report failed; it is tried again');
          counts.later++;
          await ledger.postpone(report, away?.message ?? 'The report could not be made.');
        }
      }
    }

    async function sendOne(report: Claimed, collected: Awaited<ReturnType<typeof collect>>, line: number) {
      const open = lines[line];
      const server = open?.open ? open : await connectMailServer(url);
      lines[line] = server;
      const signer = await context.signer();
      const message = await composeReport(collected, report.website.account.email, { ...deps, signer });
      return deliver(report, message, server, stop.now, ledger);
    }
  }
}

/** The numbers of a report, as its account may read them. */
async function collect({ website, period: name, id }: Claimed, context: Context) {
  const period = reportPeriod(name);
  if (!period) throw new Error(`Report ${id} has the period ${name}.`);
  return collectReport(website, period, { ...context, viewer: operator(website.accountId) });
}
