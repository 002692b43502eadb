import type { GroupDimension, Question } from '../../engine/question/types.ts';
import type { Sums } from '../../engine/registry/metrics.ts';
import type { StatContext } from '../context.ts';
import type { Period } from '../periods.ts';
import { questionOf } from '../sums.ts';
import { type Money, moneyOf } from './money.ts';

/**
 * What goals and revenue are counted for: the totals of a period, or rows of a breakdown or a series, each
 * given by a value of each dimension.
 */
export interface CountedRows {
  by: readonly GroupDimension[];
  rows: readonly (readonly string[])[];
}

/** The totals: one row without values. */
export const TOTALS: CountedRows = { by: [], rows: [[]] };

/** More than there are currencies. */
const MAX_CURRENCIES = 400;

/** Returns something of a row by its values. */
export type OfRow<T> = (values: readonly string[]) => T;

const keyOf = (values: readonly string[]) => JSON.stringify(values);

function questionAbout(period: Period, { by, rows }: CountedRows, more: Partial<Question>): Question {
  return { ...questionOf(period), by, only: rows, limit: rows.length, ...more };
}

/** Reads the sums of rows; null for a row without any. */
export async function readRowSums(
  period: Period,
  counted: CountedRows,
  { loaders }: Pick<StatContext, 'loaders'>,
): Promise<OfRow<Sums | null>> {
  const { id: websiteId } = period.website;
  const { rows } = await loaders.analysis.load({ websiteId, question: questionAbout(period, counted, {}) });
  const found = new Map(rows.map(({ values, sums }) => [keyOf(values), sums]));
  return (values) => found.get(keyOf(values)) ?? null;
}

/** Reads the revenue of rows, by currency in the order of their codes. */
export async function readRowRevenue(
  period: Period,
  counted: CountedRows,
  { loaders }: Pick<StatContext, 'loaders'>,
): Promise<OfRow<Money[]>> {
  const { id: websiteId } = period.website;
  const limit = MAX_CURRENCIES * counted.rows.length;
  const question = questionAbout(period, counted, { measure: 'revenue', limit });
  const { rows } = await loaders.analysis.load({ websiteId, question });
  const found = new Map<string, Money[]>();
  for (const { values, amount } of rows) {
    const [currency = '', ...own] = values;
    const key = keyOf(own);
    found.set(key, [...(found.get(key) ?? []), moneyOf(currency, BigInt(amount ?? 0))]);
  }
  return (values) => found.get(keyOf(values)) ?? [];
}
