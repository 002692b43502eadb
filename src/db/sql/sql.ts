import { createRequire } from 'node:module';
import type * as utils from '@prisma/client-runtime-utils';

/**
 * SQL as text with parameters: what `Prisma.sql` and `Prisma.raw` are. From the package where they live, so that who needs no
 * more, such as the thread that records hits, does without the 15 MB that the client takes.
 *
 * By `require`, as the client does: the package's ES module has classes of its own, which the client would take for values.
 */
const { raw, Sql, sql } = createRequire(import.meta.url)('@prisma/client-runtime-utils') as typeof utils;

type Sql = utils.Sql;

export { raw, Sql, sql };

/** Names of columns, as they stand in SQL. */
export function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

/** Values of one row, in the order of the columns. 64-bit integers are bigints. */
export type Row = readonly unknown[];
