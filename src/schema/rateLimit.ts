import type { SpentCost } from '../context.ts';
import { builder } from './builder.ts';

const RateLimitRef = builder.objectRef<SpentCost>('RateLimit').implement({
  description:
    'What operations cost, in points. Each viewer (an API key, a session, or else an address; IPv6 by its /64) has a budget of points a minute, beside its number of requests.',
  fields: (t) => ({
    cost: t.expose('requested', { type: 'BigInt', description: 'Points that this operation costs.' }),
    operationLimit: t.expose('operationLimit', {
      type: 'BigInt',
      description: 'Most points that one operation of this viewer may cost.',
    }),
    limit: t.expose('limit', {
      type: 'BigInt',
      nullable: true,
      description: 'Points a minute; null where the operator has switched the limit off.',
    }),
    remaining: t.expose('remaining', {
      type: 'BigInt',
      nullable: true,
      description: 'Points that are left after this operation; null without a limit.',
    }),
    resetAt: t.expose('resetAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When all points are available again; null without a limit.',
    }),
  }),
});

builder.queryField('rateLimit', (t) =>
  t.field({
    type: RateLimitRef,
    description:
      'The cost of this operation and what is left of the viewer’s budget, as in `extensions.cost`.',
    resolve: (_root, _args, { spent }) => {
      if (!spent) throw new Error('An operation runs before its cost is known');
      return spent;
    },
  }),
);
