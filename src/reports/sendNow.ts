import { operator } from '../auth/keys.ts';
import { authorize, requireScope } from '../auth/permissions.ts';
import { AppError, invalid } from '../errors.ts';
import type { Website } from '../generated/prisma/client.ts';
import { todayOf } from '../stats/periods.ts';
import type { EmailEvery } from '../websites/settings.ts';
import { collectReport } from './collect.ts';
import type { ReportContext } from './context.ts';
import { connectMailServer, MailServerAway, type Message } from './mailServer.ts';
import { composeReport } from './message.ts';
import { FIRST_OWNER, recipientOf } from './recipient.ts';
import { lastPeriod, type ReportPeriod, reportPeriod } from './schedule.ts';

/** A report that was composed on request, as a mail. */
export interface MadeReport {
  /** The name of the period, `2026-W47` or `2026-10`. */
  period: string;
  to: string;
  message: Message;
}

interface Options {
  /** The name of the period; by default the last one that has ended. */
  period?: string | null | undefined;
  /** The recipient's address; by default that of the account. */
  to?: string | undefined;
}

/**
 * Composes the report of a website that belongs to the viewer's account.
 * @throws AppError `invalid` if `period` is not a period, or has not ended; `not_found` or `forbidden` if
 *   the viewer may not manage the website.
 */
export async function makeReport(
  website: Website | null,
  options: Options,
  context: ReportContext,
): Promise<MadeReport> {
  return compose(requestOf(website, options, context), context);
}

/**
 * Composes the report of a website, and sends it to the account immediately. Each website has a limit, which
 * is checked before the statistics are read.
 * @throws AppError as {@link makeReport} and {@link sendNow}; `too_many_requests` above the limit.
 */
export async function sendReport(
  website: Website | null,
  options: Pick<Options, 'period'>,
  context: ReportContext,
): Promise<MadeReport> {
  const request = requestOf(website, options, context);
  await context.attempts.spend(`report ${request.website.id}`);
  const made = await compose(request, context);
  await sendNow(made, context);
  return made;
}

/** A request for a report, after all checks. */
interface ReportRequest {
  website: Website;
  period: ReportPeriod;
  to: string | undefined;
}

function requestOf(
  website: Website | null,
  { period: name, to }: Options,
  context: ReportContext,
): ReportRequest {
  const owned = authorize(requireScope(context.viewer, 'websites:write'), 'change', website);
  const today = todayOf(owned, context.now());
  const period = name ? reportPeriod(name) : lastPeriod(owned.emailEvery as EmailEvery, today);
  if (!period || period.to >= today)
    throw invalid({ period: ['Must be a week or a month that has ended, for example 2026-W46 or 2026-10.'] });
  return { website: owned, period, to };
}

async function compose({ website, period, to }: ReportRequest, context: ReportContext): Promise<MadeReport> {
  const { teamId } = website;
  const include = { members: FIRST_OWNER };
  const account = recipientOf(
    await context.db.read.team.findUniqueOrThrow({ where: { id: teamId }, include }),
  );
  const recipient = { to: to ?? account.email, language: account.language };
  const report = await collectReport(website, period, { ...context, viewer: operator(teamId) });
  const message = await composeReport(report, recipient, { ...context, signer: await context.signer() });
  return { period: period.name, to: recipient.to, message };
}

/**
 * Sends a report immediately. Scheduled reports are not affected.
 * @throws AppError `unavailable` if there is no mail server, or it did not accept the mail. The message
 *   includes the server's answer.
 */
export async function sendNow(
  { message }: MadeReport,
  { config }: Pick<ReportContext, 'config'>,
): Promise<void> {
  if (!config.smtpUrl)
    throw new AppError('unavailable', 'This server does not send mail: SMTP_URL and MAIL_FROM are not set.');
  const server = await connectMailServer(config.smtpUrl).catch((error) => {
    if (!(error instanceof MailServerAway)) throw error;
    throw new AppError('unavailable', `The mail server cannot be used: ${error.message}`);
  });
  const outcome = await server.send(message).finally(() => server.close());
  if (outcome.kind === 'unknown')
    throw new AppError('unavailable', `It is unknown whether the mail arrived: ${outcome.error}`);
  if (outcome.kind !== 'accepted')
    throw new AppError('unavailable', `The mail server rejected the report: ${outcome.error}`);
}
