import { expect, test } from '@jest/globals';
import { type Load, startLoad } from '../support/crash/load.ts';
import { createSite, expectNothingWrong, LONG, readStatistics } from '../support/crash/site.ts';
import { emptyOnCluster } from '../support/postgresql/emptyCluster.ts';
import { runSql } from '../support/postgresql/sql.ts';
import { run, startProcess } from '../support/process.ts';
import { temporaryFolder } from '../support/server.ts';

const HITS = LONG ? 40_000 : 3_000;
const CONNECTIONS = 32;

const reached = (load: Load, hits: number) => load.until(({ acknowledged }) => acknowledged.size >= hits);

test('two instances keep the books together on a distributed database, while statistics are read', async () => {
  await using temporary = await temporaryFolder();
  const site = await createSite(temporary.folder);
  await using one = await startProcess(temporary.folder, site.env);
  await using other = await startProcess(temporary.folder, site.env);
  const loads = [one, other].map(({ url }, index) =>
    startLoad({ url, websites: site.websites, name: `both/${index}`, connections: CONNECTIONS }),
  );
  let recording = true;
  const reading = (async () => {
    while (recording) {
      for (const { url } of [one, other]) expect(await readStatistics(url, site.key)).toEqual([200, 200]);
    }
  })();
  await Promise.all(loads.map((load) => reached(load, HITS)));
  await Promise.all(loads.map((load) => load.stop()));
  recording = false;
  await reading;
  const ledgers = loads.map(({ ledger }) => ledger);
  const { stored } = await expectNothingWrong(site, 'both', ledgers);
  expect(stored.size).toBe(ledgers.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0));
  expect(ledgers.map(({ refused }) => refused.size)).toEqual([0, 0]);
  for (const { lines } of [one, other]) expect(lines.filter(({ level }) => level >= 40)).toEqual([]);
}, 120_000);

test('an instance that is killed has lost nothing that it acknowledged, and leaves nothing half done', async () => {
  await using temporary = await temporaryFolder();
  const site = await createSite(temporary.folder);
  const { websites } = site;
  await using one = await startProcess(temporary.folder, site.env);
  await using other = await startProcess(temporary.folder, site.env);
  const [dying, staying] = [one, other].map(({ url }, index) =>
    startLoad({ url, websites, name: `kill/${index}`, connections: CONNECTIONS }),
  );
  if (!dying || !staying) throw new Error('Two were started.');
  await reached(dying, HITS / 4);
  await one.stop('SIGKILL');
  await dying.closed;
  await reached(staying, staying.ledger.acknowledged.size + HITS / 4);
  await staying.stop();
  expect(staying.ledger.refused.size).toBe(0);
  // What was committed in one shard and not yet in another is completed from what the coordinator wrote down.
  await runSql('SELECT recover_prepared_transactions()', site.url);
  await expectNothingWrong(site, 'kill', [dying.ledger, staying.ledger]);
}, 120_000);

test('a database is distributed under a server that records: hits wait, and none is lost or counted twice', async () => {
  await using database = await emptyOnCluster();
  await using temporary = await temporaryFolder();
  const site = await createSite(temporary.folder, database.url);
  await using server = await startProcess(temporary.folder, site.env);
  const load = startLoad({
    ...{ url: server.url, websites: site.websites, name: 'under', connections: CONNECTIONS },
  });
  await reached(load, HITS / 4);
  const ended = await run(
    'bin/footfall.js',
    ['citus', 'distribute', '--shards', '4'],
    temporary.folder,
    site.env,
  );
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(ended.stdout).toMatch(/^done {3}Hit is distributed by "websiteId", in 4 shards, \d+ rows moved\.$/m);
  expect(await readStatistics(server.url, site.key)).toEqual([200, 200]);
  await reached(load, load.ledger.acknowledged.size + HITS / 4);
  await load.stop();
  expect(load.ledger.refused.size).toBe(0);
  await expectNothingWrong(site, 'under', [load.ledger]);
}, 120_000);
