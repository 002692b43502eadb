import type { TableName } from '../db/sql/tables.ts';
import type { End } from './end.ts';
import type { CopiedName, CopiedTable } from './table.ts';

type Row = Readonly<Record<string, unknown>>;

/** The interface of all Prisma models, as far as it is used here. */
interface Model {
  findMany(args: { where: object; orderBy: object; take: number }): Promise<Row[]>;
  createMany(args: { data: readonly Row[] }): Promise<unknown>;
}

function modelOf(client: object, table: TableName): Model {
  const name = table.charAt(0).toLowerCase() + table.slice(1);
  return (client as Record<string, Model>)[name] as Model;
}

/** Maximum number of rows per page: a row may be large (lists of addresses), and Prisma parses each field. */
const PAGE = 250;

/**
 * Copies a table of few rows, through Prisma, which knows how each database stores times, booleans and bytes.
 */
export function modelTable(name: CopiedName, key: string): CopiedTable {
  return {
    name,
    async read({ db }: End, after, limit) {
      const rows = await modelOf(db.read, name).findMany({
        where: after ? { [key]: { gt: after[0] } } : {},
        orderBy: { [key]: 'asc' },
        take: Math.min(limit, PAGE),
      });
      const last = rows.at(-1);
      return last ? { rows, last: [last[key]] } : null;
    },
    async write({ db }, { rows }, first, meanwhile) {
      await db.write(async (tx) => {
        await first(tx);
        await modelOf(tx, name).createMany({ data: rows as Row[] });
      });
      meanwhile();
    },
  };
}
