import type { JourneyNode } from '../engine/question/types.ts';
import { readOwnJourneys } from '../stats/behaviour/journeys.ts';
import { readOwnRevenue } from '../stats/behaviour/revenue.ts';
import { rowsOf } from './openapi/schemas.ts';
import type { RestRoute } from './route.ts';

const read = { tag: 'Goals', scope: 'stats:read', status: 200, errors: ['NotFound', 'Invalid'] } as const;

const nodeRecord = ({ dimension, value, visits, children }: JourneyNode): Record<string, unknown> => ({
  dimension,
  value,
  visits,
  children: children.map(nodeRecord),
});

/** The routes of journeys and of revenue, by the id of their website. */
export const JOURNEY_ROUTES: readonly RestRoute[] = [
  {
    ...read,
    path: '/journeys/{id}',
    operations: { get: 'showJourneys' },
    summary: 'Read journeys',
    description:
      'Returns the steps of the visits of a website in a range of days, as a tree: from their first hit ' +
      'that meets `start` on, or back from their last hit that meets `end`.',
    query: ['From', 'To', 'JourneyStart', 'JourneyEnd', 'JourneySteps', 'JourneyFirst', 'Filter'],
    answers: 'The first steps, and below each the steps that follow or precede it.',
    schema: rowsOf('The first steps of journeys, the largest first.', 'JourneyNode'),
    async run({ id, query, context }) {
      return { data: (await readOwnJourneys(id, query, context)).map(nodeRecord) };
    },
  },
  {
    ...read,
    path: '/revenue/{id}',
    operations: { get: 'showRevenue' },
    summary: 'Read the revenue',
    description:
      'Returns the revenue of a website in a range of days by currency, in the order of the codes. The ' +
      'sums are exact. `GET /breakdown/{id}` has the revenue of its rows with `revenue=1`.',
    query: ['From', 'To', 'Filter'],
    answers: 'The revenue by currency.',
    schema: rowsOf('The revenue by currency.', 'Money'),
    run: async ({ id, query, context }) => ({ data: await readOwnRevenue(id, query, context) }),
  },
];
