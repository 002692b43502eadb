import type { PrismaClient } from '../../../src/generated/prisma/client.ts';

/** A count of the rollup. */
export interface RollupRow {
  websiteId: number;
  name: string;
  /** A day as 20261121, or a whole month as 202611. */
  period: number;
  value: string;
  count: number;
}

type DeferredDays = [day: number, names: Record<string, [value: string, count: number][]>][];

/**
 * Reads the rollup as owners see it: the rows of `Stat`, and the increments that are not there yet. It uses
 * none of the product's code for them.
 */
export async function rollupRows(
  read: Pick<PrismaClient, 'stat' | 'websiteLock'>,
  where: Partial<Pick<RollupRow, 'websiteId' | 'name' | 'period'>> = {},
): Promise<RollupRow[]> {
  const rows = new Map<string, RollupRow>();
  const add = (row: RollupRow) => {
    const key = JSON.stringify([row.websiteId, row.name, row.period, row.value]);
    const existing = rows.get(key);
    if (existing) existing.count += row.count;
    else rows.set(key, row);
  };
  for (const { count, ...row } of await read.stat.findMany({ where })) add({ ...row, count: Number(count) });
  for (const { websiteId, deferred } of await read.websiteLock.findMany()) {
    const days = deferred === '' ? [] : (JSON.parse(deferred) as DeferredDays);
    for (const [period, names] of days)
      for (const [name, counts] of Object.entries(names))
        for (const [value, count] of counts) {
          const row = { websiteId, name, period, value, count };
          if (Object.entries(where).every(([key, wanted]) => row[key as keyof RollupRow] === wanted))
            add(row);
        }
  }
  return [...rows.values()].filter(({ count }) => count !== 0);
}
