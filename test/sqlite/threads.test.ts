import { expect, test } from '@jest/globals';
import { sqliteFaults } from '../../src/db/sqlite/faults.ts';
import { startRecorderThread } from '../../src/ingest/recorder/threads.ts';
import { createLog } from '../../src/log.ts';
import { root } from '../../src/root.ts';
import { arrival } from '../support/books/arrival.ts';
import { addWebsites, openTestDatabase } from '../support/books/database.ts';
import { lockFromOutside } from '../support/books/lock.ts';

test('an SQLite error in the thread arrives as a fault, and nothing of the batch is stored', async () => {
  await using database = await openTestDatabase();
  await addWebsites(database.db);
  const data = {
    databaseUrl: database.url,
    geoDatabase: undefined,
    dailyHits: 0,
  };
  const recorder = await startRecorderThread(data, createLog('silent', false));
  const lock = await lockFromOutside(database.file);
  const error = await recorder.record([arrival('/locked')]).catch((refusal: unknown) => refusal);
  expect(sqliteFaults(database.file).kindOf(error)).toBe('locked');
  await lock.release();
  expect(await database.db.read.hit.count()).toBe(0);
  expect(await recorder.record([arrival('/free')])).toEqual([null]);
  await recorder.close();
});

test('a thread that cannot start rejects with the cause', async () => {
  const data = {
    databaseUrl: `file:${root}/package.json/no.db`,
    geoDatabase: undefined,
    dailyHits: 0,
  };
  await expect(startRecorderThread(data, createLog('silent', false))).rejects.toThrow(/ENOTDIR|EEXIST/);
});
