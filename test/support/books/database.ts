import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { migrate } from '../../../src/db/migrate.ts';
import { type Database, type OpenOptions, openDatabase } from '../../../src/db/open.ts';
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
