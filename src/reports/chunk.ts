import { operator } from '../auth/keys.ts';
import { anonymous } from '../auth/viewer.ts';
import { type Context, createContext, type Deps } from '../context.ts';
import type { Claimed } from './claims.ts';
import { collectReport } from './collect.ts';
import { deliver } from './delivery.ts';
import type { Ledger } from './ledger.ts';
import { connectMailServer, type MailServer, MailServerAway, type Outcome } from './mailServer.ts';
import { composeReport } from './message.ts';
import { reportPeriod } from './periods.ts';

/** The signals that end a round early. */
export interface Stop {
  /** Aborted: start nothing new. */
  soon: AbortSignal;
  /** Aborted: interrupt the mails that are being sent. */
  now: AbortSignal;
}

/** The state that the chunks of a round share. */
export interface Round {
  deps: Deps;
  /** The value of SMTP_URL. */
  url: string;
  stop: Stop;
  ledger: Ledger;
  /** Connections to the mail server. The length is their maximum number. */
  lines: (MailServer | null)[];
  counts: Record<Outcome['kind'], number>;
}

/**
 * Sends some claimed reports. Their statistics are read in one batch.
 * @throws MailServerAway if the mail server cannot be used, after postponing every report that was not
 *   sent.
 */
export async function sendChunk(chunk: Claimed[], round: Round): Promise<void> {
  const { deps, url, stop, ledger, lines, counts } = round;
  const context = createContext(deps, anonymous);
  const queue = chunk.map((report) => ({ report, collected: collect(report, context) }));
  // Avoids unhandled rejections: the promises are awaited later.
  for (const { collected } of queue) collected.catch(() => undefined);
  let away: MailServerAway | null = null;
  // Opens one connection before the others. If the mail server limits connections, the open ones send
  // everything.
  await connect(0);
  await Promise.all(lines.map((_, line) => work(line)));
  if (away) throw away;

  /**
   * Returns a connection, opened if necessary; null if it cannot be opened. If no connection is open at all,
   * sets `away`.
   */
  async function connect(line: number): Promise<MailServer | null> {
    const server = lines[line];
    if (server?.open) return server;
    try {
      lines[line] = await connectMailServer(url);
      return lines[line];
    } catch (error) {
      if (!(error instanceof MailServerAway)) throw error;
      if (!lines.some((other) => other?.open)) away = error;
      return null;
    }
  }

  async function work(line: number): Promise<void> {
    while (queue.length > 0) {
      const server = stop.soon.aborted || away ? null : await connect(line);
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
      const to = report.website.account.email;
      const message = await composeReport(await collected, to, { ...deps, signer });
      const outcome = await deliver(report, message, server, stop.now, ledger);
      if (outcome) counts[outcome.kind]++;
    } catch (error) {
      deps.log.error(
        { err: error, report: report.id },
        'An email report failed; it is tried again, unless the mail server has it',
      );
      await postpone(report, 'The report could not be made.');
    }
  }

  async function postpone(report: Claimed, error: string): Promise<void> {
    counts.later++;
    await ledger.postpone(report, error);
  }
}

/** Reads the statistics of a report, with the permissions of its account. */
async function collect({ website, period: name, id }: Claimed, context: Context) {
  const period = reportPeriod(name);
  if (!period) throw new Error(`Report ${id} has the period ${name}.`);
  return collectReport(website, period, { ...context, viewer: operator(website.accountId) });
}
