import type { Signer } from '../auth/signer.ts';
import type { Website } from '../generated/prisma/client.ts';
import type { Report } from './collect.ts';
import { composeMail } from './compose.ts';
import type { ReportDeps } from './context.ts';
import type { Message } from './mailServer.ts';
import { reportText } from './text.ts';
import { unsubscribeToken } from './unsubscribe.ts';
import { type Links, subjectOf, wordsOf } from './words.ts';

type MessageDeps = Pick<ReportDeps, 'config' | 'now' | 'random'> & { signer: Signer };

/** The links in a website's report. */
function linksOf(website: Website, { from, to }: Report['period'], { config, signer }: MessageDeps): Links {
  const { baseUrl } = config;
  const days = new URLSearchParams({ from, to });
  const token = new URLSearchParams({ token: unsubscribeToken(website, signer) });
  return {
    statistics: `${baseUrl}/s/${website.trackingId}?${days}`,
    settings: `${baseUrl}/websites/${website.id}`,
    unsubscribe: `${baseUrl}/unsubscribe?${token}`,
  };
}

/** The recipient of a report. */
export interface Recipient {
  /** An email address. */
  to: string;
  /** The language of the mail, `Account.language`; null for English. */
  language: string | null;
}

/**
 * Composes a report as a mail (RFC 5322) with a text and an HTML part, and the headers for one-click
 * unsubscribe (RFC 8058).
 */
export async function composeReport(
  report: Report,
  { to, language }: Recipient,
  deps: MessageDeps,
): Promise<Message> {
  // React is loaded only when a report is composed, not at every start of a server.
  const { reportHtml } = await import('./html.tsx');
  const words = await wordsOf(language);
  const links = linksOf(report.website, report.period, deps);
  const mail = {
    to,
    subject: subjectOf(report, words),
    text: reportText(report, links, words),
    html: reportHtml(report, links, words),
    headers: {
      'List-Unsubscribe': `<${links.unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
  return composeMail(mail, deps);
}
