import type { SpentCost } from '../../request/context.ts';
import { builder } from './builder.ts';

const RateLimitRef = builder.objectRef<SpentCost>('RateLimit').implement({
  description:
    'The GraphQL rate limit, in points. ' +
    'A viewer is an API key, a session or, without either, an IP address (for IPv6, its /64 prefix). ' +
    'Each viewer has a budget of points per minute and a limit of requests per minute.',
  fields: (t) => ({
    cost: t.expose('requested', { type: 'BigInt', description: 'Cost of this operation, in points.' }),
    operationLimit: t.expose('operationLimit', {
      type: 'BigInt',
      description: 'Maximum cost of one operation of this viewer, in points.',
    }),
    limit: t.expose('limit', {
      type: 'BigInt',
      nullable: true,
      description: 'Budget of this viewer, in points per minute; null if the rate limit is switched off.',
    }),
    remaining: t.expose('remaining', {
      type: 'BigInt',
      nullable: true,
      description: 'Points left after this operation; null without a limit.',
    }),
    resetAt: t.expose('resetAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time when all points are available again; null without a limit.',
    }),
  }),
});

builder.queryField('rateLimit', (t) =>
  t.field({
    type: RateLimitRef,
    description: 'The cost of this operation and the viewer’s remaining budget, as in `extensions.cost`.',
    resolve: (_root, _args, { spent }) => {
      if (!spent) throw new Error('The cost of the operation is not known yet.');
      return spent;
    },
  }),
);
