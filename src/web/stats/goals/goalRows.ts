import type { StatisticsGoalFileQuery } from '../../gql/graphql.ts';
import { t } from '../../shared/i18n/t.ts';
import { type Cell, rateCell } from '../details/download.ts';
import { goalNumbersOf } from './goalNumbers.ts';

type Row = NonNullable<StatisticsGoalFileQuery['website']>['period']['goals'][number];

/** All goals of a period, and their results in the compared period. */
export interface AllGoals {
  rows: Row[];
  /** Null for no columns. */
  before: Row[] | null;
}

/** The result as cells: conversions, visitors, rate, and revenue by currency. */
function cellsOf(row: Row | undefined, currencies: readonly string[]): Cell[] {
  if (!row) return [null, null, null, ...currencies.map(() => null)];
  const revenue = currencies.map((currency) => goalNumbersOf({ goal: row }, currency).revenue ?? null);
  return [
    ...[row.conversions, row.visitors, rateCell(row.conversionRate)],
    ...revenue.map((amount) => (amount === null ? null : { amount })),
  ];
}

/** Goals as rows, with a heading. A column of the period is followed by that of the compared period. */
export function goalRows({ rows, before }: AllGoals): Cell[][] {
  const money = [...rows, ...(before ?? [])].flatMap(({ revenue }) => revenue);
  const currencies = [...new Set(money.map(({ currency }) => currency))].sort();
  const names = [
    ...[t('metric.conversions'), t('metric.visitors'), t('metric.conversion_rate')],
    ...currencies.map((about) => t('file.about', { metric: t('metric.revenue'), about })),
  ];
  const byId = new Map(before?.map((row) => [row.goal?.id, row]));
  const line = (name: Cell, now: Cell[], earlier: Cell[]) => [
    name,
    ...now.flatMap((cell, index) => (before ? [cell, earlier[index] ?? null] : [cell])),
  ];
  return [
    line(
      t('statistic.goal.heading'),
      names,
      names.map((metric) => t('file.before', { metric })),
    ),
    ...rows.map((row) =>
      line(row.goal?.name ?? '', cellsOf(row, currencies), cellsOf(byId.get(row.goal?.id), currencies)),
    ),
  ];
}
