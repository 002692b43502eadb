import { breakdownRules } from '../engine/question/input.ts';
import { isProperty } from '../engine/registry/dimensions.ts';
import { METRIC_NAMES, METRICS } from '../engine/registry/metrics.ts';
import { readOwnLiveVisitors } from '../live/visitors.ts';
import type { Money } from '../stats/behaviour/money.ts';
import { readOwnRevenue } from '../stats/behaviour/revenue.ts';
import { readOwnBreakdown } from '../stats/breakdown.ts';
import { type Metrics, readOwnMetrics } from '../stats/metrics.ts';
import { readOwnStats, type StatRow } from '../stats/query.ts';
import { CSV, revenueColumns, tableOf } from './csv.ts';
import { liveBody, metricsBody, pageOf, rowsOf } from './openapi/schemas.ts';
import { pageBody } from './pages.ts';
import type { RestRoute } from './route.ts';

/** What the routes with numbers of a website have in common. */
const read = {
  tag: 'Statistics',
  scope: 'stats:read',
  status: 200,
  errors: ['NotFound', 'Invalid'],
} as const satisfies Partial<RestRoute>;

/** The parameters of routes whose response may be CSV. */
const AS_CSV = ['Format', 'LinkToken'] as const;

const timeText = (ms: number) => new Date(ms).toISOString();

/** The routes that read the numbers of a website, by its id. */
export const STATISTICS_ROUTES: readonly RestRoute[] = [
  {
    ...read,
    path: '/stats/{id}',
    operations: { get: 'showStats' },
    summary: 'Read a statistic',
    description:
      'Returns one statistic of a website over a range of days. Days and hours without traffic have no row.',
    query: [
      ...(['StatName', 'From', 'To', 'Filter', 'SearchValue', 'SortCount', 'PerPage', 'Page'] as const),
      ...AS_CSV,
    ],
    answers: 'A page of the rows of the statistic.',
    schema: pageOf('A page of rows of a statistic.', 'StatRow'),
    files: [CSV],
    csv: ({ data }: { data: StatRow[] }) => tableOf(['value', 'count'], data),
    async run({ id, query, context, baseUrl, ctx }) {
      const page = await readOwnStats(id, query, context);
      return pageBody(ctx, baseUrl, page, ({ value, count }) => ({ value, count }));
    },
  },
  {
    ...read,
    path: '/metrics/{id}',
    operations: { get: 'showMetrics' },
    summary: 'Read all metrics',
    description:
      'Returns all metrics of a website over a range of days, and those of the period to compare with.',
    query: ['From', 'To', 'Filter', 'Compare', 'CompareFrom', 'CompareTo', 'Elapsed', ...AS_CSV],
    answers: 'The metrics.',
    schema: metricsBody(),
    files: [CSV],
    csv({ data, previous }: { data: Metrics; previous: Metrics | null }) {
      const periods = [
        { period: 'current', ...data },
        ...(previous ? [{ period: 'previous', ...previous }] : []),
      ];
      return tableOf(['period', ...METRIC_NAMES], periods);
    },
    async run({ id, query, context }) {
      const { metrics, previous } = await readOwnMetrics(id, query, context);
      return { data: metrics, previous };
    },
  },
  {
    ...read,
    path: '/breakdown/{id}',
    operations: { get: 'showBreakdown' },
    summary: 'Read metrics by dimensions',
    description:
      'Returns all metrics of a website over a range of days by one to three dimensions. A dimension has a ' +
      'row for the empty value, so that its rows add up; only hits without the property are in no row.',
    query: [
      ...(['By', 'Property', 'Revenue', 'From', 'To', 'Filter'] as const),
      ...(['SearchRow', 'SortRow', 'PerPage', 'Page'] as const),
      ...AS_CSV,
    ],
    answers: 'A page of the rows of the breakdown.',
    schema: pageOf('A page of rows of a breakdown.', 'BreakdownRow'),
    files: [CSV],
    csv({ data }: { data: (Record<string, string | number | null> & { revenue?: Money[] })[] }, { by }) {
      const columns = [...breakdownRules.by.parse(by), ...METRIC_NAMES];
      const revenue = revenueColumns(data);
      const { rows } = tableOf<string>(columns, data as never);
      return {
        columns: [...columns, ...revenue.columns],
        rows: rows.map((row, index) => [...row, ...revenue.cells(data[index] ?? {})]),
      };
    },
    async run({ id, query, context, baseUrl, ctx }) {
      const page = await readOwnBreakdown(id, query, context);
      return pageBody(ctx, baseUrl, page, ({ values, sums }) => ({
        ...Object.fromEntries(
          page.by.map((name, index) => [isProperty(name) ? 'property' : name, values[index]]),
        ),
        ...Object.fromEntries(METRIC_NAMES.map((name) => [name, METRICS[name].valueOf(sums)])),
        ...(page.revenueOf && { revenue: page.revenueOf(values) }),
      }));
    },
  },
  {
    ...read,
    path: '/revenue/{id}',
    operations: { get: 'showRevenue' },
    summary: 'Read the revenue',
    description:
      'Returns the revenue of a website in a range of days by currency, in the order of the codes. The ' +
      'sums are exact. `GET /breakdown/{id}` has the revenue of its rows with `revenue=1`.',
    query: ['From', 'To', 'Filter', 'Format'],
    answers: 'The revenue by currency.',
    schema: rowsOf('The revenue by currency.', 'Money'),
    files: [CSV],
    csv: ({ data }: { data: Money[] }) => ({
      columns: ['currency', 'amount'],
      rows: data.map(({ currency, amount }) => [currency, { amount }]),
    }),
    run: async ({ id, query, context }) => ({ data: await readOwnRevenue(id, query, context) }),
  },
  {
    ...read,
    path: '/live/{id}',
    operations: { get: 'showLive' },
    summary: 'Read live numbers',
    description:
      'Returns the present visitors of a website, and its latest hits. To get them whenever they change, ' +
      'use the GraphQL subscription `liveVisitors`.',
    further: ', and an API key that is not limited to a segment',
    answers: 'The live numbers.',
    schema: liveBody(),
    errors: ['NotFound'],
    async run({ id, context }) {
      const { minutes, hits, ...rest } = await readOwnLiveVisitors(id, context);
      const data = {
        ...rest,
        minutes: minutes.map(({ at, ...counts }) => ({ at: timeText(at), ...counts })),
        hits: hits.map(({ at, ...hit }) => ({ at: timeText(at), ...hit })),
      };
      return { data };
    },
  },
];
