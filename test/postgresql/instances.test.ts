import { expect, test } from '@jest/globals';
import { startLoad } from '../support/crash/load.ts';
import { createSite, expectNothingWrong, LONG, type Site } from '../support/crash/site.ts';
import { environmentIn } from '../support/database.ts';
import { runSql } from '../support/postgresql/sql.ts';
import { startProcess } from '../support/process.ts';
import { temporaryFolder } from '../support/server.ts';

const HITS = LONG ? 40_000 : 4_000;
const CONNECTIONS = 32;

/** Deadlocks that the server had to end in the database of a site. */
async function deadlocks({ url }: Site): Promise<number> {
  const rows = await runSql('SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()', url);
  return Number((rows as { deadlocks: string }[])[0]?.deadlocks);
}

test('two instances that record the same visitors of the same websites keep the books together', async () => {
  await using temporary = await temporaryFolder();
  const site = await createSite(temporary.folder);
  const { websites } = site;
  await using one = await startProcess(temporary.folder, site.env);
  await using other = await startProcess(temporary.folder, site.env);
  const loads = [one, other].map(({ url }, index) =>
    startLoad({ url, websites, name: `both/${index}`, connections: CONNECTIONS }),
  );
  await Promise.all(loads.map((load) => load.until(({ acknowledged }) => acknowledged.size >= HITS)));
  await Promise.all(loads.map((load) => load.stop()));
  const ledgers = loads.map(({ ledger }) => ledger);
  const { stored } = await expectNothingWrong(site, 'both', ledgers);
  expect(stored.size).toBe(ledgers.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0));
  expect(ledgers.map(({ refused }) => refused.size)).toEqual([0, 0]);
  expect(await deadlocks(site)).toBe(0);
  for (const { lines } of [one, other]) expect(lines.filter(({ level }) => level >= 40)).toEqual([]);
});

test('an instance that is killed has lost nothing that it acknowledged, and the other goes on', async () => {
  await using temporary = await temporaryFolder();
  const site = await createSite(temporary.folder);
  const { websites } = site;
  await using one = await startProcess(temporary.folder, site.env);
  await using other = await startProcess(temporary.folder, site.env);
  const [dying, staying] = [one, other].map(({ url }, index) =>
    startLoad({ url, websites, name: `kill/${index}`, connections: CONNECTIONS }),
  );
  if (!dying || !staying) throw new Error('Two were started.');
  await dying.until(({ acknowledged }) => acknowledged.size >= HITS / 4);
  await one.stop('SIGKILL');
  await dying.closed;
  const before = staying.ledger.acknowledged.size;
  await staying.until(({ acknowledged }) => acknowledged.size >= before + HITS / 4);
  await staying.stop();
  expect(dying.ledger.unanswered.size).toBeGreaterThan(0);
  expect(staying.ledger.refused.size).toBe(0);
  await expectNothingWrong(site, 'kill', [dying.ledger, staying.ledger]);
  expect(await deadlocks(site)).toBe(0);
});

test('two that start at the same moment on an empty database migrate it once, and both are ready', async () => {
  await using temporary = await temporaryFolder();
  const env = await environmentIn(temporary.folder, { HOST: '127.0.0.1' });
  const servers = await Promise.all([1, 2, 3].map(() => startProcess(temporary.folder, env)));
  const migrated = servers.filter(({ lines }) =>
    lines.some(({ msg }) => msg === 'The database was migrated'),
  );
  expect(migrated).toHaveLength(1);
  for (const { url } of servers) expect((await fetch(`${url}/readyz`)).status).toBe(200);
  // One of them alone is in charge of what is to be done once.
  await Promise.race(servers.map((server) => server.says(/^This instance is in charge/)));
  const rows = await runSql('SELECT "holder" FROM "Lease"', env.DATABASE_URL);
  expect(rows).toHaveLength(1);
  expect(await Promise.all(servers.map((server) => server.stop('SIGTERM')))).toEqual([0, 0, 0]);
});
