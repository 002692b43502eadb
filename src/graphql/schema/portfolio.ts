import {
  type Portfolio,
  portfolioBefore,
  readPortfolio,
  readPortfolioMetric,
} from '../../stats/portfolio.ts';
import { comparedDaysOf, daysOf } from '../cost/period.ts';
import { AccountRef } from './account.ts';
import { builder } from './builder.ts';
import { metricFields } from './metrics.ts';
import { elapsedArgs, periodArgs } from './period.ts';

/** Points of a metric over all websites, which reads the rollup of each. */
const METRIC = 2_000;
/** Points of a period with a filter: all its metrics are one question about each website. */
const FILTERED = 20_000;

const periodCost = (filtered: boolean) => (filtered ? FILTERED : 100);

const PortfolioRef = builder.objectRef<Portfolio>('Portfolio');

PortfolioRef.implement({
  description:
    'A period of all websites of the account. The same person on two websites is two visitors, because ' +
    'Footfall cannot recognize visitors across websites.',
  fields: (t) => ({
    websites: t.int({
      description: 'Number of websites whose numbers are summed.',
      resolve: ({ periods }) => periods.length,
    }),
    previous: t.field({
      type: PortfolioRef,
      nullable: true,
      description: 'The periods for comparison, as `Period.previous`; null if there are none.',
      cost: ({ elapsed }, scope) => {
        const filtered = scope.filtered || Boolean(elapsed);
        return { points: periodCost(filtered), below: { days: scope.comparedDays } };
      },
      args: elapsedArgs(t),
      resolve: (portfolio, { elapsed }, context) => portfolioBefore(portfolio, elapsed ?? false, context),
    }),
    ...metricFields<Portfolio>(t, readPortfolioMetric, () => (_args, { filtered }) => ({
      points: filtered ? 1 : METRIC,
    })),
  }),
});

builder.objectField(AccountRef, 'period', (t) =>
  t.field({
    type: PortfolioRef,
    description:
      'Totals over all websites of the account, at most 1,000, that the API key has access to. ' +
      'A named period is that of each website’s time zone.',
    cost: (args, scope) => {
      const filtered = scope.filtered || Boolean(args.filter);
      return {
        points: periodCost(filtered),
        below: { days: daysOf(args), comparedDays: comparedDaysOf(args), filtered },
      };
    },
    args: periodArgs(t),
    resolve: (_account, args, context) => readPortfolio(args, context),
  }),
);
