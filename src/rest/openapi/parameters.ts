import type { z } from 'zod';
import {
  FUNNEL_SCOPES,
  FUNNEL_STEPS,
  JOURNEY_DEFAULTS,
  JOURNEY_LIMITS,
  MAX_STEPS_TEXT,
} from '../../engine/question/behaviour.ts';
import { COMPARISONS, comparisonRules, ELAPSED } from '../../engine/question/comparison.ts';
import { FILTER_LIMITS } from '../../engine/question/filter.ts';
import { breakdownRules } from '../../engine/question/input.ts';
import { ANALYSIS_DIMENSIONS, DIMENSION_NAMES, FILTER_DIMENSIONS } from '../../engine/registry/dimensions.ts';
import { STAT_NAMES, STATISTICS } from '../../engine/registry/statistics.ts';
import { funnelRules } from '../../stats/behaviour/funnels.ts';
import { statsRules } from '../../stats/query.ts';
import { exportRules } from '../../transfer/exports/input.ts';
import { jsonSchemaOf } from '../../validation/jsonSchema.ts';
import { pagingRules } from '../../validation/paging.ts';
import { MAX_ID } from '../../validation/rules.ts';
import { listRules } from '../../websites/list.ts';
import { csvRules } from '../csv.ts';
import { importParameters } from './imports.ts';
import { MEMBER_ID } from './members.ts';
import type { Node } from './node.ts';

/** A query parameter. Its schema is that of its rule. */
const query = (name: string, rule: z.ZodType, description: string, more: Node = {}) => ({
  name,
  in: 'query',
  description,
  schema: jsonSchemaOf(rule),
  ...more,
});

const PARAMETERS = {
  WebsiteId: {
    name: 'id',
    in: 'path',
    required: true,
    description: 'Id of the website.',
    schema: { type: 'integer', minimum: 1, maximum: MAX_ID },
    example: 1,
  },
  GoalId: {
    name: 'goal',
    in: 'path',
    required: true,
    description: 'Id of the goal.',
    schema: { type: 'integer', minimum: 1, maximum: MAX_ID },
    example: 1,
  },
  FunnelId: {
    name: 'funnel',
    in: 'path',
    required: true,
    description: 'Id of the saved funnel.',
    schema: { type: 'integer', minimum: 1, maximum: MAX_ID },
    example: 1,
  },
  MemberId: MEMBER_ID,
  ...importParameters(query),
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'The `ETag` of a cached response. If it is still current, the response is 304 without a body.',
    schema: { type: 'string' },
  },
  PerPage: query(
    'per_page',
    pagingRules.per_page,
    'Number of rows per page. A value out of range is rejected.',
  ),
  Page: query('page', pagingRules.page, 'Number of the page. A page past the last one is empty.'),
  SearchUrl: query(
    'search',
    listRules.search,
    'Text that the url must contain, matched literally and case-insensitively.',
  ),
  SortUrl: query('sort', listRules.sort, 'Order by url: `asc` from A to Z, `desc` from Z to A.'),
  StatName: query(
    'name',
    statsRules.name,
    `The statistic.\n\n${STAT_NAMES.map((name) => `- \`${name}\`: ${STATISTICS[name].meaning}`).join('\n')}`,
    { required: true, example: 'browser' },
  ),
  From: query('from', statsRules.from, "First day of the range, as `Y-m-d`, in the website's time zone.", {
    required: true,
    example: '2026-11-01',
  }),
  To: query('to', statsRules.to, 'Last day of the range, inclusive. It must not be before `from`.', {
    required: true,
    example: '2026-11-30',
  }),
  Filter: {
    name: 'filter',
    in: 'query',
    description:
      'Selects the hits that count, as a JSON object: a condition for each dimension, and `visited`, ' +
      '`and`, ' +
      `\`or\`, \`not\`. Conditions: \`in\`, \`not_in\`, \`contains\`, \`not_contains\`, \`starts_with\`, ` +
      `\`ends_with\`. Dimensions: ${FILTER_DIMENSIONS.map((name) => `\`${name}\``).join(', ')}. ` +
      'A condition on a `property` has its `name` besides, and also takes `gt`, `gte`, `lt`, `lte` and ' +
      '`exists`. `goal` is the id of a goal that hits must meet.',
    schema: { type: 'string', maxLength: FILTER_LIMITS.textLength },
    example: '{"country": {"in": ["DE"]}, "landing_page": {"starts_with": "/blog"}}',
  },
  Compare: query(
    'compare',
    comparisonRules.compare,
    `The period to compare with.\n\n${Object.entries(COMPARISONS)
      .map(([name, meaning]) => `- \`${name}\`: ${meaning}`)
      .join('\n')}`,
  ),
  CompareFrom: query(
    'compare_from',
    comparisonRules.compare_from,
    'First day of any range of days to compare with, in place of `compare`. Requires `compare_to`.',
    { example: '2026-10-01' },
  ),
  CompareTo: query(
    'compare_to',
    comparisonRules.compare_to,
    'Last day of the range to compare with, inclusive. It must not be before `compare_from`.',
    { example: '2026-10-31' },
  ),
  Elapsed: query(
    'elapsed',
    comparisonRules.elapsed,
    `With 1, a range that is not over is compared with the part that has elapsed. ${ELAPSED} The ` +
      'default is 0: all hits of the compared days count.',
  ),
  By: query(
    'by',
    breakdownRules.by,
    `One to three different dimensions, separated by commas.\n\n${DIMENSION_NAMES.map(
      (name) => `- \`${name}\`: ${ANALYSIS_DIMENSIONS[name].meaning}`,
    ).join('\n')}`,
    { required: true, example: 'country,browser' },
  ),
  Property: query(
    'property',
    breakdownRules.property,
    'Name of the property whose values are the rows. Required with the dimension `property`, and only then.',
    { example: 'plan' },
  ),
  Revenue: query(
    'revenue',
    breakdownRules.revenue,
    'With 1, each row has its `revenue`: the amounts by currency. The default is 0.',
  ),
  JourneyStart: {
    name: 'start',
    in: 'query',
    description:
      'Condition on the first step as JSON, with conditions on hits only. Either this or `end` is required.',
    schema: { type: 'string', maxLength: FILTER_LIMITS.textLength },
    example: '{"page": {"in": ["/pricing"]}}',
  },
  JourneyEnd: {
    name: 'end',
    in: 'query',
    description: 'Condition on the last step as JSON, from which steps go back.',
    schema: { type: 'string', maxLength: FILTER_LIMITS.textLength },
  },
  JourneySteps: {
    name: 'steps',
    in: 'query',
    description: 'Number of levels of the tree, with that of the first step.',
    schema: { type: 'integer', minimum: 1, maximum: JOURNEY_LIMITS.steps, default: JOURNEY_DEFAULTS.steps },
  },
  JourneyFirst: {
    name: 'first',
    in: 'query',
    description: 'Number of steps below one step, besides `(other)` and `(end)`.',
    schema: { type: 'integer', minimum: 1, maximum: JOURNEY_LIMITS.first, default: JOURNEY_DEFAULTS.first },
  },
  Steps: {
    name: 'steps',
    in: 'query',
    description:
      `The ${FUNNEL_STEPS.least} to ${FUNNEL_STEPS.most} steps as a JSON list. Each has a \`filter\` with ` +
      'conditions on hits only, or the id of a `goal`, and may have a `name`. Either this or `funnel` is ' +
      'required.',
    schema: { type: 'string', maxLength: MAX_STEPS_TEXT },
    example: '[{"filter": {"page": {"in": ["/pricing"]}}}, {"name": "Signed up", "goal": 1}]',
  },
  SavedFunnel: query(
    'funnel',
    funnelRules.funnel,
    'Id of a saved funnel, in place of `steps`, `scope`, `strict` and `within`.',
  ),
  FunnelScope: {
    name: 'scope',
    in: 'query',
    description:
      'The scope in which the hits of all steps must be: one `visit`, or the local day of a `visitor`, ' +
      'which is the default.',
    schema: { type: 'string', enum: FUNNEL_SCOPES, default: 'visitor' },
  },
  Strict: {
    name: 'strict',
    in: 'query',
    description:
      'With 1, no other hit of the scope may be between those of two steps. `true` and `false` are ' +
      'accepted, too.',
    schema: { type: 'integer', enum: [0, 1], default: 0 },
  },
  Within: {
    name: 'within',
    in: 'query',
    description: 'Maximum time from the first to the last step, in seconds. By default there is no limit.',
    schema: { type: 'integer', minimum: 0, maximum: MAX_ID },
  },
  ExportFrom: query('from', exportRules.from, 'First day of the range. By default the first day with hits.', {
    example: '2026-11-01',
  }),
  ExportTo: query(
    'to',
    exportRules.to,
    'Last day of the range, inclusive. By default the last day with hits.',
    {
      example: '2026-11-30',
    },
  ),
  ExportFormat: query(
    'format',
    exportRules.format,
    'The format of the files with rows: CSV, JSON lines or Parquet.',
  ),
  Format: query(
    'format',
    csvRules.format,
    'The format of the response. `csv` is a table with a row of names, in UTF-8, whose values are no ' +
      'formulas. It can be read without an API key if the statistics page is public, or with `link`.',
  ),
  LinkToken: query(
    'link',
    csvRules.link,
    'The token of a shared link without a password: the last part of its address. Only with `format=csv`, ' +
      'and in place of an API key.',
  ),
  SearchRow: query(
    'search',
    breakdownRules.search,
    'Text that a value of a row must contain, matched literally and case-insensitively.',
  ),
  SortRow: query(
    'sort',
    breakdownRules.sort,
    'Order by a metric: `-visitors` from the largest, `visitors` from the smallest. By default the largest ' +
      'first, by the metric that the rows add up to; by time alone chronological. Equal rows are in ' +
      'ascending order of their values.',
  ),
  SearchValue: query(
    'search',
    statsRules.search,
    'Text that `value` must contain, matched literally and case-insensitively.',
  ),
  SortCount: query(
    'sort',
    statsRules.sort,
    'Order by `count`: `max` for the largest first, `min` for the smallest first. ' +
      'Rows with equal counts are in ascending order of `value`.',
  ),
};

/** The name of a parameter in `components/parameters`. */
export type ParameterName = keyof typeof PARAMETERS;

/** Everything under `components/parameters`. */
export const parameters: Readonly<Record<ParameterName, Node & { name: string }>> = PARAMETERS;
