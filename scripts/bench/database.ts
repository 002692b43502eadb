import { existsSync, statSync } from 'node:fs';
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '../../src/db/database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { openDatabase } from '../../src/db/open.ts';
import { root } from '../../src/root.ts';

/** The website that the hits of a bench are for. */
export const TRACKING_ID = 'benchbenchbench0';

/** Makes a migrated database with one website. @returns its URL. */
export async function newDatabase(folder: string, name: string): Promise<string> {
  const url = `file:${path.join(folder, `${name}.db`)}`;
  await migrate(url);
  await withDatabase(url, async (db) => {
    const at = new Date();
    await db.write(async (tx) => {
      const account = await tx.account.create({
        data: { email: 'bench@example.com', passwordHash: '', createdAt: at, updatedAt: at },
      });
      await tx.website.create({
        data: {
          accountId: account.id,
          url: 'https://shop.example',
          domain: 'shop.example',
          privacy: 1,
          email: false,
          excludeBots: true,
          timezone: 'Europe/Berlin',
          trackingId: TRACKING_ID,
          createdAt: at,
          updatedAt: at,
        },
      });
    });
  });
  return url;
}

/**
 * A copy of a database that takes long to fill, and is therefore filled once and kept in node_modules/.cache.
 * @param name says what is in it.
 * @param fill gets a new database with one website.
 * @returns the copy's URL.
 */
export async function copyOfKept(
  folder: string,
  name: string,
  fill: (url: string) => Promise<void>,
): Promise<string> {
  const cache = path.join(root, 'node_modules/.cache/footfall-bench');
  const kept = path.join(cache, `${name}.db`);
  if (!existsSync(kept)) {
    await mkdir(cache, { recursive: true });
    await rm(path.join(cache, `${name}.unfinished.db`), { force: true });
    const url = await newDatabase(cache, `${name}.unfinished`);
    await fill(url);
    await rename(url.replace('file:', ''), kept);
  }
  const copy = path.join(folder, `${name}.db`);
  await copyFile(kept, copy);
  return `file:${copy}`;
}

/** Opens a database for as long as `use` runs. */
export async function withDatabase<T>(url: string, use: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase(url);
  try {
    return await use(db);
  } finally {
    await db.close();
  }
}

/** How many hits a database holds, and how many were dropped. */
export function counts(url: string): Promise<{ hits: number; dropped: number }> {
  return withDatabase(url, async ({ read }) => {
    const hits = await read.hit.count();
    const { _sum } = await read.drop.aggregate({ _sum: { count: true } });
    return { hits, dropped: Number(_sum.count ?? 0) };
  });
}

/** Bytes of a database that no process has open. */
export function bytes(url: string): number {
  return statSync(url.replace('file:', '')).size;
}
