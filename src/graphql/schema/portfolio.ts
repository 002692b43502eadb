import {
  type Portfolio,
  portfolioBefore,
  readPortfolio,
  readPortfolioMetric,
  websitesOf,
} from '../../stats/portfolio.ts';
import { testsOf } from '../cost/analysis.ts';
import { comparedDaysOf, daysOf } from '../cost/period.ts';
import { totalsOfWebsite } from '../cost/stat.ts';
import { AccountRef } from './account.ts';
import { builder } from './builder.ts';
import { metricFields } from './metrics.ts';
import { elapsedArgs, periodArgs } from './period.ts';

/** Points of a period of all websites, besides those for each website. */
const PERIOD = 100;
/** Points of a question about the hits of a website: that of a filter, or of a part of a day. */
const QUESTION = 20;

/** The cost of a period: its metrics are read from totals of days, or from the hits, all of them at once. */
const periodCost = (days: number | null, asksHits: boolean, filter: unknown) => ({
  points: PERIOD,
  perWebsite: totalsOfWebsite(days) + (asksHits ? QUESTION + testsOf(filter) : 0),
});

const PortfolioRef = builder.objectRef<Portfolio>('Portfolio');

PortfolioRef.implement({
  description:
    'A period of all websites of the team. The same person on two websites is two visitors, because ' +
    'Footfall cannot recognize visitors across websites.',
  fields: (t) => ({
    websites: t.int({
      description: 'Number of websites whose numbers are summed.',
      resolve: websitesOf,
    }),
    previous: t.field({
      type: PortfolioRef,
      nullable: true,
      description: 'The periods for comparison, as `Period.previous`; null if there are none.',
      cost: ({ elapsed }, scope) => {
        const asksHits = scope.filtered || Boolean(elapsed);
        return {
          ...periodCost(scope.comparedDays, asksHits, scope.filter),
          below: { days: scope.comparedDays },
        };
      },
      args: elapsedArgs(t),
      resolve: (portfolio, { elapsed }, context) => portfolioBefore(portfolio, elapsed ?? false, context),
    }),
    ...metricFields<Portfolio>(t, readPortfolioMetric, () => 1),
  }),
});

builder.objectField(AccountRef, 'period', (t) =>
  t.field({
    type: PortfolioRef,
    description:
      'Totals over all websites of the team, at most 1,000, that the API key has access to. ' +
      'A named period is that of each website’s time zone.',
    cost: (args, scope) => {
      const filtered = scope.filtered || Boolean(args.filter);
      return {
        ...periodCost(daysOf(args), filtered, args.filter),
        below: { days: daysOf(args), comparedDays: comparedDaysOf(args), filtered, filter: args.filter },
      };
    },
    args: periodArgs(t),
    resolve: (_account, args, context) => readPortfolio(args, context),
  }),
);
