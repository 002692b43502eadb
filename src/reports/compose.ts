import MailComposer from 'nodemailer/lib/mail-composer';
import type { AuthDeps } from '../auth/context.ts';
import type { Message } from './mailServer.ts';

/** The content of a mail. */
interface Content {
  /** An email address. */
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
}

/** Composes a mail (RFC 5322) from MAIL_FROM, with a text and an HTML part. */
export async function composeMail(
  { headers, ...content }: Content,
  { config, now, random }: Pick<AuthDeps, 'config' | 'now' | 'random'>,
): Promise<Message> {
  const from = config.mailFrom ?? `Footfall <footfall@${new URL(config.baseUrl).hostname}>`;
  const host = /@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  const messageId = `<${Buffer.from(random(16)).toString('hex')}@${host}>`;
  const mail = new MailComposer({
    ...content,
    from,
    messageId,
    date: new Date(now()),
    headers: { ...headers, 'Auto-Submitted': 'auto-generated' },
  }).compile();
  const envelope = mail.getEnvelope();
  return { messageId, from: envelope.from || '', to: envelope.to, raw: await mail.build() };
}
