import type { Database, OpenOptions } from '../../../src/db/database.ts';
import { openDatabase } from '../../../src/db/open.ts';
import { freshDatabase } from '../database.ts';

export interface TestDatabase {
  db: Database;
  url: string;
  /** The path of the SQLite file. */
  file: string;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Opens a new, migrated, real database without a server. Use it with `await using`. */
export async function openTestDatabase(options: OpenOptions = {}): Promise<TestDatabase> {
  const fresh = await freshDatabase();
  const db = await openDatabase(fresh.url, options);
  return {
    db,
    url: fresh.url,
    file: fresh.file,
    async [Symbol.asyncDispose]() {
      await db.close();
      await fresh[Symbol.asyncDispose]();
    },
  };
}

const LONG_AGO = new Date(0);

/** Stores two websites in Tokyo, 1 and 2. */
export async function addWebsites(db: Database): Promise<void> {
  const times = { createdAt: LONG_AGO, updatedAt: LONG_AGO };
  await db.write(async (tx) => {
    const { id: teamId } = await tx.team.create({ data: { name: 'Shops', ...times } });
    for (const name of ['a', 'b']) {
      await tx.website.create({
        data: {
          teamId,
          url: `https://${name}.test`,
          domain: `${name}.test`,
          trackingId: name,
          privacy: 1,
          email: false,
          excludeBots: true,
          timezone: 'Asia/Tokyo',
          ...times,
        },
      });
    }
  });
}
