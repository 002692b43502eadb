import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import type { Database, OpenOptions } from '../../../src/db/database.ts';
import { migrate } from '../../../src/db/migrate.ts';
import { openDatabase } from '../../../src/db/open.ts';
import { temporaryFolder } from '../server.ts';

export interface TestDatabase {
  db: Database;
  /** The database file. */
  file: string;
  [Symbol.asyncDispose](): Promise<void>;
}

let template: Promise<string> | undefined;

/** A real SQLite database of its own, migrated (once for all tests of a file), without a server. Use it with `await using`. */
export async function openTestDatabase(options: OpenOptions = {}): Promise<TestDatabase> {
  template ??= (async () => {
    const empty = path.join((await temporaryFolder()).folder, 'template.db');
    await migrate(`file:${empty}`);
    return empty;
  })();
  const temporary = await temporaryFolder();
  const file = path.join(temporary.folder, 'footfall.db');
  await copyFile(await template, file);
  const db = await openDatabase(`file:${file}`, options);
  return {
    db,
    file,
    async [Symbol.asyncDispose]() {
      await db.close();
      await temporary[Symbol.asyncDispose]();
    },
  };
}

/** Stores two websites in Tokyo, 1 and 2. */
export async function addWebsites(db: Database): Promise<void> {
  await db.write(async (tx) => {
    await tx.$executeRaw`INSERT INTO "Account" VALUES (1, 'owner@example.com', '', 0, 0)`;
    await tx.$executeRaw`INSERT INTO "Website" VALUES
      (1, 1, 'https://a.test', 'a.test', 1, NULL, 0, 1, NULL, 'Asia/Tokyo', 'a', 0, 0),
      (2, 1, 'https://b.test', 'b.test', 1, NULL, 0, 1, NULL, 'Asia/Tokyo', 'b', 0, 0)`;
  });
}
