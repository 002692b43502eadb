import { expect, test } from '@jest/globals';
import { more, reached, startLoad } from '../support/crash/load.ts';
import { createSite, expectNothingWrong, LONG, readStatistics } from '../support/crash/site.ts';
import { CONNECTIONS, expectAllRecorded, killOne, recordOnBoth, startTwo } from '../support/crash/two.ts';
import { emptyOnCluster } from '../support/postgresql/emptyCluster.ts';
import { runSql } from '../support/postgresql/sql.ts';
import { run, startProcess } from '../support/process.ts';
import { temporaryFolder } from '../support/server.ts';

const HITS = LONG ? 40_000 : 3_000;

test('two instances record consistently on a distributed database while statistics are read', async () => {
  await using two = await startTwo('both');
  let recording = true;
  const reading = (async () => {
    while (recording) {
      for (const { url } of two.servers) expect(await readStatistics(url, two.site.key)).toEqual([200, 200]);
    }
  })();
  await recordOnBoth(two, HITS);
  recording = false;
  await reading;
  await expectAllRecorded(two);
});

test('a killed instance loses no acknowledged hit and leaves no partial transaction', async () => {
  await using two = await startTwo('kill');
  const ledgers = await killOne(two, HITS / 4);
  // Completes transactions that were committed in one shard but not yet in another, from the coordinator's
  // log.
  await runSql('SELECT recover_prepared_transactions()', two.site.url);
  await expectNothingWrong(two.site, 'kill', ledgers);
});

test('a server records while its database is distributed, and no hit is lost or duplicated', async () => {
  await using database = await emptyOnCluster();
  await using temporary = await temporaryFolder();
  const site = await createSite(temporary.folder, database.url);
  await using server = await startProcess(temporary.folder, site.env);
  const load = startLoad({
    url: server.url,
    websites: site.websites,
    name: 'under',
    connections: CONNECTIONS,
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
  await more(load, HITS / 4);
  await load.stop();
  expect(load.ledger.refused.size).toBe(0);
  await expectNothingWrong(site, 'under', [load.ledger]);
});
