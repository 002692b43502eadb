import { z } from 'zod';
import { dayNumber } from '../../calendar/days.ts';
import { type FieldErrors, invalid } from '../../errors.ts';
import { daysInOrder, daysRules } from '../../validation/days.ts';
import { describedBy } from '../../validation/jsonSchema.ts';
import { nameHelp } from '../../validation/names.ts';
import { pageBounds, pagingRules } from '../../validation/paging.ts';
import {
  checkInput,
  flag,
  MAX_SEARCH,
  oneOf,
  optional,
  required,
  text,
  withDefault,
} from '../../validation/rules.ts';
import { shownText } from '../../validation/shown.ts';
import {
  ANALYSIS_DIMENSIONS,
  DIMENSION_NAMES,
  type DimensionName,
  type Level,
  propertyDimension,
} from '../registry/dimensions.ts';
import { METRIC_NAMES, type MetricName } from '../registry/metrics.ts';
import { type ComparisonChoice, checkComparison, comparisonRules } from './comparison.ts';
import { storedText } from './condition.ts';
import { checkFilter } from './filter.ts';
import type { Naming } from './filterNames.ts';
import type { Filter, GroupDimension, Question, RowOrder } from './types.ts';

/** Maximum number of dimensions of a breakdown. */
export const MAX_DIMENSIONS = 3;

const dimensions = z
  .array(oneOf(DIMENSION_NAMES))
  .refine((names) => names.length >= 1 && names.length <= MAX_DIMENSIONS, {
    error: ({ input }) => `Must have 1 to ${MAX_DIMENSIONS} dimensions; got ${(input as unknown[]).length}.`,
  })
  .refine((names) => new Set(names).size === names.length, 'Must not have a dimension twice.');

/** Longer names of properties are cut when they are recorded. */
const MAX_PROPERTY_NAME = 100;

/** Maximum length of the list of dimensions in REST. All valid ones are shorter. */
const MAX_BY = 200;

const isDimension = (name: string): name is DimensionName => Object.hasOwn(ANALYSIS_DIMENSIONS, name);

const dimensionText = describedBy(
  required(
    text(MAX_BY)
      .transform((list, context) => {
        const names = list.split(',').map((name) => name.trim());
        for (const name of names) {
          if (isDimension(name)) continue;
          context.addIssue(`"${shownText(name)}" is not a dimension. ${nameHelp(name, DIMENSION_NAMES)}`);
        }
        return names.filter(isDimension);
      })
      .pipe(dimensions),
  ),
  { type: 'string', maxLength: MAX_BY },
);

/** A metric to sort by in REST: `-visitors` from the largest, `visitors` from the smallest. */
const sort = optional(
  describedBy(
    z.string({ error: 'Must be a single string.' }).transform((value, context): RowOrder => {
      const name = value.replace(/^-/, '');
      const metric = METRIC_NAMES.find((known) => known === name);
      if (metric === undefined)
        context.addIssue(`"${shownText(name)}" is not a metric. ${nameHelp(name, METRIC_NAMES)}`);
      return { metric: metric ?? 'visitors', direction: value.startsWith('-') ? 'desc' : 'asc' };
    }),
    { type: 'string', enum: METRIC_NAMES.flatMap((name) => [`-${name}`, name]) },
  ),
);

/** The name of a property, or none. */
const property = optional(text(MAX_PROPERTY_NAME));

const commonRules = { ...daysRules, search: optional(text(MAX_SEARCH)), ...pagingRules };

/** The rules of the arguments of {@link parseBreakdown}, except `filter`, in REST. */
export const breakdownRules = {
  by: dimensionText,
  property,
  ...commonRules,
  sort,
  /** Whether rows have their revenue. */
  revenue: optional(flag),
};

type ByProperty = { by: readonly DimensionName[]; property?: string | undefined };

/** A breakdown by `property` needs the name of one, and no other breakdown has one. */
const propertyRule: [
  (input: ByProperty) => boolean,
  { path: PropertyKey[]; error: (issue: { input?: unknown }) => string },
] = [
  ({ by, property: name }: ByProperty) => by.includes('property') === (name !== undefined),
  {
    path: ['property'],
    error: ({ input }: { input?: unknown }) =>
      (input as ByProperty).property === undefined
        ? 'Must be the name of the property whose values are the rows, such as plan.'
        : 'Must be left out unless the dimension `property` is in `by`.',
  },
];

/** The dimension with values that a name stands for. */
const grouped = (name: DimensionName, property: string | undefined): GroupDimension =>
  name === 'property' ? propertyDimension(property ?? '') : name;

const BREAKDOWN = {
  rest: z
    .object(breakdownRules)
    .refine(...daysInOrder)
    .refine(...propertyRule),
  graphql: z
    .object({
      by: dimensions,
      property,
      ...commonRules,
      orderBy: optional(
        z.object({
          metric: oneOf(METRIC_NAMES),
          direction: withDefault(oneOf(['asc', 'desc']), 'desc'),
        }),
      ),
    })
    .refine(...daysInOrder)
    .refine(...propertyRule),
};

const DAYS_INPUT = z.object(daysRules).refine(...daysInOrder);
const METRICS_INPUT = z.object({ ...daysRules, elapsed: comparisonRules.elapsed }).refine(...daysInOrder);

/**
 * Reads the arguments of a breakdown.
 * @param args `by` (REST: `country,browser`), `property`, `from`, `to`, `filter`, `search`, `sort` (REST:
 *   `-visitors`) or `orderBy` (GraphQL: metric and direction), `per_page`, and `page` or `after`; not
 *   validated yet. Names of dimensions and metrics are in snake_case.
 * @param naming of the names in `filter` and in its error messages.
 * @throws AppError `invalid` with every wrong argument.
 */
export function parseBreakdown(args: object, naming: Naming): Question {
  const { filter, ...input } = parseArguments(BREAKDOWN[naming], args, naming);
  const { from, to, search } = input;
  const by = input.by.map((name) => grouped(name, input.property));
  const order = 'sort' in input ? input.sort : 'orderBy' in input ? input.orderBy : undefined;
  return {
    from: dayNumber(from),
    to: dayNumber(to),
    filter,
    by,
    order: order ?? defaultOrder(input.by),
    search: search === undefined ? null : by.map((name) => storedText(name, search, 'part')),
    positive: null,
    untilHour: null,
    hideBelow: 0,
    ...pageBounds(input),
  };
}

/** The arguments of metrics, validated. */
export interface MetricsInput {
  /** First and last local day as year-month-day, both inclusive. */
  from: string;
  to: string;
  filter: Filter | null;
  compare: ComparisonChoice;
  /** Whether a period that is not over is compared with the part that has elapsed. */
  elapsed: boolean;
}

/**
 * Reads the arguments of metrics.
 * @param args `from`, `to`, `filter`, `compare`, `compare_from`, `compare_to`, `elapsed`; not validated yet.
 * @throws AppError `invalid` with every wrong argument.
 */
export function parseMetrics(args: object, naming: Naming): MetricsInput {
  const compare = checkComparison(args);
  const { elapsed, ...input } = parseArguments(METRICS_INPUT, args, naming, compare.fields);
  return { ...input, compare: compare.data ?? 'previous', elapsed: elapsed ?? false };
}

/** A range of days and the hits that count, validated. */
export type DaysInput = Pick<MetricsInput, 'from' | 'to' | 'filter'>;

/**
 * Reads a range of days and a filter.
 * @param args `from`, `to`, `filter`; not validated yet.
 * @param others the mistakes in further arguments.
 * @throws AppError `invalid` with every wrong argument.
 */
export const parseDays = (args: object, naming: Naming, others: FieldErrors | null = null): DaysInput =>
  parseArguments(DAYS_INPUT, args, naming, others);

/**
 * Reads arguments and a filter, and reports the mistakes of both together.
 * @param others the mistakes in further arguments.
 */
function parseArguments<T extends z.ZodObject>(
  schema: T,
  args: object,
  naming: Naming,
  others: FieldErrors | null = null,
): z.output<T> & { filter: Filter | null } {
  const input = checkInput(schema, args);
  const filter = checkFilter((args as { filter?: unknown }).filter, naming);
  if (input.fields || filter.fields || others)
    throw invalid({ ...input.fields, ...others, ...filter.fields });
  return { ...input.data, filter: filter.data };
}

/** The metric to sort by if none is given: that of the first entry that holds for one of the dimensions. */
const DEFAULT_METRICS: readonly [holds: (name: DimensionName, level: Level) => boolean, MetricName][] = [
  [(name) => name === 'event', 'events'],
  [(_, level) => level === 'hit', 'pageviews'],
  [(_, level) => level === 'visit', 'visits'],
  [(_, level) => level === 'visitor', 'visitors'],
];

/**
 * Returns the default order of a breakdown: the largest first, by the metric that its rows add up to. A
 * breakdown only by time is chronological.
 */
export function defaultOrder(by: readonly DimensionName[]): RowOrder | null {
  const found = DEFAULT_METRICS.find(([holds]) =>
    by.some((name) => holds(name, ANALYSIS_DIMENSIONS[name].level)),
  );
  return found ? { metric: found[1], direction: 'desc' } : null;
}
