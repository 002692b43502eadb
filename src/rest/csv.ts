import type { Context as KoaContext } from 'koa';
import { z } from 'zod';
import type { Money } from '../stats/behaviour/money.ts';
import { type Cell, csvText } from '../stats/csv.ts';
import { oneOf, optional, parseInput, text, withDefault } from '../validation/rules.ts';

/** The rules of the parameters of routes whose response may be CSV. */
export const csvRules = {
  format: withDefault(oneOf(['json', 'csv']), 'json'),
  link: optional(text(64)),
};
const schema = z.object(csvRules);

/** The media type of CSV. */
export const CSV = 'text/csv';

/** Rows of a response as a table. */
export interface CsvTable {
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
}

/** Whether a request asks for CSV. It may then have no API key. */
export const asksForCsv = ({ query }: Pick<KoaContext, 'query'>): boolean => query.format === 'csv';

/** @throws AppError `invalid` if `format` or `link` is wrong. */
export const requireFormat = (query: object): void => void parseInput(schema, query);

/** Returns records as a table of some of their fields. */
export const tableOf = <Name extends string>(
  columns: readonly Name[],
  records: readonly Readonly<Record<Name, Cell>>[],
): CsvTable => ({ columns, rows: records.map((record) => columns.map((name) => record[name])) });

/** Returns the amounts of rows as columns, `revenue_EUR`, one for each currency of these rows. */
export function revenueColumns(records: readonly { revenue?: readonly Money[] }[]) {
  const found = records.flatMap(({ revenue = [] }) => revenue.map(({ currency }) => currency));
  const currencies = [...new Set(found)].sort();
  const cells = ({ revenue = [] }: (typeof records)[number]): Cell[] =>
    currencies.map((currency) => {
      const money = revenue.find((one) => one.currency === currency);
      return money ? { amount: money.amount } : null;
    });
  return { columns: currencies.map((currency) => `revenue_${currency}`), cells };
}

/** The header `Link` (RFC 8288) with the other pages. */
function linkHeader(links: Readonly<Record<string, string | null>>): string {
  return Object.entries(links)
    .filter(([, address]) => address !== null)
    .map(([rel, address]) => `<${address}>; rel="${rel}"`)
    .join(', ');
}

/**
 * Sends a table. It has no byte-order mark, because programs read it.
 * @param links the addresses of other pages; undefined for a table without pages.
 */
export function sendCsv(
  ctx: KoaContext,
  { columns, rows }: CsvTable,
  links?: Readonly<Record<string, string | null>>,
): void {
  ctx.type = CSV;
  ctx.body = csvText([columns, ...rows]);
  if (links) ctx.set('Link', linkHeader(links));
}
