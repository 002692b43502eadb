import { statSync } from 'node:fs';
import type { CopyAdapter } from '../copyAdapter.ts';
import { sqliteFaults } from './faults.ts';
import { fileOf } from './settings.ts';

export function sqliteCopyAdapter(url: string): CopyAdapter {
  const file = fileOf(url);
  return {
    faults: sqliteFaults(file),
    words: file,
    // SQLite would create a missing file, and fill an empty one.
    missing() {
      const found = statSync(file, { throwIfNoEntry: false });
      return found?.isFile() && found.size > 0 ? null : `There is no database in the file ${file}.`;
    },
    // One file may have several names.
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
      // The table has no key for ON CONFLICT.
      await tx.$executeRaw`DELETE FROM sqlite_sequence WHERE "name" = ${table}`;
      await tx.$executeRaw`INSERT INTO sqlite_sequence ("name", "seq") VALUES (${table}, ${id})`;
    },
    async afterFilling() {},
  };
}
