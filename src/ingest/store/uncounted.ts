import { raw, type Sql } from '../../db/sql/sql.ts';
import type { PrismaClient } from '../../generated/prisma/client.ts';

/** The states of an import (src/transfer/imports/states.ts) in which no total counts its rows. */
export const UNCOUNTED_STATES = ['running', 'undoing'] as const;

/** The days of imports that are not finished, or not removed yet. */
export interface UncountedDays {
  /** A condition on the column `day`: its rows are counted. Days with totals are, whatever is imported. */
  counted: Sql;
  /** Identifies the imports. */
  key: string;
}

/** Finds the days of a website whose rows statistics do not contain, because an import is not finished. */
export async function uncountedDays(
  { import: imports }: Pick<PrismaClient, 'import'>,
  websiteId: number,
): Promise<UncountedDays> {
  const rows = await imports.findMany({
    where: { websiteId, state: { in: [...UNCOUNTED_STATES] }, firstDay: { not: null } },
    select: { id: true, firstDay: true, lastDay: true },
    orderBy: { id: 'asc' },
  });
  const counted = `SELECT "day" FROM "DayTotal" WHERE "websiteId" = ${Number(websiteId)}`;
  const without = `"day" NOT IN (${counted} AND "pageviews" + "events" > 0)`;
  const conditions = rows.map(
    ({ firstDay, lastDay }) => `NOT ("day" BETWEEN ${firstDay} AND ${lastDay} AND ${without})`,
  );
  return { counted: raw(['TRUE', ...conditions].join(' AND ')), key: rows.map(({ id }) => id).join() };
}
