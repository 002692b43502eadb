import { can } from '../../auth/permissions.ts';
import { FUNNEL_STEPS } from '../../engine/question/behaviour.ts';
import type { FunnelScope } from '../../engine/question/types.ts';
import {
  type FunnelResult,
  type FunnelStepResult,
  listShownFunnels,
  readFunnel,
} from '../../stats/behaviour/funnels.ts';
import { MAX_FUNNELS } from '../../websites/entities.ts';
import { listFunnels } from '../../websites/funnels/read.ts';
import { funnelCost } from '../cost/behaviour.ts';
import { DimensionValue } from './breakdown.ts';
import { builder } from './builder.ts';
import { upperCase } from './enums.ts';
import { FilterInput } from './filter.ts';
import { funnelId, optionalId } from './ids.ts';
import { PeriodRef } from './period.ts';
import { WebsiteRef } from './website.ts';

const { least, most } = FUNNEL_STEPS;

export const FunnelScopeEnum = builder.enumType('FunnelScope', {
  description: 'The scope of a funnel, in which the hits of all steps must be.',
  values: upperCase<FunnelScope>({
    visit: 'All hits in one visit.',
    visitor: 'All hits in the local day of one visitor.',
  }),
});

export const FunnelStepInput = builder.inputType('FunnelStepInput', {
  description: 'A step of a funnel: a condition on hits, or a goal.',
  fields: (t) => ({
    name: t.string({ description: 'Name of the step, at most 100 characters; by default that of its goal.' }),
    filter: t.field({
      type: FilterInput,
      description:
        'The condition: on `event`, `page`, `host`, `property` and `goal`, with `and`, `or` and `not`. ' +
        'Either this or `goal` is required.',
    }),
    goal: t.id({ description: 'Id of a goal of the website that the step is.' }),
  }),
});

export const SavedFunnelRef = builder.prismaNode('Funnel', {
  name: 'SavedFunnel',
  description: 'A saved funnel of a website.',
  id: { field: 'id', description: 'Opaque global id, valid as an argument of `node` and `Period.funnel`.' },
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'Id of the funnel in the REST API.' }),
    name: t.exposeString('name', {
      description: 'Name of the funnel; unique for its website, regardless of case.',
    }),
    steps: t.string({
      nullable: true,
      description:
        'The steps as a JSON text. Parsed, it is a valid list of `FunnelStepInput`, as it was given to ' +
        '`createFunnel` or `updateFunnel`. Null unless the viewer is in the website’s team and may read ' +
        'its statistics.',
      resolve: async ({ websiteId, steps }, _args, { viewer, loaders }) => {
        const website = await loaders.website.load(websiteId);
        return website && can(viewer, 'readOwnStats', website) ? steps : null;
      },
    }),
    scope: t.field({
      type: FunnelScopeEnum,
      description: 'The scope in which the hits of all steps must be.',
      resolve: ({ scope }) => scope as FunnelScope,
    }),
    strict: t.exposeBoolean('strict', {
      description: 'Whether no other hit of the scope may be between those of two steps.',
    }),
    within: t.exposeInt('within', {
      nullable: true,
      description: 'Maximum time from the first to the last step in seconds; null for no limit.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time when the funnel was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'Time when the funnel was last changed.',
    }),
  }),
});

builder.objectField(WebsiteRef, 'funnels', (t) =>
  t.field({
    type: [SavedFunnelRef],
    nullable: true,
    authScopes: (website) => ({ segments: website }),
    unauthorizedResolver: () => null,
    cost: { points: 20, times: MAX_FUNNELS },
    description:
      'Saved funnels of the website, ordered by name. Null unless the viewer is in the website’s team and ' +
      'may read its statistics.',
    resolve: (website, _args, context) => listFunnels(website, context),
  }),
);

const funnelsAsked = (first: number | null | undefined) =>
  Math.min(Math.max(first ?? MAX_FUNNELS, 1), MAX_FUNNELS);

builder.objectField(WebsiteRef, 'shownFunnels', (t) =>
  t.field({
    type: [SavedFunnelRef],
    description:
      'Saved funnels of the website that the viewer may read with `Period.funnel`, ordered by name. Empty ' +
      'for viewers from whom small counts are hidden, and for shared links that do not show funnels.',
    args: {
      first: t.arg.int({
        description: `Maximum number of funnels, 1 to ${MAX_FUNNELS}, which is the default.`,
      }),
    },
    cost: ({ first }) => ({ points: 20, times: funnelsAsked(first) }),
    resolve: (website, { first }, context) => listShownFunnels(website, funnelsAsked(first), context),
  }),
);

/** Maximum number of pages that a step lists. */
const MAX_LEFT_TO = 100;
const pagesAsked = (first: number | null | undefined) => Math.min(Math.max(first ?? 10, 1), MAX_LEFT_TO);

const FunnelStepRef = builder.objectRef<FunnelStepResult>('FunnelStep').implement({
  description: 'A step of a funnel, and how many visitors reached it.',
  fields: (t) => ({
    name: t.exposeString('name', {
      nullable: true,
      description: 'Name of the step, or of its goal; null if neither has one.',
    }),
    visitors: t.expose('visitors', {
      type: 'BigInt',
      description: 'Distinct visitors of each local day who reached the step, summed over the days.',
    }),
    dropped: t.expose('dropped', {
      type: 'BigInt',
      description: 'Visitors who reached the step before, but not this one; 0 for the first step.',
    }),
    rateFromPrevious: t.exposeFloat('rateFromPrevious', {
      nullable: true,
      description:
        '`visitors` divided by those of the step before, 0 to 1; null for the first step, and without any.',
    }),
    rateFromFirst: t.exposeFloat('rateFromFirst', {
      nullable: true,
      description: '`visitors` divided by those of the first step, 0 to 1; null without any.',
    }),
    medianSeconds: t.exposeFloat('medianSeconds', {
      nullable: true,
      description:
        'Median over those who reached the step of the least possible time since the step before, in ' +
        'seconds; null for the first step, and without any.',
    }),
    leftTo: t.field({
      type: [DimensionValue],
      description:
        'The pages that visitors who reached this step, but not the next, saw next, with the most visitors ' +
        'first. Visitors who saw no further page are in none.',
      args: {
        first: t.arg.int({ description: `Maximum number of pages, 1 to ${MAX_LEFT_TO}; 10 by default.` }),
      },
      cost: ({ first }) => ({ times: pagesAsked(first) }),
      resolve: ({ leftTo }, { first }) =>
        leftTo
          .slice(0, pagesAsked(first))
          .map(({ path, visitors }) => ({ dimension: 'page' as const, value: path, visitors })),
    }),
  }),
});

const FunnelRef = builder.objectRef<FunnelResult>('Funnel').implement({
  description:
    'How many visitors reached the steps of a funnel. A visitor reaches a step if hits exist that meet ' +
    'each step up to it, in the order of their times; no hit serves two steps.',
  fields: (t) => ({
    funnel: t.field({
      type: SavedFunnelRef,
      nullable: true,
      description: 'The saved funnel; null for one that is not saved.',
      resolve: ({ funnel }) => funnel,
    }),
    steps: t.field({
      type: [FunnelStepRef],
      description: 'The steps in their order.',
      cost: (_args, { rows }) => ({ times: rows }),
      resolve: ({ steps }) => steps,
    }),
    visitors: t.expose('visitors', { type: 'BigInt', description: 'Visitors that the filter selects.' }),
    conversionRate: t.exposeFloat('conversionRate', {
      nullable: true,
      description: 'Visitors of the last step divided by `visitors`, 0 to 1; null without any.',
    }),
  }),
});

builder.objectField(PeriodRef, 'funnel', (t) =>
  t.field({
    type: FunnelRef,
    description:
      'How many visitors reached the steps of a funnel in the period. The filter of the period selects the ' +
      'visits whose visitors enter, or those with a hit that meets it.',
    args: {
      steps: t.arg({
        type: [FunnelStepInput],
        description: `${least} to ${most} steps. Either this or \`id\` is required.`,
      }),
      id: t.arg.id({ description: 'Id of a saved funnel, in place of the other arguments.' }),
      scope: t.arg({
        type: FunnelScopeEnum,
        defaultValue: 'visitor',
        description: 'The scope in which the hits of all steps must be.',
      }),
      strict: t.arg.boolean({
        defaultValue: false,
        description: 'Whether no other hit of the scope may be between those of two steps.',
      }),
      within: t.arg.int({
        description: 'Maximum time from the first to the last step in seconds, at least 0; by default none.',
      }),
    },
    cost: (args, scope) => funnelCost(args, scope, most),
    resolve: (period, { id, ...args }, context) =>
      readFunnel(period, { ...args, id: optionalId(id, funnelId) }, 'graphql', context),
  }),
);
