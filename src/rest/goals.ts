import type { Goal } from '../generated/prisma/client.ts';
import { type FunnelResult, readOwnFunnel } from '../stats/behaviour/funnels.ts';
import { readOwnGoals } from '../stats/behaviour/goals.ts';
import { createGoal, deleteGoal, updateGoal } from '../websites/goals/changes.ts';
import { goalToChange, ownGoal, websiteForGoals } from '../websites/goals/read.ts';
import { restFilter } from '../websites/segments/storedFilter.ts';
import { deletionBody, oneOf, rowsOf } from './openapi/schemas.ts';
import type { RestRoute } from './route.ts';

const tag = 'Goals';
const read = { tag, scope: 'stats:read', status: 200, errors: ['NotFound', 'Invalid'] } as const;
const change = { tag, scope: 'websites:write', further: ' and the scope `stats:read`' } as const;

/** Pages that a step lists. */
const MAX_LEFT_TO = 10;

const goalRecord = ({ id, name, filter, createdAt, updatedAt }: Goal) => ({
  id,
  name,
  filter: restFilter(filter),
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
});

const funnelRecord = ({ visitors, conversionRate, steps }: FunnelResult) => ({
  visitors,
  conversion_rate: conversionRate,
  steps: steps.map((step) => ({
    name: step.name,
    visitors: step.visitors,
    dropped: step.dropped,
    rate_from_previous: step.rateFromPrevious,
    rate_from_first: step.rateFromFirst,
    median_seconds: step.medianSeconds,
    left_to: step.leftTo.slice(0, MAX_LEFT_TO).map(({ path, visitors: left }) => ({
      value: path,
      visitors: left,
    })),
  })),
});

const FIELDS = ['name', 'filter'];
const EXAMPLE = { name: 'Signup', filter: { event: { in: ['Signup'] } } };

/** The routes of goals and funnels, by the id of their website. */
export const GOAL_ROUTES: readonly RestRoute[] = [
  {
    ...read,
    path: '/goals/{id}',
    operations: { get: 'showGoals' },
    summary: 'Read conversions of goals',
    description:
      'Returns how often each goal of a website was met in a range of days, ordered by name. A website has ' +
      'at most 100 goals, so there are no pages.',
    query: ['From', 'To', 'Filter'],
    answers: 'The goals with their numbers.',
    schema: rowsOf('The goals of a website.', 'GoalRow'),
    async run({ id, query, context }) {
      const results = await readOwnGoals(id, query, context);
      return {
        data: results.map(({ goal, conversions, visitors, conversionRate, revenue }) => ({
          id: goal?.id,
          name: goal?.name,
          conversions,
          visitors,
          conversion_rate: conversionRate,
          revenue,
        })),
      };
    },
  },
  {
    ...change,
    path: '/goals/{id}',
    operations: { post: 'createGoal' },
    summary: 'Create a goal',
    description:
      'Saves a condition on hits of a website under a name. It applies to all days, also those before.',
    body: { fields: FIELDS, schema: 'GoalInput', required: true, example: EXAMPLE },
    status: 201,
    answers: 'The goal.',
    schema: oneOf('One goal.', 'GoalRecord'),
    errors: ['NotFound', 'PayloadTooLarge', 'UnsupportedMediaType', 'Invalid'],
    async run({ id, body, context }) {
      const website = await websiteForGoals(id, context);
      return { data: goalRecord(await createGoal({ ...body, website_id: website.id }, context, 'rest')) };
    },
  },
  {
    ...read,
    path: '/goals/{id}/{goal}',
    operations: { get: 'showGoal' },
    summary: 'Show a goal',
    description: 'Returns one goal with its condition.',
    answers: 'The goal.',
    schema: oneOf('One goal.', 'GoalRecord'),
    errors: ['NotFound'],
    run: async ({ id, goal, context }) => ({ data: goalRecord(await ownGoal(id, goal, context)) }),
  },
  {
    ...change,
    path: '/goals/{id}/{goal}',
    operations: { patch: 'updateGoal' },
    summary: 'Update a goal',
    description:
      'Changes the fields that are sent; the others stay unchanged. A new filter applies to all days.',
    body: { fields: FIELDS, schema: 'GoalChanges', required: false, example: EXAMPLE },
    status: 200,
    answers: 'The updated goal.',
    schema: oneOf('One goal.', 'GoalRecord'),
    errors: ['NotFound', 'PayloadTooLarge', 'UnsupportedMediaType', 'Invalid'],
    async run({ id, goal: asked, body, context }) {
      const goal = await goalToChange(id, asked, context);
      return { data: goalRecord(await updateGoal(goal.id, body, context, 'rest')) };
    },
  },
  {
    ...change,
    path: '/goals/{id}/{goal}',
    operations: { delete: 'deleteGoal' },
    summary: 'Delete a goal',
    description: 'Deletes a goal. One that a segment or a funnel uses cannot be deleted.',
    status: 200,
    answers: 'The goal was deleted.',
    schema: deletionBody('goal'),
    errors: ['NotFound', 'Invalid'],
    async run({ id: website, goal: asked, context }) {
      const { id } = await deleteGoal((await goalToChange(website, asked, context)).id, context);
      return { id, object: 'goal', deleted: true };
    },
  },
  {
    ...read,
    path: '/funnel/{id}',
    operations: { get: 'showFunnel' },
    summary: 'Read a funnel',
    description:
      'Returns how many visitors of a website did several things one after another in a range of days: the ' +
      'steps that are sent, or a saved funnel.',
    query: ['From', 'To', 'Steps', 'FunnelScope', 'Strict', 'Within', 'FunnelId', 'Filter'],
    answers: 'The funnel.',
    schema: oneOf('A funnel.', 'Funnel'),
    run: async ({ id, query, context }) => ({ data: funnelRecord(await readOwnFunnel(id, query, context)) }),
  },
];
