import type { AnswerRow, GroupDimension } from '../../engine/question/types.ts';
import {
  ANALYSIS_DIMENSIONS,
  DIMENSION_NAMES,
  type DimensionName,
  isProperty,
} from '../../engine/registry/dimensions.ts';
import { METRICS, type Sums } from '../../engine/registry/metrics.ts';
import type { Context } from '../../request/context.ts';
import { createRowsReader, type RowsReader } from '../../stats/behaviour/rowsReader.ts';
import { type Breakdown, readBreakdown } from '../../stats/breakdown.ts';
import { dimensionLabel } from '../../stats/labels.ts';
import type { Period } from '../../stats/periods.ts';
import { onceEach, type PreviousSums, readPreviousSums } from '../../stats/previousRows.ts';
import { questionCost } from '../cost/analysis.ts';
import type { Cost, CostScope } from '../cost/cost.ts';
import { previousRowsCost } from '../cost/previousRows.ts';
import type { ArgBuilder } from './args.ts';
import { builder } from './builder.ts';
import { connection, PAGING_HELP } from './connection.ts';
import { SortDirection, upperCase } from './enums.ts';
import { MetricEnum, metricFields } from './metrics.ts';
import { PREVIOUS_NULL, previousRowArgs, rowsBelow } from './previousRows.ts';
import { SOURCE_HELP, sourceLabel } from './stat.ts';

const DimensionEnum = builder.enumType('Dimension', {
  description: 'A dimension by which hits, visits and visitors are grouped.',
  values: upperCase(
    Object.fromEntries(DIMENSION_NAMES.map((name) => [name, ANALYSIS_DIMENSIONS[name].meaning])) as Record<
      DimensionName,
      string
    >,
  ),
});

const BreakdownOrder = builder.inputType('BreakdownOrder', {
  description: 'Order of the rows of a breakdown. Equal rows are ordered by their values.',
  fields: (t) => ({
    metric: t.field({ type: MetricEnum, required: true, description: 'Metric by which rows are sorted.' }),
    direction: t.field({ type: SortDirection, description: 'Direction of the order; `DESC` by default.' }),
  }),
});

interface Value {
  dimension: DimensionName;
  value: string;
  /** In the pages that visitors left to. */
  visitors?: number;
}

export const DimensionValue = builder.objectRef<Value>('DimensionValue').implement({
  description: 'The value of a dimension.',
  fields: (t) => ({
    dimension: t.expose('dimension', {
      type: DimensionEnum,
      description: 'The dimension that has this value.',
    }),
    value: t.exposeString('value', {
      description:
        'The value as filters take it, such as a path or a country code; empty if unknown or direct. ' +
        '`(few)` in the row that sums those that the viewer may not see one by one (`Website.hideBelow`).',
    }),
    label: t.string({
      description: 'The value in readable form: `France` for `FR`, `Unknown` or `Direct` for an empty value.',
      resolve: ({ dimension, value }) => dimensionLabel(dimension, value),
    }),
    source: t.string({
      nullable: true,
      description: SOURCE_HELP,
      resolve: ({ dimension, value }) => sourceLabel(dimension, value),
    }),
    visitors: t.field({
      type: 'BigInt',
      nullable: true,
      description: 'Visitors who left to this page, in `FunnelStep.leftTo`; null elsewhere.',
      resolve: ({ visitors }) => visitors ?? null,
    }),
  }),
});

/** The dimension of the schema that has values; all properties share one. */
const dimensionName = (dimension: GroupDimension): DimensionName =>
  isProperty(dimension) ? 'property' : (dimension as DimensionName);

/** A row and the breakdown that it belongs to. */
interface Row extends AnswerRow {
  of: Pick<Breakdown, 'by' | 'sums'> & {
    previous: (elapsed: boolean) => Promise<PreviousSums>;
    reader: RowsReader;
  };
}

/** The metrics of a row in the compared period. */
interface PreviousRow {
  sums: Sums;
}

/** The sums whose shares a row has. */
const SHARES = {
  shareOfVisitors: ['visitors', 'visitors'],
  shareOfVisits: ['visits', 'visits'],
  shareOfPageviews: ['pageviews', 'pageviews'],
  shareOfEvents: ['events', 'events'],
} as const satisfies Record<string, [keyof Sums, string]>;

const PreviousRowRef = builder.objectRef<PreviousRow>('PreviousBreakdownRow').implement({
  description: 'The metrics of a row of a breakdown in the compared period.',
  fields: (t) =>
    metricFields<PreviousRow>(
      t,
      ({ sums }, name) => METRICS[name].valueOf(sums),
      () => 1,
    ),
});

export const BreakdownRow = builder.objectRef<Row>('BreakdownRow').implement({
  description: 'One row of a breakdown: a value of each dimension, and the metrics of what has these values.',
  fields: (t) => ({
    values: t.field({
      type: [DimensionValue],
      description: 'The values, in the order of the dimensions of the breakdown.',
      cost: { times: 3 },
      resolve: ({ values, of }) =>
        of.by.map(
          (dimension, index): Value => ({
            dimension: dimensionName(dimension),
            value: values[index] as string,
          }),
        ),
    }),
    ...metricFields<Row>(
      t,
      ({ sums }, name) => METRICS[name].valueOf(sums),
      () => 1,
    ),
    previous: t.field({
      type: PreviousRowRef,
      nullable: true,
      description:
        'The metrics of the same values in `Period.previous`; counts are 0 if these values did not occur ' +
        `together. ${PREVIOUS_NULL} Null if a dimension is a time.`,
      cost: previousRowsCost(true),
      args: previousRowArgs(t),
      resolve: async ({ values, of }, { elapsed }) => {
        const sums = (await of.previous(elapsed ?? false))(values);
        return sums && { sums };
      },
    }),
    ...Object.fromEntries(
      Object.entries(SHARES).map(([field, [sum, unit]]) => [
        field,
        t.float({
          nullable: true,
          description:
            `Share of the row in all ${unit} that the filter selects, 0 to 1; null if there are none. ` +
            'Visitors and visits can be in several rows of a dimension of hits.',
          resolve: ({ sums, of }: Row) => (of.sums[sum] === 0 ? null : sums[sum] / of.sums[sum]),
        }),
      ]),
    ),
  }),
});

const BreakdownConnection = builder.connectionObject(
  {
    type: BreakdownRow,
    name: 'BreakdownConnection',
    description: 'A page of the rows of a breakdown.',
    fields: (t) => ({
      totalCount: t.int({
        description: 'Number of rows over all pages.',
        resolve: (page) => (page as unknown as Breakdown).total,
      }),
    }),
  },
  { name: 'BreakdownEdge', description: 'A row of a breakdown and its cursor.' },
);

/** Creates the field `breakdown` of a period. */
export const breakdownField = ({ arg }: ArgBuilder) => ({
  type: BreakdownConnection,
  description:
    'All metrics of the period by one to three dimensions, under its filter. A dimension has a row for the ' +
    'empty value, so that its rows add up; a pageview is in no row of `EVENT`, and a hit without the ' +
    'property in no row of `PROPERTY`. For viewers other than the ' +
    'website’s team, rows with fewer visitors than `Website.hideBelow` are one row `(few)`, the last ' +
    'one; a `search` leaves it out.',
  cost: ({ first }: { first?: number | null | undefined }, scope: CostScope): Cost => ({
    points: questionCost(scope),
    below: rowsBelow(first),
  }),
  args: {
    by: arg({ type: [DimensionEnum], required: true, description: 'One to three different dimensions.' }),
    property: arg.string({
      description: 'Name of the property whose values are the rows. Required for the dimension `PROPERTY`.',
    }),
    orderBy: arg({
      type: BreakdownOrder,
      description:
        'Order of the rows. By default the largest first, by the metric that the rows add up to; ' +
        'a breakdown by time alone is chronological.',
    }),
    search: arg.string({
      description: 'Text that a value of a row must contain, matched literally and without regard to case.',
    }),
    first: arg.int({ description: PAGING_HELP.first }),
    after: arg.string({ description: PAGING_HELP.after }),
  },
  resolve: async (
    period: Period,
    { first, ...args }: { first?: number | null | undefined },
    context: Context,
  ) => {
    const result = await readBreakdown(period, { ...args, per_page: first }, context);
    const { by, sums } = result;
    const rows = result.rows.map(({ values }) => values);
    const previous = onceEach((elapsed) => readPreviousSums(period, { by, rows }, elapsed, context));
    const reader = createRowsReader(period, { by, rows }, context);
    return connection(result, (row): Row => ({ ...row, of: { by, sums, previous, reader } }));
  },
});
