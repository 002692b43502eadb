import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { root } from '../../../src/root.ts';
import { more, startLoad } from '../../support/crash/load.ts';
import { expectNothingWrong } from '../../support/crash/site.ts';
import { temporaryFolder } from '../../support/database.ts';
import {
  createSiteOn,
  LOAD,
  NO_SYNC,
  readiness,
  startOwnServer,
} from '../../support/postgresql/ownServer.ts';
import { freePort, newData, startPostgresql } from '../../support/postgresql/server.mjs';
import { startProcess } from '../../support/process.ts';

describe('when PostgreSQL', () => {
  test('crashes before it confirms a commit, the 503 suggests no retry, the hit counts once', async () => {
    await using own = await startOwnServer();
    const { postgresql, site } = own;
    await using server = await startProcess(own.folder, site.env);
    const first = startLoad({ url: server.url, websites: site.websites, name: 'told', connections: 1 });
    await more(first, 2);
    await first.stop();
    // From now on a commit waits for a standby that does not exist.
    await postgresql.sql(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await postgresql.sql('SELECT pg_reload_conf()');
    const asked = startLoad({ url: server.url, websites: site.websites, name: 'untold', connections: 1 });
    const waits = `SELECT 1 FROM pg_stat_activity JOIN pg_locks USING (pid)
        WHERE wait_event = 'SyncRep' AND relation = '"Hit"'::regclass`;
    while ((await postgresql.sql(waits, 'footfall')).length === 0) await sleep(20);
    const stopped = asked.stop();
    await postgresql.kill();
    await stopped;
    const { acknowledged, uncertain, sent } = asked.ledger;
    // Some hits may be committed before the setting is applied.
    expect([uncertain.size, acknowledged.size]).toEqual([1, sent.size - 1]);

    const { data, port } = postgresql;
    const alone = { ...NO_SYNC, synchronous_standby_names: '' };
    const again = await startPostgresql({ data, port, flags: alone });
    await readiness(server.url, 200);
    await expectNothingWrong(site, 'told', [first.ledger]);
    const { stored } = await expectNothingWrong(site, 'untold', [asked.ledger]);
    expect(stored).toEqual(sent);
    await again.halt();
  });

  test('fails over to a new address, the server follows and loses no acknowledged hit', async () => {
    await using temporary = await temporaryFolder();
    const [here, there] = ['127.0.0.2', '127.0.0.3'];
    const port = await freePort(here);
    // Both servers begin with the same data. Every acknowledged hit is on both: replication is synchronous.
    await using primary = await startPostgresql({
      host: here,
      port,
      flags: { ...NO_SYNC, synchronous_standby_names: '*' },
    });
    const data = (await newData()) ?? '';
    await writeFile(path.join(data, 'standby.signal'), '');
    await using standby = await startPostgresql({
      host: there,
      port,
      data,
      flags: { ...NO_SYNC, primary_conninfo: primary.url('postgres') },
    });
    const hosts = path.join(temporary.folder, 'hosts');
    await writeFile(hosts, here);
    const site = await createSiteOn(primary, temporary.folder);
    const env = {
      ...site.env,
      DATABASE_URL: primary.url('footfall', 'database.test'),
      NODE_OPTIONS: `--import ${path.join(root, 'test/support/postgresql/hosts.mjs')}`,
      FOOTFALL_TEST_HOSTS: hosts,
    };
    await using server = await startProcess(temporary.folder, env);
    const load = startLoad({ url: server.url, websites: site.websites, name: 'moved', ...LOAD });
    await more(load, 1_000);
    await primary.kill();
    await readiness(server.url, 503);
    await standby.sql('SELECT pg_promote()');
    await writeFile(hosts, there);
    await readiness(server.url, 200);
    await more(load, 1_000);
    await load.stop();
    const moved = standby.url('footfall');
    await expectNothingWrong({ url: moved }, 'moved', [load.ledger]);
  });
});
