import DataLoader from 'dataloader';
import type { PrismaClient, Website } from '../generated/prisma/client.ts';
import { type DropQuery, type DropRow, dropLoader } from './drops.ts';
import { type StatPage, type StatQuery, statLoader } from './stats.ts';

/** Made anew for every request: what one request has read, the next reads again. */
export interface Loaders {
  website: DataLoader<number, Website | null>;
  stats: DataLoader<StatQuery, StatPage, string>;
  drops: DataLoader<DropQuery, DropRow[], string>;
}

/** Websites by id, statistics and drops by query, each kind in one statement however many are asked for. */
export function createLoaders(db: PrismaClient): Loaders {
  return {
    website: new DataLoader(async (ids) => {
      const rows = await db.website.findMany({ where: { id: { in: [...ids] } } });
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.map((id) => byId.get(id) ?? null);
    }),
    stats: statLoader(db),
    drops: dropLoader(db),
  };
}
