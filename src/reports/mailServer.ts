import { Readable } from 'node:stream';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';

/** A mail that is ready to be sent. */
export interface Message {
  messageId: string;
  /** Addresses of the envelope. */
  from: string;
  to: string[];
  /** The complete mail (RFC 5322). */
  raw: Buffer;
}

/** The outcome of sending a mail. */
export type Outcome =
  | { kind: 'accepted' }
  /** The server rejected it permanently (5xx). */
  | { kind: 'refused'; error: string }
  /**
   * The server rejected it temporarily (4xx), or the connection failed before the transfer of the mail began.
   */
  | { kind: 'later'; error: string }
  /**
   * The connection failed after the transfer began and before the server's answer, so the mail may have
   * arrived.
   */
  | { kind: 'unknown'; error: string };

/**
 * The mail server cannot be used: it does not respond, or it rejects the connection or the login. The mail is
 * not the cause.
 */
export class MailServerAway extends Error {
  override name = 'MailServerAway';
}

const CONNECT_MS = 15_000;
/** Long, because servers inspect a mail before they accept it. */
const ANSWER_MS = 2 * 60_000;

export interface SendOptions {
  handOver?: () => Promise<void>;
  signal?: AbortSignal;
}

/** A connection to the mail server, which sends one mail at a time. */
export interface MailServer {
  /**
   * Sends a mail.
   * @param options.handOver runs when the server is ready for the mail, before it receives any of it. If it
   *   throws, the server receives nothing.
   * @param options.signal closes the connection when aborted.
   * @throws the error of `handOver`.
   */
  send(message: Message, options?: SendOptions): Promise<Outcome>;
  /** Whether the connection can send another mail. */
  readonly open: boolean;
  close(): void;
}

/**
 * Connects to a mail server, and logs in if the URL has a user. The connection is encrypted if the URL starts
 * with `smtps:` or the server offers encryption. The certificate must be valid for the server's name, unless
 * the server is on this machine.
 * @param url the value of SMTP_URL.
 * @throws MailServerAway if connecting or logging in fails.
 */
export async function connectMailServer(url: string): Promise<MailServer> {
  const { auth, ...options } = parseConnectionUrl(url);
  // Mail servers that come with an operating system use self-signed certificates. Connections within this
  // machine cannot be intercepted.
  const here = isHere(options.host ?? '') && { tls: { rejectUnauthorized: false } };
  const connection = new SMTPConnection({
    ...here,
    ...options,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
  });
  await new Promise<void>((resolve, reject) => {
    const away = (error: Error) => reject(new MailServerAway(error.message, { cause: error }));
    // Also avoids an unhandled `error` event later.
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
  // Read when the server has answered that it is ready for the mail (354).
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
      resolve(broken('Footfall was stopped during the transfer to the mail server.'));
    };
    if (signal?.aborted) return breakOff();
    signal?.addEventListener('abort', breakOff);
    connection.send({ from, to, size: raw.length }, Readable.from(mail()), (error) => {
      signal?.removeEventListener('abort', breakOff);
      if (!error) return resolve({ kind: 'accepted' });
      // The state of the connection is unknown. The server discards a mail without its end.
      connection.close();
      if (failed) return reject(failed);
      const { responseCode, message } = error;
      if (!responseCode) resolve(broken(message));
      // 530: the server requires a login. The mail is not the cause.
      else
        resolve({ kind: responseCode >= 500 && responseCode !== 530 ? 'refused' : 'later', error: message });
    });
  });
}
