import type { StatName } from '../../engine/registry/statistics.ts';
import type { Website } from '../../generated/prisma/client.ts';
import { sourceOfHost, sourceOfTag } from '../../ingest/source/known.ts';
import type { Context } from '../../request/context.ts';
import { statLabel } from '../../stats/labels.ts';
import type { Period } from '../../stats/periods.ts';
import { onceEach, type PreviousCounts, readPreviousCounts } from '../../stats/previousRows.ts';
import { readPeriodStats, readStats, type StatResult } from '../../stats/query.ts';
import { questionCost } from '../cost/analysis.ts';
import type { Cost, CostScope } from '../cost/cost.ts';
import { previousRowsCost } from '../cost/previousRows.ts';
import { hitsReadCost, readCost } from '../cost/stat.ts';
import type { ArgBuilder } from './args.ts';
import { builder } from './builder.ts';
import { connection, PAGING_HELP } from './connection.ts';
import { StatNameEnum, StatSort } from './enums.ts';
import { PREVIOUS_NULL, previousRowArgs, rowsBelow } from './previousRows.ts';

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
  /** Reads the rows of the page in the compared period; left out if the page belongs to no period. */
  previous?: (elapsed: boolean) => Promise<PreviousCounts>;
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
    previousCount: t.field({
      type: 'BigInt',
      nullable: true,
      description:
        'The count of the same value in `Period.previous`; 0 if the value did not occur. ' +
        `${PREVIOUS_NULL} Null for statistics by day, and outside of a \`Period\`.`,
      cost: previousRowsCost(),
      args: previousRowArgs(t),
      resolve: async ({ value, previous }, { elapsed }) =>
        (await previous?.(elapsed ?? false))?.(value) ?? null,
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
): Cost => ({
  points: name ? readCost(name, timesRead) : 1,
  below: rowsBelow(first, name),
});

/** The cost of a statistic under a filter. */
export const filteredStatCost = (
  { first }: { first?: number | null | undefined },
  scope: Pick<CostScope, 'days'>,
): Cost => ({
  points: questionCost(scope),
  below: rowsBelow(first),
});

/** The cost of a statistic of a period. Under a filter, or of a part of a day, its hits are counted. */
export function panelCost(args: Parameters<typeof statCost>[0], scope: CostScope): Cost {
  const { filtered, partial, timesRead } = scope;
  const { name, first } = args;
  if (filtered && name)
    return { points: hitsReadCost(name, timesRead, scope), below: rowsBelow(first, name) };
  return filtered || partial ? filteredStatCost(args, scope) : statCost(args, scope);
}

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

const asConnection = (result: StatResult, previous?: Stat['previous']) =>
  connection(
    result,
    ({ value, count }): Stat => ({ name: result.name, value, count, ...(previous && { previous }) }),
  );

/** Resolves a page of a statistic of a website. */
export const statConnection = async (
  website: Website,
  { first, ...args }: Paged & { from: string; to: string },
  context: Context,
) => asConnection(await readStats(website, { ...args, per_page: first }, context));

/** Resolves a page of a statistic of a period. */
export async function periodStatConnection(period: Period, { first, ...args }: Paged, context: Context) {
  const result = await readPeriodStats(period, { ...args, per_page: first }, context);
  const { name, rows } = result;
  const values = rows.map(({ value }) => value);
  return asConnection(
    result,
    onceEach((elapsed) => readPreviousCounts(period, { name, values }, elapsed, context)),
  );
}
