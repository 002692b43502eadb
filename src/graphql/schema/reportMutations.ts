import { isBound } from '../../auth/viewer.ts';
import type { Website } from '../../generated/prisma/client.ts';
import { type MadeReport, makeReport, sendNow } from '../../reports/sendNow.ts';
import { subscription, unsubscribe } from '../../reports/unsubscribe.ts';
import { builder } from './builder.ts';
import { websiteId } from './ids.ts';
import { outcome, withUserErrors } from './userErrors.ts';

const SentReportRef = builder.objectRef<MadeReport>('SentReport').implement({
  description: 'A report that was sent because somebody asked for it.',
  fields: (t) => ({
    period: t.exposeString('period', {
      description: 'A week such as `2026-W47`, or a month such as `2026-11`.',
    }),
    to: t.string({
      nullable: true,
      description: 'The address that it was sent to; null for an API key that is restricted to one website.',
      resolve: ({ to }, _args, { viewer }) => (isBound(viewer) ? null : to),
    }),
  }),
});

const SubscriptionRef = builder.objectRef<Pick<Website, 'domain' | 'email'>>('ReportSubscription').implement({
  description: 'Whether somebody gets the email reports of a website, for who has the link of one.',
  fields: (t) => ({
    domain: t.exposeString('domain', { description: 'The website’s domain.' }),
    active: t.exposeBoolean('email', { description: 'Whether reports are sent.' }),
  }),
});

const SendInput = builder.inputType('SendReportInput', {
  description: 'A report to send now.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Which website’s.' }),
    period: t.string({
      description:
        'A week such as `2026-W46`, or a month such as `2026-10`; the last one that is over by default.',
    }),
  }),
});

const UnsubscribeInput = builder.inputType('UnsubscribeFromReportsInput', {
  description: 'Which reports to switch off.',
  fields: (t) => ({
    token: t.string({ required: true, description: 'What the link in the mail carries.' }),
  }),
});

builder.queryFields((t) => ({
  sendsReports: t.boolean({
    description: 'Whether this server sends email reports: its operator has to tell it a mail server.',
    resolve: (_root, _args, { config }) => config.smtpUrl !== undefined,
  }),
  reportSubscription: t.field({
    type: SubscriptionRef,
    description: 'What the link at the end of an email report switches off.',
    args: { token: t.arg.string({ required: true, description: 'What the link carries.' }) },
    resolve: (_root, { token }, context) => subscription(token, context),
  }),
}));

builder.mutationFields((t) => ({
  sendReport: t.field({
    cost: 2000,
    type: SentReportRef,
    description:
      'Sends a report of a website to its account’s address at once, beside those that are sent by the clock. At most ten in a quarter of an hour.',
    errors: outcome('SendReport', 'The mail server took it.', {
      name: 'sent',
      description: 'What was sent.',
    }),
    args: { input: t.arg({ type: SendInput, required: true, description: 'Which.' }) },
    resolve: (_root, { input: { id, period } }, context) =>
      withUserErrors(async () => {
        const website = await context.loaders.website.load(websiteId(id));
        const made = await makeReport(website, { period }, context);
        await context.attempts.spend(`report ${website?.id}`);
        await sendNow(made, context);
        return made;
      }),
  }),
  unsubscribeFromReports: t.field({
    cost: 500,
    type: SubscriptionRef,
    description:
      'Switches off the email reports of one website, by the link of one of them; takes no log in.',
    errors: outcome('UnsubscribeFromReports', 'No more are sent.', {
      name: 'subscription',
      description: 'What it is now.',
    }),
    args: { input: t.arg({ type: UnsubscribeInput, required: true, description: 'Which.' }) },
    resolve: (_root, { input: { token } }, context) => withUserErrors(() => unsubscribe(token, context)),
  }),
}));
