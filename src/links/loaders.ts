import DataLoader from 'dataloader';
import type { Database } from '../db/database.ts';
import type { SharedLink } from '../generated/prisma/client.ts';
import { MAX_ID } from '../validation/rules.ts';

/** Loads shared links by id, in one SELECT. */
export function sharedLinkLoader({ read }: Pick<Database, 'read'>): DataLoader<number, SharedLink | null> {
  return new DataLoader(async (ids) => {
    const rows = await read.sharedLink.findMany({ where: { id: { in: ids.filter((id) => id <= MAX_ID) } } });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id) ?? null);
  });
}

/** Loads the shared links of websites by the website's id, oldest first. In one SELECT. */
export function websiteLinkLoader({ read }: Pick<Database, 'read'>): DataLoader<number, SharedLink[]> {
  return new DataLoader(async (ids) => {
    const rows = await read.sharedLink.findMany({
      where: { websiteId: { in: [...ids] } },
      orderBy: { id: 'asc' },
    });
    const byWebsite = new Map(ids.map((id) => [id, [] as SharedLink[]]));
    for (const row of rows) byWebsite.get(row.websiteId)?.push(row);
    return ids.map((id) => byWebsite.get(id) ?? []);
  });
}
