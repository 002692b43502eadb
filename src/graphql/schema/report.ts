import type { ReportState as State } from '../../reports/states.ts';
import { builder } from './builder.ts';
import { ReportState } from './enums.ts';

export const ReportRef = builder.prismaObject('Report', {
  description:
    'The email report of a website for one period. A website has at most one report for each period.',
  fields: (t) => ({
    period: t.exposeString('period', {
      description: 'Period of the report: a week such as `2026-W47`, or a month such as `2026-11`.',
    }),
    state: t.field({
      type: ReportState,
      description: 'State of the email report.',
      resolve: ({ state }) => state as State,
    }),
    attempts: t.exposeInt('attempts', { description: 'Number of attempts to send the report.' }),
    error: t.exposeString('error', {
      nullable: true,
      description: 'Message of the last error, usually from the mail server; null if there was none.',
    }),
    nextAttemptAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of the next attempt; null unless the report is waiting for it.',
      // For a claimed report, `nextAt` is the end of the claim.
      resolve: ({ state, claim, nextAt }) => (state === 'waiting' && claim === null ? nextAt : null),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time when the report was due.' }),
    sentAt: t.expose('sentAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time when the mail server accepted the report; null if it did not.',
    }),
  }),
});
