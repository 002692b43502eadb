import DataLoader from 'dataloader';
import type { Database } from '../db/database.ts';
import type { Report } from '../generated/prisma/client.ts';

/** How far back reports are shown. */
const SHOWN_MS = 90 * 24 * 3_600_000;

/**
 * Loads the reports of a website by its id: those of the last 90 days, newest first. One SELECT reads all
 * websites.
 */
export function reportLoader(
  { read }: Pick<Database, 'read'>,
  now: () => number,
): DataLoader<number, Report[]> {
  return new DataLoader(async (ids) => {
    const rows = await read.report.findMany({
      where: { websiteId: { in: [...ids] }, createdAt: { gte: new Date(now() - SHOWN_MS) } },
      orderBy: { id: 'desc' },
    });
    const byWebsite = new Map(ids.map((id) => [id, [] as Report[]]));
    for (const row of rows) byWebsite.get(row.websiteId)?.push(row);
    return ids.map((id) => byWebsite.get(id) ?? []);
  });
}
