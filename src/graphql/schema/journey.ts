import { JOURNEY_DEFAULTS, JOURNEY_LIMITS } from '../../engine/question/behaviour.ts';
import type { JourneyNode } from '../../engine/question/types.ts';
import { readJourneys } from '../../stats/behaviour/journeys.ts';
import { journeysCost } from '../cost/behaviour.ts';
import { DimensionValue } from './breakdown.ts';
import { builder } from './builder.ts';
import { FilterInput } from './filter.ts';
import { PeriodRef } from './period.ts';

const JourneyNodeRef = builder.objectRef<JourneyNode>('JourneyNode');

JourneyNodeRef.implement({
  description: 'The visits that took the same steps up to this one.',
  fields: (t) => ({
    values: t.field({
      type: [DimensionValue],
      description:
        'The step: the path of a page, or the name of an event. `(other)` sums the steps beyond the ' +
        'largest ones, `(end)` the visits that stop here.',
      cost: { times: 1 },
      resolve: ({ dimension, value }) => [{ dimension: dimension ?? ('page' as const), value }],
    }),
    visits: t.expose('visits', { type: 'BigInt', description: 'Visits that took this step.' }),
    children: t.field({
      type: [JourneyNodeRef],
      description:
        'The steps that follow, or precede with `end`, the largest first. With `(other)` and `(end)` they ' +
        'add up to `visits`. Empty on the last level, and for `(end)`.',
      cost: (_args, { rows }) => ({ times: rows }),
      resolve: ({ children }) => children,
    }),
  }),
});

const { steps: mostSteps, first: mostNodes } = JOURNEY_LIMITS;

const nodesAsked = (first: number | null | undefined) =>
  Math.min(Math.max(first ?? JOURNEY_DEFAULTS.first, 1), mostNodes);

builder.objectField(PeriodRef, 'journeys', (t) =>
  t.field({
    type: [JourneyNodeRef],
    description:
      'The steps of visits of the period, as a tree: from their first hit that meets `start` on, or back ' +
      'from their last hit that meets `end`. The steps are paths of pageviews and names of events; equal ' +
      'ones that follow each other are one.',
    args: {
      start: t.arg({
        type: FilterInput,
        description:
          'Condition on the first step. Either this or `end` is required, with conditions on hits only.',
      }),
      end: t.arg({ type: FilterInput, description: 'Condition on the last step, from which steps go back.' }),
      steps: t.arg.int({
        defaultValue: JOURNEY_DEFAULTS.steps,
        description: `Number of levels with that of the first step, 1 to ${mostSteps}.`,
      }),
      first: t.arg.int({
        defaultValue: JOURNEY_DEFAULTS.first,
        description: `Nodes below one node, 1 to ${mostNodes}, besides \`(other)\` and \`(end)\`.`,
      }),
    },
    cost: ({ start, end, first }, scope) => journeysCost(start ?? end, nodesAsked(first), scope),
    resolve: (period, args, context) => readJourneys(period, args, 'graphql', context),
  }),
);
