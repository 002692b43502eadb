import { expect, test } from '@jest/globals';
import { expectNothingWrong, LONG, type Site } from '../support/crash/site.ts';
import { expectAllRecorded, killOne, recordOnBoth, startTwo } from '../support/crash/two.ts';
import { environmentIn } from '../support/database.ts';
import { runSql } from '../support/postgresql/sql.ts';
import { startProcess } from '../support/process.ts';
import { temporaryFolder } from '../support/server.ts';

const HITS = LONG ? 40_000 : 2_000;

/** The number of deadlocks in the database of a site. */
async function deadlocks({ url }: Site): Promise<number> {
  const rows = await runSql('SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()', url);
  return Number(rows[0]?.deadlocks);
}

test('two instances that record the same visitors of the same websites count correctly', async () => {
  await using two = await startTwo('both');
  await recordOnBoth(two, HITS);
  await expectAllRecorded(two);
  expect(await deadlocks(two.site)).toBe(0);
});

test('an instance that is killed loses no acknowledged hit, and the other continues', async () => {
  await using two = await startTwo('kill');
  const ledgers = await killOne(two, HITS / 4);
  expect(ledgers[0].unanswered.size).toBeGreaterThan(0);
  await expectNothingWrong(two.site, 'kill', ledgers);
  expect(await deadlocks(two.site)).toBe(0);
});

test('three instances that start concurrently on an empty database migrate it once', async () => {
  await using temporary = await temporaryFolder();
  const env = await environmentIn(temporary.folder, { HOST: '127.0.0.1' });
  const servers = await Promise.all([1, 2, 3].map(() => startProcess(temporary.folder, env)));
  const migrated = servers.filter(({ lines }) =>
    lines.some(({ msg }) => msg === 'The database was migrated'),
  );
  expect(migrated).toHaveLength(1);
  for (const { url } of servers) expect((await fetch(`${url}/readyz`)).status).toBe(200);
  // One of them becomes the leader and runs the jobs.
  await Promise.race(servers.map((server) => server.says(/^This instance is now the leader/)));
  const rows = await runSql('SELECT "holder" FROM "Lease"', env.DATABASE_URL);
  expect(rows).toHaveLength(1);
  expect(await Promise.all(servers.map((server) => server.stop('SIGTERM')))).toEqual([0, 0, 0]);
});
