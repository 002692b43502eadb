import { setTimeout as sleep } from 'node:timers/promises';
import { operator } from '../auth/keys.ts';
import { anonymous } from '../auth/viewer.ts';
import { collectReport } from './collect.ts';
import type { ReportContext, ReportDeps } from './context.ts';
import { createLedger, deliver, type Ledger } from './ledger.ts';
import { connectMailServer, type MailServer, MailServerAway, type Outcome } from './mailServer.ts';
import { composeReport } from './message.ts';
import { type Claimed, claimWaiting } from './queue.ts';
import { recipientOf } from './recipient.ts';
import { reportPeriod } from './schedule.ts';

/** Number of reports whose statistics are read together. More would need more memory. */
const CHUNK = 20;
/** Number of mails that are sent concurrently. */
const CONNECTIONS = 4;
/** Number of mails between two progress messages in the log. */
const PROGRESS = 500;

/**
 * Sends the waiting reports until none is due. Logs failures of single reports and of the mail server.
 * @param due the number of due reports, for the log.
 * @param rest the pause after each chunk, as a multiple of the chunk's duration, so that other work gets
 *   its turn.
 */
export async function sendWaiting(
  due: number,
  deps: ReportDeps,
  url: string,
  stop: Stop,
  rest = 0,
): Promise<void> {
  const { log } = deps;
  const counts = { accepted: 0, refused: 0, later: 0, unknown: 0 };
  const connections: (MailServer | null)[] = Array.from({ length: CONNECTIONS }, () => null);
  const round = { deps, url, stop, ledger: createLedger(deps), connections, counts };
  log.info({ reports: due }, 'Email reports are due');
  try {
    for (let reported = PROGRESS; !stop.soon.aborted; ) {
      const began = performance.now();
      const chunk = await claimWaiting(CHUNK, deps);
      if (chunk.length === 0) break;
      await sendChunk(chunk, round);
      await sleep(rest * (performance.now() - began), undefined, { signal: stop.soon }).catch(
        () => undefined,
      );
      const done = Object.values(counts).reduce((sum, count) => sum + count, 0);
      if (done < reported) continue;
      log.info({ ...counts, reports: due }, `Email reports: ${done} of ${due}`);
      reported += PROGRESS;
    }
  } catch (error) {
    if (!(error instanceof MailServerAway)) throw error;
    log.warn({ err: error }, 'The mail server in SMTP_URL is unavailable; email reports are postponed');
  } finally {
    for (const connection of connections) connection?.close();
  }
  log.info(
    { ...counts, reports: due },
    stop.soon.aborted ? 'Email reports: stopped' : 'Email reports: round finished',
  );
}

/** The signals that end a round early. */
export interface Stop {
  /** Aborted: start nothing new. */
  soon: AbortSignal;
  /** Aborted: interrupt the mails that are being sent. */
  now: AbortSignal;
}

/** The state that the chunks of a round share. */
interface Round {
  deps: ReportDeps;
  /** The value of SMTP_URL. */
  url: string;
  stop: Stop;
  ledger: Ledger;
  /** Connections to the mail server. The length is their maximum number. */
  connections: (MailServer | null)[];
  counts: Record<Outcome['kind'], number>;
}

/**
 * Sends some claimed reports. Their statistics are read in one batch.
 * @throws MailServerAway if the mail server cannot be used, after postponing every report that was not
 *   sent.
 */
async function sendChunk(chunk: Claimed[], round: Round): Promise<void> {
  const { deps, url, stop, ledger, connections, counts } = round;
  const context = deps.contextOf(anonymous);
  const queue = chunk.map((report) => ({ report, collected: collect(report, context) }));
  // Avoids unhandled rejections: the promises are awaited later.
  for (const { collected } of queue) collected.catch(() => undefined);
  let away: MailServerAway | null = null;
  // Opens one connection before the others. If the mail server limits connections, the open ones send
  // everything.
  await connect(0);
  await Promise.all(connections.map((_, index) => work(index)));
  if (away) throw away;

  /**
   * Returns a connection, opened if necessary; null if it cannot be opened. If no connection is open at all,
   * sets `away`.
   */
  async function connect(index: number): Promise<MailServer | null> {
    const server = connections[index];
    if (server?.open) return server;
    try {
      connections[index] = await connectMailServer(url);
      return connections[index];
    } catch (error) {
      if (!(error instanceof MailServerAway)) throw error;
      if (!connections.some((other) => other?.open)) away = error;
      return null;
    }
  }

  async function work(index: number): Promise<void> {
    while (queue.length > 0) {
      const server = stop.soon.aborted || away ? null : await connect(index);
      // The other connections send the rest.
      if (!server && !away && !stop.soon.aborted) return;
      const next = queue.shift();
      if (!next) return;
      const { report, collected } = next;
      if (stop.soon.aborted) await ledger.release(report);
      else if (!server) await postpone(report, away?.message ?? '');
      else await send(report, collected, server);
    }
  }

  async function send(
    report: Claimed,
    collected: ReturnType<typeof collect>,
    server: MailServer,
  ): Promise<void> {
    try {
      const signer = await context.signer();
      const { email: to, language } = recipientOf(report.website.team);
      const message = await composeReport(await collected, { to, language }, { ...deps, signer });
      const outcome = await deliver(report, message, server, stop.now, ledger);
      if (outcome) counts[outcome.kind]++;
    } catch (error) {
      deps.log.error(
        { err: error, report: report.id },
        'An email report failed; it is retried unless the mail server already has it',
      );
      await postpone(report, 'The report could not be created.');
    }
  }

  async function postpone(report: Claimed, error: string): Promise<void> {
    counts.later++;
    await ledger.postpone(report, error);
  }
}

/** Reads the statistics of a report, with the permissions of its account. */
async function collect({ website, period: name, id }: Claimed, context: ReportContext) {
  const period = reportPeriod(name);
  if (!period) throw new Error(`Report ${id} has the invalid period ${name}.`);
  return collectReport(website, period, { ...context, viewer: operator(website.teamId) });
}
