import type { JourneyNode } from '../engine/question/types.ts';
import { readOwnJourneys } from '../stats/behaviour/journeys.ts';
import { rowsOf } from './openapi/schemas.ts';
import type { RestRoute } from './route.ts';

const read = { tag: 'Goals', scope: 'stats:read', status: 200, errors: ['NotFound', 'Invalid'] } as const;

const nodeRecord = ({ dimension, value, visits, children }: JourneyNode): Record<string, unknown> => ({
  dimension,
  value,
  visits,
  children: children.map(nodeRecord),
});

/** The route of journeys, by the id of their website. */
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
];
