import type { Goal } from '../generated/prisma/client.ts';
import { ownWebsite } from '../stats/access.ts';
import { readOwnGoals } from '../stats/behaviour/goals.ts';
import { createGoal, deleteGoal, updateGoal } from '../websites/goals/changes.ts';
import { rowInPath, websiteToChange } from '../websites/ofWebsite.ts';
import { restFilter } from '../websites/segments/storedFilter.ts';
import { deletionBody, oneOf, rowsOf } from './openapi/schemas.ts';
import type { RestRoute } from './route.ts';

const tag = 'Goals';
const read = { tag, scope: 'stats:read', status: 200, errors: ['NotFound', 'Invalid'] } as const;
const change = { tag, scope: 'websites:write', further: ' and the scope `stats:read`' } as const;

const goalRecord = ({ id, name, filter, createdAt, updatedAt }: Goal) => ({
  id,
  name,
  filter: restFilter(filter),
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
});

const FIELDS = ['name', 'filter'];
const EXAMPLE = { name: 'Signup', filter: { event: { in: ['Signup'] } } };

/** The routes of goals, by the id of their website. */
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
      const { id: website_id } = await websiteToChange(id, context);
      return { data: goalRecord(await createGoal({ ...body, website_id }, context, 'rest')) };
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
    async run({ id, goal, context }) {
      const website = await ownWebsite(id, context);
      return { data: goalRecord(await rowInPath('Goal', website, goal, context)) };
    },
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
      const goal = await rowInPath('Goal', await websiteToChange(id, context), asked, context);
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
    async run({ id, goal: asked, context }) {
      const goal = await rowInPath('Goal', await websiteToChange(id, context), asked, context);
      await deleteGoal(goal.id, context);
      return { id: goal.id, object: 'goal', deleted: true };
    },
  },
];
