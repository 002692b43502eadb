import { statSync } from 'node:fs';
import path from 'node:path';
import { sqliteFaults } from '../db/sqlite/faults.ts';
import type { Kind } from './kinds.ts';

/** The file behind a `file:` URL. Nothing is made (db/sqlite/settings.ts makes its folder). */
export function fileOf(url: string): string {
  return path.resolve(url.replace(/^file:(\/\/)?/, ''));
}

export function sqliteKind(url: string): Kind {
  const file = fileOf(url);
  return {
    faults: sqliteFaults(file),
    words: file,
    // A file may have several names.
    async identity() {
      const found = statSync(file, { bigint: true, throwIfNoEntry: false });
      return found ? `${found.dev} ${found.ino}` : file;
    },
    async lastId(tx, table) {
      const [row] = await tx.$queryRaw<{ last: bigint }[]>`
        SELECT "seq" AS "last" FROM sqlite_sequence WHERE "name" = ${table}`;
      return row?.last ?? 0n;
    },
    async setLastId(tx, table, id) {
      // The table has no key that a conflict could be told by.
      await tx.$executeRaw`DELETE FROM sqlite_sequence WHERE "name" = ${table}`;
      await tx.$executeRaw`INSERT INTO sqlite_sequence ("name", "seq") VALUES (${table}, ${id})`;
    },
    async afterFilling() {},
  };
}
