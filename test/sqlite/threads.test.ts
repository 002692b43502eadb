import { expect, test } from '@jest/globals';
import { sqliteFaults } from '../../src/db/sqlite/faults.ts';
import type { Arrival } from '../../src/ingest/hit.ts';
import { startRecorderThread } from '../../src/ingest/threads.ts';
import { createLog } from '../../src/log.ts';
import { root } from '../../src/root.ts';
import { addWebsites, openTestDatabase } from '../support/books/database.ts';
import { lockFromOutside } from '../support/books/lock.ts';

function arrival(page: string): Arrival {
  return {
    ...{ websiteId: 1, at: Date.now(), day: 20261121, hour: 12, path: page, event: null },
    ...{ address: '81.2.69.142', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/124.0', hints: null },
    known: {
      ...{ referrer: '', campaign: '', utm_source: '', utm_medium: '', utm_term: '', utm_content: '' },
      ...{ language: 'en', resolution: '' },
    },
    clickId: '',
    id: null,
  };
}

test('an SQLite error in the thread arrives as a fault, and nothing of the batch is stored', async () => {
  await using database = await openTestDatabase();
  await addWebsites(database.db);
  const data = {
    databaseUrl: database.url,
    geoDatabase: undefined,
    limits: { distinctValues: 0, dailyHits: 0 },
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
    limits: { distinctValues: 0, dailyHits: 0 },
  };
  await expect(startRecorderThread(data, createLog('silent', false))).rejects.toThrow(/ENOTDIR|EEXIST/);
});
