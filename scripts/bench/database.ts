import { addAccount, addTeam } from '../../src/auth/accounts.ts';
import type { Database } from '../../src/db/database.ts';
import { migrate } from '../../src/db/migrations/migrate.ts';
import { openDatabase } from '../../src/db/open.ts';

/** The tracking ID of the website that receives a benchmark's hits. */
export const TRACKING_ID = 'benchbenchbench0';

/** A website that receives a benchmark's hits. */
export interface BenchWebsite {
  trackingId: string;
  domain: string;
}

/** The websites of a benchmark with many; no number of them changes the first ones. */
export function benchWebsites(count: number): BenchWebsite[] {
  return Array.from({ length: count }, (_, index) => ({
    trackingId: index === 0 ? TRACKING_ID : `bench${String(index).padStart(11, '0')}`,
    domain: index === 0 ? 'shop.example' : `shop-${index}.example`,
  }));
}

/** Migrates an empty database and adds websites, one by default. @returns the URL of the database. */
export async function withWebsite(url: string, { excludeBots = true, count = 1 } = {}): Promise<string> {
  await migrate(url);
  await withDatabase(url, async (db) => {
    const at = new Date();
    await db.write(async (tx) => {
      const data = { email: 'bench@example.com', passwordHash: '', language: null };
      const { id: accountId } = await addAccount(tx, data, at);
      const { teamId } = await addTeam(tx, accountId, data.email, at);
      await tx.website.createMany({
        data: benchWebsites(count).map(({ trackingId, domain }) => ({
          teamId,
          url: `https://${domain}`,
          domain,
          trackingId,
          privacy: 1,
          email: false,
          excludeBots,
          timezone: 'Europe/Berlin',
          createdAt: at,
          updatedAt: at,
        })),
      });
    });
  });
  return url;
}

/** Opens a database while `use` runs. */
export async function withDatabase<T>(url: string, use: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase(url);
  try {
    return await use(db);
  } finally {
    await db.close();
  }
}

/** Counts the stored and the dropped hits of a database. */
export function counts(url: string): Promise<{ hits: number; dropped: number }> {
  return withDatabase(url, async ({ read }) => {
    const hits = await read.hit.count();
    const { _sum } = await read.drop.aggregate({ _sum: { count: true } });
    return { hits, dropped: Number(_sum.count ?? 0) };
  });
}
