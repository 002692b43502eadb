import { MAX_GOALS } from '../../websites/entities.ts';
import { createGoal, deleteGoal, updateGoal } from '../../websites/goals/changes.ts';
import { builder } from './builder.ts';
import { FilterInput } from './filter.ts';
import { GoalRef } from './goal.ts';
import { goalId, websiteId } from './ids.ts';
import { outcome, withUserErrors } from './userErrors.ts';

const CONDITION =
  'The condition: on `event`, `page`, `host` and `property`, with `and`, `or` and `not`; at most 16,384 ' +
  'characters long as JSON.';

const CreateInput = builder.inputType('CreateGoalInput', {
  description: `A goal to save. A website has at most ${MAX_GOALS} goals.`,
  fields: (t) => ({
    websiteId: t.id({ required: true, description: 'Id of the website.' }),
    name: t.string({
      required: true,
      description: 'Name of the goal: 1 to 100 characters, unique for the website regardless of case.',
    }),
    filter: t.field({ type: FilterInput, required: true, description: CONDITION }),
  }),
});

const UpdateInput = builder.inputType('UpdateGoalInput', {
  description: 'Changes of a goal. Omitted fields stay unchanged.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Id of the goal to change.' }),
    name: t.string({ description: 'New name, under the rules of `createGoal`.' }),
    filter: t.field({
      type: FilterInput,
      description: `New condition, which replaces the old one, for all days. ${CONDITION}`,
    }),
  }),
});

const DeleteInput = builder.inputType('DeleteGoalInput', {
  description: 'A goal to delete.',
  fields: (t) => ({ id: t.id({ required: true, description: 'Id of the goal to delete.' }) }),
});

const goal = { name: 'goal', description: 'The goal that was created, changed or deleted.' };
const RIGHTS = 'Requires the scopes `WEBSITES_WRITE` and `STATS_READ`.';

builder.mutationFields((t) => ({
  createGoal: t.field({
    cost: 500,
    type: GoalRef,
    description: `Saves a condition on hits of a website under a name. ${RIGHTS}`,
    errors: outcome('CreateGoal', 'The goal was created.', goal),
    args: { input: t.arg({ type: CreateInput, required: true, description: 'The goal to create.' }) },
    resolve: (_root, { input: { websiteId: id, name, filter } }, context) =>
      withUserErrors(() => createGoal({ website_id: websiteId(id), name, filter }, context)),
  }),
  updateGoal: t.field({
    cost: 500,
    type: GoalRef,
    description: `Changes the name or the condition of a goal. ${RIGHTS}`,
    errors: outcome('UpdateGoal', 'The goal was changed.', goal),
    args: {
      input: t.arg({ type: UpdateInput, required: true, description: 'The goal and its new values.' }),
    },
    resolve: (_root, { input: { id, ...changes } }, context) =>
      withUserErrors(() => updateGoal(goalId(id), changes, context)),
  }),
  deleteGoal: t.field({
    cost: 500,
    type: GoalRef,
    description: `Deletes a goal. One that a segment or a funnel uses cannot be deleted. ${RIGHTS}`,
    errors: outcome('DeleteGoal', 'The goal was deleted; the field `goal` contains its last state.', goal),
    args: { input: t.arg({ type: DeleteInput, required: true, description: 'The goal to delete.' }) },
    resolve: (_root, { input: { id } }, context) => withUserErrors(() => deleteGoal(goalId(id), context)),
  }),
}));
