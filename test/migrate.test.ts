import path from 'node:path';
import { expect, test } from '@jest/globals';
import { migrate } from '../src/db/migrate.ts';
import { openDatabase } from '../src/db/open.ts';
import { temporaryFolder } from './support/server.ts';

test('an empty database is migrated once, also several in one process, and is in WAL mode after', async () => {
  await using temporary = await temporaryFolder();
  for (const name of ['one.db', 'two.db']) {
    const url = `file:${path.join(temporary.folder, 'new', name)}`;
    expect(await migrate(url)).toEqual([expect.stringMatching(/_init$/)]);
    expect(await migrate(url)).toEqual([]);
    const db = await openDatabase(url);
    expect(await db.read.$queryRaw`PRAGMA journal_mode`).toEqual([{ journal_mode: 'wal' }]);
    await expect(db.read.setting.create({ data: { key: 'a', value: 'b' } })).rejects.toThrow(
      /readonly|read-only|attempt to write/i,
    );
    await db.close();
  }
});
