import { Readable } from 'node:stream';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';

/** A mail that is ready to be sent. */
export interface Message {
  messageId: string;
  /** Addresses of the envelope. */
  from: string;
  to: string[];
  /** The mail itself, RFC 5322. */
  raw: Buffer;
}

/** What became of a mail that a mail server was given. */
export type Outcome =
  | { kind: 'accepted' }
  /** The server refused it for good (5xx). */
  | { kind: 'refused'; error: string }
  /** The server refused it for now (4xx), or the line broke before it had the whole mail. */
  | { kind: 'later'; error: string }
  /** The line broke after the server had the whole mail, and before it said whether it takes it: nobody knows. */
  | { kind: 'unknown'; error: string };

/** The mail server cannot be used: it does not answer, or it does not let us in. No mail is at fault. */
export class MailServerAway extends Error {
  override name = 'MailServerAway';
}

const CONNECT_MS = 15_000;
/** Servers look into a mail before they take it. */
const ANSWER_MS = 2 * 60_000;

export interface SendOptions {
  handOver?: () => Promise<void>;
  signal?: AbortSignal;
}

/** A connection to the mail server, for one mail after the other. */
export interface MailServer {
  /**
   * Hands over a mail.
   * @param options.handOver runs when the server is ready for the mail, before it gets any of it; when it throws, the server gets nothing.
   * @param options.signal breaks the line off.
   * @throws what `handOver` throws.
   */
  send(message: Message, options?: SendOptions): Promise<Outcome>;
  /** Whether another mail can be sent over it. */
  readonly open: boolean;
  close(): void;
}

/**
 * Connects to a mail server, and logs in where its address has a user. Encrypted where the address says `smtps:` or the server
 * offers it, with a certificate that is right for its name, unless it is on this machine.
 * @param url as SMTP_URL.
 * @throws MailServerAway
 */
export async function connectMailServer(url: string): Promise<MailServer> {
  const { auth, ...options } = parseConnectionUrl(url);
  // The mail servers that systems come with sign their own certificates; on this machine there is nobody between us and them.
  const here = isHere(options.host ?? '') && { tls: { rejectUnauthorized: false } };
  const connection = new SMTPConnection({
    ...here,
    ...options,
    ...{
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      dnsTimeout: CONNECT_MS,
      socketTimeout: ANSWER_MS,
    },
  });
  await new Promise<void>((resolve, reject) => {
    const away = (error: Error) => reject(new MailServerAway(error.message, { cause: error }));
    // Also keeps an error of later from being nobody's.
    connection.on('error', away);
    connection.connect((error) => {
      if (error) away(error);
      else if (!auth) resolve();
      else connection.login(auth, (refusal) => (refusal ? away(refusal) : resolve()));
    });
  }).catch((error) => {
    connection.close();
    throw error;
  });
  return {
    get open() {
      return !connection.destroyed;
    },
    close: () => connection.quit(),
    send: (message, options = {}) => send(connection, message, options),
  };
}

const isHere = (host: string) => host === 'localhost' || /^127\./.test(host) || /^\[?::1\]?$/.test(host);

function send(
  connection: SMTPConnection,
  { from, to, raw }: Message,
  { handOver = async () => undefined, signal }: SendOptions,
): Promise<Outcome> {
  let failed: unknown;
  let wasRead = false;
  // Read once the server said that it is ready for the mail (354).
  async function* mail() {
    await handOver().catch((error) => {
      failed = error ?? new Error('The mail was not handed over.');
      throw failed;
    });
    wasRead = true;
    yield raw;
  }
  const broken = (error: string): Outcome => ({ kind: wasRead ? 'unknown' : 'later', error });
  return new Promise((resolve, reject) => {
    const breakOff = () => {
      connection.close();
      resolve(broken('The server was stopped while the mail was sent.'));
    };
    if (signal?.aborted) return breakOff();
    signal?.addEventListener('abort', breakOff);
    connection.send({ from, to, size: raw.length }, Readable.from(mail()), (error) => {
      signal?.removeEventListener('abort', breakOff);
      if (!error) return resolve({ kind: 'accepted' });
      // Nobody knows where the conversation stands. A mail without its end the server throws away.
      connection.close();
      if (failed) return reject(failed);
      const { responseCode, message } = error;
      if (!responseCode) resolve(broken(message));
      // 530: it wants us to log in, which is not the mail's fault.
      else
        resolve({ kind: responseCode >= 500 && responseCode !== 530 ? 'refused' : 'later', error: message });
    });
  });
}
