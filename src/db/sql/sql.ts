import { createRequire } from 'node:module';
import type * as utils from '@prisma/client-runtime-utils';

/**
 * SQL text with parameters, the same as `Prisma.sql` and `Prisma.raw`. It is imported from the package that
 * defines them, because the Prisma client takes 15 MB. The thread that records hits, for example, does
 * without the client.
 *
 * It is loaded with `require`, as in the client. The ES module of the package has classes of its own, and the
 * client would treat their instances as values.
 */
const { raw, Sql, sql } = createRequire(import.meta.url)('@prisma/client-runtime-utils') as typeof utils;

type Sql = utils.Sql;

export { raw, Sql, sql };

/** Returns a list of quoted column names for SQL. */
export function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

/** The values of one row, in the order of the columns. 64-bit integers are bigints. */
export type Row = readonly unknown[];
