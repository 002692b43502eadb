import { type Context, createContext, type Deps } from '../context.ts';
import { anonymous } from '../resolvers/access.ts';
import { operator } from '../resolvers/keys.ts';
import { collectReport } from './collect.ts';
import { deliver, postpone, release } from './delivery.ts';
import { connectMailServer, type MailServer, MailServerAway, type Outcome } from './mailServer.ts';
import { composeReport } from './message.ts';
import { reportPeriod } from './periods.ts';
import { type Claimed, claimWaiting, endStale, enqueueDue } from './queue.ts';
import type { ReportState } from './states.ts';

/** Sends the reports whose time has come. */
export interface ReportSender {
  /** Sends what is due, until nothing is; while it does, another call waits for the same. What goes wrong is in the log. */
  run(): Promise<void>;
  /** Lets what is being sent come to its end for a while, then breaks it off; the rest is left to others. */
  stop(): Promise<void>;
}

/** Reports whose numbers are read together; more would take memory. */
const CHUNK = 20;
/** Mails on their way at the same time. */
const LINES = 4;
/** Mails after which the log tells how far it is. */
const PROGRESS = 500;
const STOP_PATIENCE_MS = 4_000;

type Counts = Record<Outcome['kind'], number>;

/** Sends reports over the mail server of SMTP_URL. */
export function createReportSender(deps: Deps, url: string): ReportSender {
  const { db, log, now } = deps;
  const breakOff = new AbortController();
  let stopping = false;
  let running: Promise<void> | undefined;

  async function round(): Promise<void> {
    await endStale(deps);
    await enqueueDue(deps);
    const waiting: ReportState = 'waiting';
    const due = await db.read.report.count({ where: { state: waiting, nextAt: { lte: new Date(now()) } } });
    if (due === 0) return;
    log.info({ reports: due }, 'Email reports are due');
    const counts: Counts = { accepted: 0, refused: 0, later: 0, unknown: 0 };
    const lines: (MailServer | null)[] = Array.from({ length: LINES }, () => null);
    try {
      for (let told = PROGRESS; !stopping; ) {
        const chunk = await claimWaiting(CHUNK, deps);
        if (chunk.length === 0) break;
        await sendChunk(chunk, lines, counts);
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
      stopping ? 'Email reports: stopped' : 'Email reports: done for now',
    );
  }

  /** Throws MailServerAway, with every report of the chunk postponed. */
  async function sendChunk(chunk: Claimed[], lines: (MailServer | null)[], counts: Counts): Promise<void> {
    const context = createContext(deps, anonymous);
    const queue = chunk.map((report) => ({ report, collected: collect(report, context) }));
    // Nobody waits for them yet.
    for (const { collected } of queue) collected.catch(() => undefined);
    let away: MailServerAway | null = null;

    async function work(line: number): Promise<void> {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const { report, collected } = next;
        if (stopping) {
          await release([report], deps);
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
          await postpone(report, away?.message ?? 'The report could not be made.', deps);
        }
      }
    }

    async function sendOne(report: Claimed, collected: Awaited<ReturnType<typeof collect>>, line: number) {
      const open = lines[line];
      const server = open?.open ? open : await connectMailServer(url);
      lines[line] = server;
      const signer = await context.signer();
      const message = await composeReport(collected, report.website.account.email, { ...deps, signer });
      return deliver(report, message, server, breakOff.signal, deps);
    }

    await Promise.all(lines.map((_, line) => work(line)));
    if (away) throw away;
  }

  return {
    run() {
      if (stopping) return Promise.resolve();
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
      stopping = true;
      const timer = setTimeout(() => breakOff.abort(), STOP_PATIENCE_MS);
      await running;
      clearTimeout(timer);
    },
  };
}

/** The numbers of a report, as its account may read them. */
async function collect({ website, period: name, id }: Claimed, context: Context) {
  const period = reportPeriod(name);
  if (!period) throw new Error(`Report ${id} has the period ${name}.`);
  return collectReport(website, period, { ...context, viewer: operator(website.accountId) });
}
