import { can } from '../../auth/permissions.ts';
import { type GoalChoice, type GoalResult, readGoal, readGoals } from '../../stats/behaviour/goals.ts';
import type { Money } from '../../stats/behaviour/money.ts';
import { readRevenue } from '../../stats/behaviour/revenue.ts';
import { MAX_GOALS } from '../../websites/entities.ts';
import { listGoals } from '../../websites/goals/read.ts';
import { goalCost, goalsCost, revenueCost } from '../cost/behaviour.ts';
import type { ArgBuilder } from './args.ts';
import { BreakdownRow } from './breakdown.ts';
import { builder } from './builder.ts';
import { FilterInput } from './filter.ts';
import { goalId, optionalId } from './ids.ts';
import { PeriodRef, PointRef } from './period.ts';
import { WebsiteRef } from './website.ts';

export const GoalRef = builder.prismaNode('Goal', {
  description:
    'A named condition on hits of a website. It applies to all days, also those before it was saved.',
  id: { field: 'id', description: 'Opaque global id, valid as an argument of `node` and `Period.goal`.' },
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'Id of the goal in the REST API and on the command line.' }),
    name: t.exposeString('name', {
      description: 'Name of the goal; unique for its website, regardless of case.',
    }),
    filter: t.string({
      nullable: true,
      description:
        'The condition as a JSON text. Parsed, it is a valid `FilterInput`, as it was given to ' +
        '`createGoal` or `updateGoal`. Null unless the viewer is in the website’s team and may read its ' +
        'statistics.',
      resolve: async ({ websiteId, filter }, _args, { viewer, loaders }) => {
        const website = await loaders.website.load(websiteId);
        return website && can(viewer, 'readOwnStats', website) ? filter : null;
      },
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time when the goal was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'Time when the name or the condition was last changed.',
    }),
  }),
});

export const MoneyRef = builder.objectRef<Money>('Money').implement({
  description: 'An exact amount of money in one currency.',
  fields: (t) => ({
    currency: t.exposeString('currency', { description: 'ISO 4217 code of the currency, such as `EUR`.' }),
    amount: t.expose('amount', {
      type: 'Decimal',
      description: 'The amount as decimal text, such as `49.90`; negative if refunds exceed payments.',
    }),
  }),
});

const REVENUE = 'by currency, in the order of the codes; empty without any.';
const HIDDEN =
  'Empty for viewers from whom small counts are hidden (`Website.hideBelow`), and for shared links that do ' +
  'not show events.';

export const GoalResultRef = builder.objectRef<GoalResult>('GoalResult').implement({
  description: 'How often a goal was met.',
  fields: (t) => ({
    goal: t.field({
      type: GoalRef,
      nullable: true,
      description: 'The goal; null for a condition that is not saved.',
      resolve: ({ goal }) => goal,
    }),
    conversions: t.expose('conversions', {
      type: 'BigInt',
      description: 'Hits that the filter and the goal select.',
    }),
    visitors: t.expose('visitors', {
      type: 'BigInt',
      description: 'Distinct visitors of each local day with such a hit, summed over the days.',
    }),
    conversionRate: t.exposeFloat('conversionRate', {
      nullable: true,
      description:
        '`visitors` divided by the visitors that the period, row or point has, 0 to 1; null without any.',
    }),
    revenue: t.field({
      type: [MoneyRef],
      description: `Revenue of the conversions ${REVENUE}`,
      cost: (_args, scope) => revenueCost(scope),
      resolve: (result) => result.revenue(),
    }),
  }),
});

builder.objectField(WebsiteRef, 'goals', (t) =>
  t.field({
    type: [GoalRef],
    nullable: true,
    authScopes: (website) => ({ segments: website }),
    unauthorizedResolver: () => null,
    cost: { points: 20, times: MAX_GOALS },
    description:
      'Goals of the website, ordered by name. Null unless the viewer is in the website’s team and may read ' +
      'its statistics.',
    resolve: (website, _args, context) => listGoals(website, context),
  }),
);

const choiceArgs = ({ arg }: ArgBuilder) => ({
  id: arg.id({ description: 'Id of a saved goal. Either this or `filter` is required.' }),
  filter: arg({
    type: FilterInput,
    description: 'A condition that is not saved: on `event`, `page`, `host` and `property` only.',
  }),
});

const choiceOf = ({ id, filter }: { id?: string | null | undefined; filter?: unknown }): GoalChoice => ({
  id: optionalId(id, goalId),
  filter,
});

const ROW =
  'A conversion belongs to the row of its own hit for dimensions of the hit and of time, and to the row of ' +
  'its visit or visitor otherwise.';

builder.objectFields(PeriodRef, (t) => ({
  goals: t.field({
    type: [GoalResultRef],
    description:
      'How often each goal of the website was met in the period under its filter, ordered by name. Empty ' +
      'for viewers from whom small counts are hidden, and for shared links that do not show goals.',
    args: {
      first: t.arg.int({ description: `Maximum number of goals, 1 to ${MAX_GOALS}, which is the default.` }),
      offset: t.arg.int({
        description:
          'Number of goals to leave out before the first one; 0 by default. The goals of a long period can ' +
          'cost more points than one operation may: read them in parts.',
      }),
    },
    cost: ({ first }, scope) => goalsCost(goalsAsked(first), scope),
    resolve: (period, { first, offset }, context) =>
      readGoals(period, goalsAsked(first), context, Math.max(offset ?? 0, 0)),
  }),
  goal: t.field({
    type: GoalResultRef,
    description: 'How often a goal was met in the period under its filter.',
    args: choiceArgs(t),
    cost: (args, scope) => ({ ...goalCost(args, { ...scope, rows: 1 }), below: { rows: 1 } }),
    resolve: (period, args, context) => readGoal(period, choiceOf(args), context),
  }),
  revenue: t.field({
    type: [MoneyRef],
    description: `Revenue of the hits that the filter selects, ${REVENUE} ${HIDDEN}`,
    cost: (_args, scope) => revenueCost({ ...scope, rows: 1 }),
    resolve: (period, _args, context) => readRevenue(period, context),
  }),
}));

const goalsAsked = (first: number | null | undefined) => Math.min(Math.max(first ?? MAX_GOALS, 1), MAX_GOALS);

builder.objectFields(BreakdownRow, (t) => ({
  goal: t.field({
    type: GoalResultRef,
    description: `How often a goal was met in this row. ${ROW}`,
    args: choiceArgs(t),
    cost: goalCost,
    resolve: ({ values, sums, of }, args) => of.reader.goal(choiceOf(args), values, sums.visitors),
  }),
  revenue: t.field({
    type: [MoneyRef],
    description: `Revenue of this row ${REVENUE} ${HIDDEN}`,
    cost: (_args, scope) => revenueCost(scope),
    resolve: ({ values, of }) => of.reader.revenue(values),
  }),
}));

builder.objectFields(PointRef, (t) => ({
  goal: t.field({
    type: GoalResultRef,
    description: 'How often a goal was met in this interval.',
    args: choiceArgs(t),
    cost: goalCost,
    resolve: ({ point, reader }, args) => reader.goal(choiceOf(args), [point.at], point.visitors),
  }),
  revenue: t.field({
    type: [MoneyRef],
    description: `Revenue of this interval ${REVENUE} ${HIDDEN}`,
    cost: (_args, scope) => revenueCost(scope),
    resolve: ({ point, reader }) => reader.revenue([point.at]),
  }),
}));
