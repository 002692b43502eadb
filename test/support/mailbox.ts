import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { CERTIFICATE } from './certificate.ts';

/** A mail as the mail server received it. */
export interface Mail extends ParsedMail {
  /** The recipients of the envelope. */
  recipients: string[];
  /** Whether it arrived over an encrypted connection. */
  encrypted: boolean;
  raw: Buffer;
}

/** The response of the mail server to a complete mail; `drop` closes the connection without a response. */
export type Answer = 'accept' | 'drop' | { code: number; text: string };

/** A real SMTP server on this machine. */
export interface Mailbox {
  /** The value for SMTP_URL. */
  url: string;
  /** The mails that it received completely, including those after which it dropped the connection. */
  mails: Mail[];
  /** The number of mails that were begun. */
  tries: number;
  /** The largest number of concurrent connections so far. */
  most: number;
  /** The response to a recipient and to a mail; both are accepted by default. */
  recipient: (address: string) => { code: number; text: string } | null;
  answer: (mail: Mail) => Answer | Promise<Answer>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const refusal = ({ code, text }: { code: number; text: string }) =>
  Object.assign(new Error(text), { responseCode: code });

/**
 * @param port the port of an SMTP server that was closed, to restart it at the same address.
 * @param options.most the maximum number of concurrent connections.
 * @param options.tls whether it offers encryption, with a self-signed certificate.
 */
export async function startMailbox(port = 0, { most = 100, tls = false } = {}): Promise<Mailbox> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: tls ? ['AUTH'] : ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    maxClients: most,
    ...(tls && CERTIFICATE),
    onConnect(_session, done) {
      mailbox.most = Math.max(mailbox.most, server.connections.size);
      done();
    },
    onRcptTo({ address }, _session, done) {
      mailbox.tries++;
      const refused = mailbox.recipient(address);
      done(refused ? refusal(refused) : null);
    },
    onData(stream, session, done) {
      void take().catch(done);
      async function take(): Promise<void> {
        const chunks: Buffer[] = [];
        for await (const chunk of stream) chunks.push(chunk as Buffer);
        const raw = Buffer.concat(chunks);
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        const mail: Mail = Object.assign(await simpleParser(raw), {
          recipients,
          raw,
          encrypted: session.secure,
        });
        const answer = await mailbox.answer(mail);
        if (typeof answer === 'object') return done(refusal(answer));
        mailbox.mails.push(mail);
        if (answer === 'accept') return done();
        for (const { _socket } of server.connections) _socket.destroy();
      }
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  const address = server.server.address() as { port: number };
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  const mailbox: Mailbox = {
    url: `smtp://127.0.0.1:${address.port}`,
    mails: [],
    tries: 0,
    most: 0,
    recipient: () => null,
    answer: () => 'accept',
    close,
    [Symbol.asyncDispose]: close,
  };
  return mailbox;
}
