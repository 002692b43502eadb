import { FUNNEL_STEPS } from '../../engine/question/behaviour.ts';
import { MAX_FUNNELS } from '../../websites/entities.ts';
import { createFunnel, deleteFunnel, updateFunnel } from '../../websites/funnels/changes.ts';
import { builder } from './builder.ts';
import { FunnelScopeEnum, FunnelStepInput, SavedFunnelRef } from './funnel.ts';
import { funnelId, websiteId } from './ids.ts';
import { outcome, withUserErrors } from './userErrors.ts';

const { least, most } = FUNNEL_STEPS;
const STRICT = 'Whether no other hit of the scope may be between those of two steps';
const WITHIN = 'Maximum time from the first to the last step in seconds, at least 0';

const CreateInput = builder.inputType('CreateFunnelInput', {
  description: `A funnel to save. A website has at most ${MAX_FUNNELS} funnels.`,
  fields: (t) => ({
    websiteId: t.id({ required: true, description: 'Id of the website.' }),
    name: t.string({
      required: true,
      description: 'Name of the funnel: 1 to 100 characters, unique for the website regardless of case.',
    }),
    steps: t.field({ type: [FunnelStepInput], required: true, description: `${least} to ${most} steps.` }),
    scope: t.field({
      type: FunnelScopeEnum,
      description: 'The scope in which the hits of all steps must be; `VISITOR` by default.',
    }),
    strict: t.boolean({ description: `${STRICT}; false by default.` }),
    within: t.int({ description: `${WITHIN}; by default no limit.` }),
  }),
});

const UpdateInput = builder.inputType('UpdateFunnelInput', {
  description: 'Changes of a funnel. Omitted fields stay unchanged.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Id of the funnel to change.' }),
    name: t.string({ description: 'New name, under the rules of `createFunnel`.' }),
    steps: t.field({ type: [FunnelStepInput], description: 'New steps, which replace the old ones.' }),
    scope: t.field({
      type: FunnelScopeEnum,
      description: 'The scope in which the hits of all steps must be.',
    }),
    strict: t.boolean({ description: `${STRICT}.` }),
    within: t.int({ description: `${WITHIN}; null for no limit.` }),
  }),
});

const DeleteInput = builder.inputType('DeleteFunnelInput', {
  description: 'A funnel to delete.',
  fields: (t) => ({ id: t.id({ required: true, description: 'Id of the funnel to delete.' }) }),
});

const funnel = { name: 'funnel', description: 'The funnel that was created, changed or deleted.' };
const RIGHTS = 'Requires the scopes `WEBSITES_WRITE` and `STATS_READ`.';

builder.mutationFields((t) => ({
  createFunnel: t.field({
    cost: 500,
    type: SavedFunnelRef,
    description: `Saves a funnel of a website under a name. ${RIGHTS}`,
    errors: outcome('CreateFunnel', 'The funnel was created.', funnel),
    args: { input: t.arg({ type: CreateInput, required: true, description: 'The funnel to create.' }) },
    resolve: (_root, { input: { websiteId: id, ...args } }, context) =>
      withUserErrors(() => createFunnel({ website_id: websiteId(id), ...args }, context)),
  }),
  updateFunnel: t.field({
    cost: 500,
    type: SavedFunnelRef,
    description: `Changes a funnel. ${RIGHTS}`,
    errors: outcome('UpdateFunnel', 'The funnel was changed.', funnel),
    args: {
      input: t.arg({ type: UpdateInput, required: true, description: 'The funnel and its new values.' }),
    },
    resolve: (_root, { input: { id, ...changes } }, context) =>
      withUserErrors(() => updateFunnel(funnelId(id), changes, context)),
  }),
  deleteFunnel: t.field({
    cost: 500,
    type: SavedFunnelRef,
    description: `Deletes a funnel. ${RIGHTS}`,
    errors: outcome(
      'DeleteFunnel',
      'The funnel was deleted; the field `funnel` contains its last state.',
      funnel,
    ),
    args: { input: t.arg({ type: DeleteInput, required: true, description: 'The funnel to delete.' }) },
    resolve: (_root, { input: { id } }, context) => withUserErrors(() => deleteFunnel(funnelId(id), context)),
  }),
}));
