import { isBound } from '../../auth/viewer.ts';
import type { Website } from '../../generated/prisma/client.ts';
import { type MadeReport, sendReport } from '../../reports/sendNow.ts';
import { subscription, unsubscribe } from '../../reports/unsubscribe.ts';
import { builder } from './builder.ts';
import { websiteId } from './ids.ts';
import { outcome, withUserErrors } from './userErrors.ts';

const SentReportRef = builder.objectRef<MadeReport>('SentReport').implement({
  description: 'A report that was sent on request.',
  fields: (t) => ({
    period: t.exposeString('period', {
      description: 'Period of the report: a week such as `2026-W47`, or a month such as `2026-11`.',
    }),
    to: t.string({
      nullable: true,
      description: 'Email address of the recipient; null for an API key that is restricted to one website.',
      resolve: ({ to }, _args, { viewer }) => (isBound(viewer) ? null : to),
    }),
  }),
});

const SubscriptionRef = builder.objectRef<Pick<Website, 'domain' | 'email'>>('ReportSubscription').implement({
  description:
    'Subscription to the email reports of a website. Everyone with the link from a report can read it.',
  fields: (t) => ({
    domain: t.exposeString('domain', { description: 'Domain of the website.' }),
    active: t.exposeBoolean('email', { description: 'Whether email reports are sent.' }),
  }),
});

const SendInput = builder.inputType('SendReportInput', {
  description: 'A report to send now.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Id of the website of the report.' }),
    period: t.string({
      description:
        'Period of the report: a week such as `2026-W46`, or a month such as `2026-10`. ' +
        'The default is the last period that has ended.',
    }),
  }),
});

const UnsubscribeInput = builder.inputType('UnsubscribeFromReportsInput', {
  description: 'The email reports to switch off.',
  fields: (t) => ({
    token: t.string({ required: true, description: 'Token from the link in the email report.' }),
  }),
});

builder.queryFields((t) => ({
  sendsReports: t.boolean({
    description:
      'Whether this server sends mail: email reports, and links for forgotten passwords and new email ' +
      'addresses. Its operator must configure a mail server for it.',
    resolve: (_root, _args, { config }) => config.smtpUrl !== undefined,
  }),
  reportSubscription: t.field({
    type: SubscriptionRef,
    description: 'The subscription that the link at the end of an email report switches off.',
    args: {
      token: t.arg.string({ required: true, description: 'Token from the link in the email report.' }),
    },
    resolve: (_root, { token }, context) => subscription(token, context),
  }),
}));

builder.mutationFields((t) => ({
  sendReport: t.field({
    cost: 2000,
    type: SentReportRef,
    description:
      'Sends a report of a website to the first owner of its team immediately, in addition to the ' +
      'scheduled reports. ' +
      'At most ten reports can be sent within a quarter of an hour.',
    errors: outcome('SendReport', 'The mail server accepted the report.', {
      name: 'sent',
      description: 'The report that was sent.',
    }),
    args: { input: t.arg({ type: SendInput, required: true, description: 'The report to send.' }) },
    resolve: (_root, { input: { id, period } }, context) =>
      withUserErrors(async () => {
        const website = await context.loaders.website.load(websiteId(id));
        return sendReport(website, { period }, context);
      }),
  }),
  unsubscribeFromReports: t.field({
    cost: 500,
    type: SubscriptionRef,
    description:
      'Switches off the email reports of one website, with the link from one of them. ' +
      'No session is required.',
    errors: outcome('UnsubscribeFromReports', 'No more email reports are sent.', {
      name: 'subscription',
      description: 'The subscription after the change.',
    }),
    args: {
      input: t.arg({
        type: UnsubscribeInput,
        required: true,
        description: 'The email reports to switch off.',
      }),
    },
    resolve: (_root, { input: { token } }, context) =>
      withUserErrors(() => unsubscribe(token, context), 'token'),
  }),
}));
