import type { AccountMail, AccountMails } from '../auth/accountMails.ts';
import type { AuthDeps } from '../auth/context.ts';
import type { MailServer } from './mailServer.ts';

/** Maximum number of mails that wait. Beyond it, further mails are dropped. */
const MAX_WAITING = 500;
/** A mail that could not be sent for this long is dropped. */
const GIVE_UP_MS = 15 * 60_000;
/** How long a stopping server waits for the mails that it sends. */
const STOP_MS = 4_000;

/** What the queue logs: why mails were not sent. */
interface MailLog {
  warn(fields: { mail?: string; error?: string; err?: unknown }, message: string): void;
  error(fields: { err: unknown }, message: string): void;
}

type MailDeps = Pick<AuthDeps, 'config' | 'now' | 'random'> & { log: MailLog };

/**
 * Sends mails about accounts one after the other. They wait in memory only, because they contain tokens that
 * must not be stored. A restart loses them; people can ask again.
 */
export interface AccountMailQueue extends AccountMails {
  /** Sends the waiting mails. Those that the mail server does not accept now are left to the next run. */
  run(): Promise<void>;
  /**
   * Sends the waiting mails once more, and drops those that the mail server does not accept in time.
   * @param waitMs how long to wait; a few seconds by default.
   */
  stop(waitMs?: number): Promise<void>;
}

interface Waiting {
  mail: AccountMail;
  /** When it was queued, Unix milliseconds. */
  since: number;
}

/** @param url the value of SMTP_URL. */
export function createAccountMails(deps: MailDeps, url: string): AccountMailQueue {
  const { log, now } = deps;
  const stopping = new AbortController();
  let waiting: Waiting[] = [];
  let running: Promise<void> | undefined;
  const drop = ({ kind }: AccountMail, error: string) =>
    log.warn({ mail: kind, error }, 'A mail about an account was not sent');

  async function sendAll(): Promise<void> {
    if (waiting.length === 0) return;
    const later: Waiting[] = [];
    let server: MailServer | undefined;
    // Loaded when a mail is sent, not at every start of a server.
    const { composeAccountMail, connectMailServer, MailServerAway } = await import('./accountMailSender.ts');
    try {
      for (let next = waiting.shift(); next && !stopping.signal.aborted; next = waiting.shift()) {
        try {
          const message = await composeAccountMail(next.mail, deps);
          if (!server?.open) server = await connectMailServer(url);
          const outcome = await server.send(message, { signal: stopping.signal });
          if (outcome.kind === 'later') later.push(next);
          else if (outcome.kind !== 'accepted') drop(next.mail, outcome.error);
        } catch (error) {
          if (!(error instanceof MailServerAway)) throw error;
          log.warn({ err: error }, 'The mail server in SMTP_URL is unavailable; mails about accounts wait');
          later.push(next, ...waiting.splice(0));
        }
      }
    } finally {
      server?.close();
      waiting = [...later, ...waiting].filter(({ mail, since }) => {
        const isLate = Math.abs(now() - since) >= GIVE_UP_MS;
        if (isLate) drop(mail, 'The mail server did not accept it in time.');
        return !isLate;
      });
    }
  }

  const run = (): Promise<void> => {
    running ??= sendAll()
      .catch((error) => log.error({ err: error }, 'Sending mails about accounts failed'))
      .finally(() => {
        running = undefined;
      });
    return running;
  };

  return {
    send(mail) {
      if (waiting.length >= MAX_WAITING) return drop(mail, 'Too many mails wait.');
      waiting.push({ mail, since: now() });
      setImmediate(run);
    },
    run,
    async stop(waitMs = STOP_MS) {
      const timer = setTimeout(() => stopping.abort(), waitMs);
      // A connection that is being opened does not notice the signal.
      const aborted = new Promise((resolve) => stopping.signal.addEventListener('abort', resolve));
      await Promise.race([run(), aborted]);
      clearTimeout(timer);
      for (const { mail } of waiting.splice(0)) drop(mail, 'The mail server did not accept it in time.');
    },
  };
}
