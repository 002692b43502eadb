import { FUNNEL_SCOPES, FUNNEL_STEPS } from '../../engine/question/behaviour.ts';
import { jsonSchemaOf } from '../../validation/jsonSchema.ts';
import { nameRule } from '../../validation/nameRule.ts';
import { MAX_ID } from '../../validation/rules.ts';
import { type Node, record, ref } from './node.ts';

const count = (description: string): Node => ({
  type: 'integer',
  format: 'int64',
  minimum: 0,
  description,
});
const rate = (description: string): Node => ({
  type: ['number', 'null'],
  minimum: 0,
  maximum: 1,
  description,
});
const list = (schema: string, description: string): Node => ({
  type: 'array',
  items: ref('schemas', schema),
  description,
});
const time = (description: string): Node => ({ type: 'string', format: 'date-time', description });

const goalId: Node = {
  type: 'integer',
  minimum: 1,
  description: 'Id of the goal, as in the paths of this API.',
};
const goalName: Node = {
  ...jsonSchemaOf(nameRule),
  description: 'Name of the goal, unique for its website, regardless of case.',
  examples: ['Signup'],
};
/** A filter is an object; form fields contain it as JSON. */
const condition: Node = {
  type: ['object', 'string'],
  description:
    'The condition: on `event`, `page`, `host` and `property`, with `and`, `or` and `not`, as in the ' +
    'parameter `filter`. In form fields, JSON text. At most 16,384 characters long as JSON.',
  examples: [{ event: { in: ['Signup'] } }],
};

const funnelId: Node = {
  type: 'integer',
  minimum: 1,
  description: 'Id of the saved funnel, as in the paths of this API.',
};
const funnelName: Node = {
  ...jsonSchemaOf(nameRule),
  description: 'Name of the funnel, unique for its website, regardless of case.',
  examples: ['Checkout'],
};
const step: Node = {
  type: 'object',
  description: 'A step: a `filter` or a `goal`, and optionally a `name`.',
};
/** A list; form fields contain it as JSON. */
const steps: Node = {
  type: ['array', 'string'],
  items: step,
  description:
    `The ${FUNNEL_STEPS.least} to ${FUNNEL_STEPS.most} steps, as in the parameter \`steps\` of ` +
    '`GET /funnel/{id}`. In form fields, JSON text. At most 16,384 characters long as JSON.',
  examples: [[{ filter: { page: { in: ['/pricing'] } } }, { name: 'Signed up', goal: 1 }]],
};
const funnelOptions = {
  scope: {
    type: 'string',
    enum: FUNNEL_SCOPES,
    description:
      'The scope in which the hits of all steps must be: one `visit`, or the local day of a `visitor`.',
  },
  strict: {
    type: 'integer',
    enum: [0, 1],
    description: 'With 1, no other hit of the scope may be between those of two steps.',
  },
  within: {
    type: ['integer', 'null'],
    minimum: 0,
    maximum: MAX_ID,
    description: 'Maximum time from the first to the last step, in seconds; null for no limit.',
  },
} satisfies Record<string, Node>;

/** The schemas of goals and funnels in `components/schemas`. */
export function behaviourSchemas(): Record<string, Node> {
  return {
    GoalInput: {
      type: 'object',
      description: 'A goal to save. Fields that are not listed here are ignored, and named in a header.',
      properties: { name: goalName, filter: condition },
      required: ['name', 'filter'],
    },
    GoalChanges: {
      type: 'object',
      description:
        'The fields to change. Fields that are not sent stay unchanged. ' +
        'Fields that are not listed here are ignored, and named in a header.',
      properties: { name: goalName, filter: condition },
    },
    GoalRecord: record('A goal: a named condition on hits.', {
      id: goalId,
      name: goalName,
      filter: { type: 'object', description: 'The condition, with the names of this API.' },
      created_at: time('When the goal was created, in UTC.'),
      updated_at: time('When the goal was last changed, in UTC.'),
    }),
    FunnelInput: {
      type: 'object',
      description: 'A funnel to save. Fields that are not listed here are ignored, and named in a header.',
      properties: {
        name: funnelName,
        steps,
        scope: { ...funnelOptions.scope, default: 'visitor' },
        strict: { ...funnelOptions.strict, default: 0 },
        within: funnelOptions.within,
      },
      required: ['name', 'steps'],
    },
    FunnelChanges: {
      type: 'object',
      description:
        'The fields to change. Fields that are not sent stay unchanged. ' +
        'Fields that are not listed here are ignored, and named in a header.',
      properties: { name: funnelName, steps, ...funnelOptions },
    },
    FunnelRecord: record('A saved funnel: several things that visitors do one after another.', {
      id: funnelId,
      name: funnelName,
      steps: {
        type: 'array',
        items: step,
        description: 'The steps, with the names of this API.',
      },
      ...funnelOptions,
      created_at: time('When the funnel was created, in UTC.'),
      updated_at: time('When the funnel was last changed, in UTC.'),
    }),
    GoalRow: record('How often a goal was met.', {
      id: goalId,
      name: goalName,
      conversions: count('Hits that the filter and the goal select.'),
      visitors: count('Distinct visitors of each local day with such a hit, summed over the days.'),
      conversion_rate: rate('`visitors` divided by those that the filter selects; null without any.'),
      revenue: list('Money', 'Revenue of the conversions by currency, in the order of the codes.'),
    }),
    Money: record('An exact amount of money in one currency.', {
      currency: { type: 'string', description: 'ISO 4217 code of the currency.', examples: ['EUR'] },
      amount: {
        type: 'string',
        pattern: '^-?\\d+(\\.\\d{1,4})?$',
        description: 'The amount as decimal text; negative if refunds exceed payments.',
        examples: ['49.90'],
      },
    }),
    Funnel: record('How many visitors reached the steps of a funnel.', {
      visitors: count('Visitors that the filter selects.'),
      conversion_rate: rate('Visitors of the last step divided by `visitors`; null without any.'),
      steps: list('FunnelStep', 'The steps in their order.'),
    }),
    FunnelStep: record('A step of a funnel, and how many visitors reached it.', {
      name: {
        type: ['string', 'null'],
        description: 'Name of the step, or of its goal; null if neither has one.',
      },
      visitors: count('Distinct visitors of each local day who reached the step, summed over the days.'),
      dropped: count('Visitors who reached the step before, but not this one; 0 for the first step.'),
      rate_from_previous: rate(
        '`visitors` divided by those of the step before; null for the first step, and without any.',
      ),
      rate_from_first: rate('`visitors` divided by those of the first step; null without any.'),
      median_seconds: {
        type: ['number', 'null'],
        minimum: 0,
        description:
          'Median over those who reached the step of the least possible time since the step before, in ' +
          'seconds; null for the first step, and without any.',
      },
      left_to: list(
        'LeftTo',
        'The pages that visitors who reached this step, but not the next, saw next: the ten with the most ' +
          'visitors.',
      ),
    }),
    JourneyNode: record('The visits that took the same steps up to this one.', {
      dimension: {
        // Not an enum with null, from which generators write code that does not compile.
        oneOf: [{ type: 'string', enum: ['page', 'event'] }, { type: 'null' }],
        description: 'Whether the step is a page or an event; null for `(other)` and `(end)`.',
      },
      value: {
        type: 'string',
        description:
          'Path of the page, or name of the event. `(other)` sums the steps beyond the largest ones, ' +
          '`(end)` the visits that stop here.',
      },
      visits: count('Visits that took this step.'),
      children: list(
        'JourneyNode',
        'The steps that follow, or precede with `end`, the largest first. With `(other)` and `(end)` they ' +
          'add up to `visits`. Empty on the last level, and for `(end)`.',
      ),
    }),
    LeftTo: record('A page that visitors saw next.', {
      value: { type: 'string', description: 'Path of the page.' },
      visitors: count('Visitors who saw it next.'),
    }),
  };
}
