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

/** What ends a round before its time. */
export interface Stop {
  /** Aborted: nothing new is begun. */
  soon: AbortSignal;
  /** Aborted: what is being sent is broken off. */
  now: AbortSignal;
}

/** What the chunks of a round share. */
export interface Round {
  deps: Deps;
  /** As SMTP_URL. */
  url: string;
  stop: Stop;
  ledger: Ledger;
  /** As many connections as there may be. */
  lines: (MailServer | null)[];
  counts: Record<Outcome['kind'], number>;
}

/**
 * Sends some claimed reports. Their numbers are read together.
 * @throws MailServerAway with every one of them that was not sent postponed.
 */
export async function sendChunk(chunk: Claimed[], round: Round): Promise<void> {
  const { deps, url, stop, ledger, lines, counts } = round;
  const context = createContext(deps, anonymous);
  const queue = chunk.map((report) => ({ report, collected: collect(report, context) }));
  // Nobody waits for them yet.
  for (const { collected } of queue) collected.catch(() => undefined);
  let away: MailServerAway | null = null;
  // One is there before the others try: where a mail server takes few connections, these have to do.
  await connect(0);
  await Promise.all(lines.map((_, line) => work(line)));
  if (away) throw away;

  /** The connection of a line; null where there is none to be had. Without any at all the mail server is away. */
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
      // What is left is for the other lines.
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

/** The numbers of a report, as its account may read them. */
async function collect({ website, period: name, id }: Claimed, context: Context) {
  const period = reportPeriod(name);
  if (!period) throw new Error(`Report ${id} has the period ${name}.`);
  return collectReport(website, period, { ...context, viewer: operator(website.accountId) });
}
