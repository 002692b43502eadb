import type { Context } from '../../context.ts';
import type { Website } from '../../generated/prisma/client.ts';
import { sourceOfHost, sourceOfTag } from '../../ingest/source/known.ts';
import type { StatName } from '../../stats/definitions.ts';
import { statLabel } from '../../stats/labels.ts';
import type { Period } from '../../stats/periods.ts';
import { readPeriodStats, readStats, type StatResult } from '../../stats/query.ts';
import { questionCost } from '../cost/analysis.ts';
import type { Cost, CostScope } from '../cost/cost.ts';
import { readCost } from '../cost/stat.ts';
import type { ArgBuilder } from './args.ts';
import { builder } from './builder.ts';
import { connection, PAGING_HELP, rowsAsked } from './connection.ts';
import { StatNameEnum, StatSort } from './enums.ts';

/** How values of a statistic name a known source. */
const KNOWN_SOURCES = new Map<string, typeof sourceOfHost>([
  ['referrer', sourceOfHost],
  ['utm_source', (value) => sourceOfTag(value.toLowerCase())],
]);

/** The readable name of the known source of a referrer or a `utm_source`; null for anything else. */
export function sourceLabel(name: string, value: string): string | null {
  const known = KNOWN_SOURCES.get(name)?.(value);
  return known ? statLabel('source', known.name) : null;
}

/** The description of the field `source` of a value. */
export const SOURCE_HELP =
  'The name of the known source that a referrer belongs to or a `utm_source` names: `Gmail` for ' +
  '`com.google.android.gm`, `Facebook` for `fb`; null for other values, statistics and dimensions.';

interface Stat {
  name: StatName;
  value: string;
  count: number;
}

export const StatRef = builder.objectRef<Stat>('Stat').implement({
  description: 'One row of a statistic: a value and its count.',
  fields: (t) => ({
    value: t.exposeString('value', {
      description:
        'The counted value, such as a path, a country code or a day; empty if unknown or direct. `(few)` ' +
        'in the row that sums those that the viewer may not see one by one (`Website.hideBelow`).',
    }),
    label: t.string({
      description:
        'The value in readable form: `France` for `FR`, `Unknown` or `Direct` for an empty value, ' +
        'paths without percent escapes, and hosts in Unicode unless they could be mistaken for others.',
      resolve: ({ name, value }) => statLabel(name, value),
    }),
    source: t.string({
      nullable: true,
      description: SOURCE_HELP,
      resolve: ({ name, value }) => sourceLabel(name, value),
    }),
    count: t.expose('count', {
      type: 'BigInt',
      description: 'Number of pageviews, visits, visitors or events, depending on the statistic.',
    }),
  }),
});

export const StatConnection = builder.connectionObject(
  {
    type: StatRef,
    name: 'StatConnection',
    description: 'A page of the rows of a statistic.',
    fields: (t) => ({
      totalCount: t.int({
        description: 'Number of rows over all pages.',
        resolve: (page) => (page as unknown as StatResult).total,
      }),
      sum: t.field({
        type: 'BigInt',
        description:
          'Sum of the counts of all rows over all pages. With a `search`, rows that are hidden from the ' +
          'viewer (`Website.hideBelow`) do not count.',
        resolve: (page) => (page as unknown as StatResult).sum,
      }),
    }),
  },
  { name: 'StatEdge', description: 'A row of a statistic and its cursor.' },
);

/** Returns the cost of a field that returns a page of a statistic. */
export const statCost = (
  { name, first }: { name?: StatName; first?: number | null | undefined },
  { timesRead }: CostScope,
): Cost => ({ points: name ? readCost(name, timesRead) : 1, below: { rows: rowsAsked(first) } });

/** The cost of a statistic under a filter. */
export const filteredStatCost = (
  { first }: { first?: number | null | undefined },
  scope: Pick<CostScope, 'days'>,
): Cost => ({
  points: questionCost(scope),
  below: { rows: rowsAsked(first) },
});

/** The cost of a statistic of a period. Under a filter, or of a part of a day, its hits are counted. */
export const panelCost = (args: Parameters<typeof statCost>[0], scope: CostScope): Cost =>
  scope.filtered || scope.partial ? filteredStatCost(args, scope) : statCost(args, scope);

/** Creates the arguments of a field that returns a page of a statistic. */
export const statArgs = ({ arg }: ArgBuilder) => ({
  name: arg({ type: StatNameEnum, required: true, description: 'The statistic to read.' }),
  search: arg.string({
    description: 'Text that a value must contain, matched literally and without regard to case.',
  }),
  sort: arg({ type: StatSort, description: 'Order of the rows; `MAX` by default.' }),
  first: arg.int({ description: PAGING_HELP.first }),
  after: arg.string({ description: PAGING_HELP.after }),
});

type Paged = { first?: number | null | undefined };

const asConnection = (result: StatResult) =>
  connection(result, ({ value, count }) => ({ name: result.name, value, count }));

/** Resolves a page of a statistic of a website. */
export const statConnection = async (
  website: Website,
  { first, ...args }: Paged & { from: string; to: string },
  context: Context,
) => asConnection(await readStats(website, { ...args, per_page: first }, context));

/** Resolves a page of a statistic of a period. */
export const periodStatConnection = async (period: Period, { first, ...args }: Paged, context: Context) =>
  asConnection(await readPeriodStats(period, { ...args, per_page: first }, context));
