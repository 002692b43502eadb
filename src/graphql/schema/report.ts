import type { ReportState as State } from '../../reports/states.ts';
import { builder } from './builder.ts';
import { ReportState } from './enums.ts';

export const ReportRef = builder.prismaObject('Report', {
  description: 'The email report of a website and a period: there is at most one of each.',
  fields: (t) => ({
    period: t.exposeString('period', {
      description: 'A week such as `2026-W47`, or a month such as `2026-11`.',
    }),
    state: t.field({
      type: ReportState,
      description: 'What became of it.',
      resolve: ({ state }) => state as State,
    }),
    attempts: t.exposeInt('attempts', { description: 'How often it was tried to be sent.' }),
    error: t.exposeString('error', {
      nullable: true,
      description: 'What went wrong last, in the mail server’s words; null where nothing did.',
    }),
    nextAttemptAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it is tried, while it waits for that; null otherwise.',
      // Of one that is claimed it is the end of the claim.
      resolve: ({ state, claim, nextAt }) => (state === 'waiting' && claim === null ? nextAt : null),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was due.' }),
    sentAt: t.expose('sentAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the mail server took it; null where it did not.',
    }),
  }),
});
