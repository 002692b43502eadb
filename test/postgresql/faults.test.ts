import { cp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { root } from '../../src/root.ts';
import { more, startLoad } from '../support/crash/load.ts';
import { createSite, expectNothingWrong, LONG, readStatistics, type Site } from '../support/crash/site.ts';
import { memoryOf } from '../support/memory.ts';
import {
  freePort,
  newFolder,
  type PostgresqlServer,
  startPostgresql,
} from '../support/postgresql/server.mjs';
import { run, startProcess } from '../support/process.ts';
import { temporaryFolder } from '../support/server.ts';

const LIMIT = 180_000;
/** How long PostgreSQL is stopped. Hits wait for five seconds before the server refuses them. */
const OUTAGE_S = LONG ? 10 : 6;
/** The load of a test. Without the pause, the clients would use all CPU time while their hits are refused. */
const LOAD = { connections: 64, pause: 20 };
const NO_SYNC = { fsync: 'off' };
/** The number of connections in the test that exhausts them, and of those reserved for superusers. */
const SLOTS = 14;
const RESERVED = 3;

interface Bench {
  postgresql: PostgresqlServer;
  site: Site;
  folder: string;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts a PostgreSQL server for one test, with a site. */
async function openBench(flags: Record<string, string> = {}, more = 0): Promise<Bench> {
  const temporary = await temporaryFolder();
  const postgresql = await startPostgresql({ flags: { ...NO_SYNC, ...flags } });
  await postgresql.sql('CREATE DATABASE footfall');
  const site = await createSite(temporary.folder, postgresql.url('footfall'), more);
  return {
    ...{ postgresql, site, folder: temporary.folder },
    async [Symbol.asyncDispose]() {
      await postgresql.stop();
      await temporary[Symbol.asyncDispose]();
    },
  };
}

const statusOf = async (url: string) => (await fetch(url)).status;

/** Waits until /readyz has a status. */
async function readiness(url: string, status: 200 | 503): Promise<void> {
  while ((await statusOf(`${url}/readyz`)) !== status) await sleep(50);
}

/**
 * Takes all connections available to a user, including those of the server under test, which cannot reconnect
 * then.
 */
async function takeAll(postgresql: PostgresqlServer, url: string, all: number): Promise<pg.Client[]> {
  const held: pg.Client[] = [];
  while (held.length < all) {
    const client = new pg.Client(url);
    client.on('error', () => undefined);
    try {
      await client.connect();
      held.push(client);
    } catch (error) {
      if ((error as pg.DatabaseError).code !== TOO_MANY) throw error;
      await postgresql.sql(END_SERVERS);
    }
  }
  return held;
}

const TOO_MANY = '53300';
const END_SERVERS = `SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity
  WHERE application_name = 'footfall'`;

describe('when PostgreSQL', () => {
  test(
    `is stopped for ${OUTAGE_S} s under load, the server answers 503, recovers and loses no stored hit`,
    async () => {
      await using bench = await openBench();
      const { postgresql, site } = bench;
      await using server = await startProcess(bench.folder, site.env);
      const { url } = server;
      const load = startLoad({ url, websites: site.websites, name: 'stopped', ...LOAD });
      await more(load, 2_000);
      const before = memoryOf(server.pid) ?? 0;
      await postgresql.halt();
      await readiness(url, 503);
      const start = performance.now();
      let most = 0;
      while (performance.now() - start < OUTAGE_S * 1_000 || load.ledger.refused.size === 0) {
        most = Math.max(most, memoryOf(server.pid) ?? 0);
        await sleep(100);
      }
      expect(await statusOf(`${url}/healthz`)).toBe(200);
      const headers = { authorization: `Bearer ${site.key}` };
      const refused = await fetch(`${url}/api/v1/websites`, { headers });
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
      const { refused: hits, retryAfter, wrong } = load.ledger;
      expect(hits.size).toBeGreaterThan(0);
      expect([retryAfter, wrong]).toEqual([new Set(['5']), []]);

      const { data, port } = postgresql;
      const again = await startPostgresql({ data, port, flags: NO_SYNC });
      await readiness(url, 200);
      await more(load, 2_000);
      await server.says(/^Hits are stored again/);
      await load.stop();
      expect(await readStatistics(url, site.key)).toEqual([200, 200]);
      await expectNothingWrong(site, 'stopped', [load.ledger]);
      // Memory grows only by the queue of waiting hits.
      expect(most - before).toBeLessThan(100);
      expect(server.lines.some(({ msg }) => msg.includes('cannot be reached: start it'))).toBe(true);
      await again.halt();
    },
    LIMIT,
  );

  test(
    'is restarted under load with 1,000 websites, all hits wait and none is refused',
    async () => {
      await using bench = await openBench({}, 998);
      const { postgresql, site } = bench;
      await using server = await startProcess(bench.folder, site.env);
      const load = startLoad({ url: server.url, websites: site.websites, name: 'wait', ...LOAD });
      // Half of the websites are known to the server when the database stops.
      await more(load, 500);
      let { data, port } = postgresql;
      let last: PostgresqlServer = postgresql;
      let outage = Number.POSITIVE_INFINITY;
      // Hits wait for five seconds. A restart of a database takes longer on a very busy machine.
      while (outage > 4_000) {
        load.ledger.refused.clear();
        const start = performance.now();
        await last.halt();
        last = await startPostgresql({ data, port, flags: NO_SYNC });
        await readiness(server.url, 200);
        outage = performance.now() - start;
        ({ data, port } = last);
      }
      await more(load, 2_000);
      await load.stop();
      expect([load.ledger.refused.size, load.ledger.wrong]).toEqual([0, []]);
      await expectNothingWrong(site, 'wait', [load.ledger]);
      await last.halt();
    },
    LIMIT,
  );

  test(
    'terminates connections within transactions, hits are delayed, but none is lost or counted twice',
    async () => {
      await using bench = await openBench();
      const { postgresql, site } = bench;
      await using server = await startProcess(bench.folder, site.env);
      const load = startLoad({ url: server.url, websites: site.websites, name: 'cut', connections: 64 });
      await more(load, 500);
      let cut = 0;
      // On a busy machine, many attempts find no transaction.
      while (cut < 15) {
        const rows = await postgresql.sql(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE application_name = 'footfall' AND xact_start IS NOT NULL`,
        );
        cut += rows.length;
        await more(load, 50);
      }
      await load.stop();
      await expectNothingWrong(site, 'cut', [load.ledger]);
      // Only hits whose commit is uncertain are not acknowledged.
      const { refused, uncertain } = load.ledger;
      expect([refused.size, uncertain.size < cut * 64]).toEqual([0, true]);
    },
    LIMIT,
  );

  test(
    'crashes before it confirms a commit, the 503 suggests no retry, and the hit counts once',
    async () => {
      await using bench = await openBench();
      const { postgresql, site } = bench;
      await using server = await startProcess(bench.folder, site.env);
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
    },
    LIMIT,
  );

  test(
    'has no free connection, the server answers and logs 503 with Retry-After, and then recovers',
    async () => {
      await using bench = await openBench({
        max_connections: String(SLOTS),
        superuser_reserved_connections: String(RESERVED),
      });
      const { postgresql, site } = bench;
      await postgresql.sql(`CREATE USER visitor PASSWORD 'visitor'`);
      await postgresql.sql(
        'GRANT ALL ON DATABASE footfall TO visitor; ALTER DATABASE footfall OWNER TO visitor',
      );
      await postgresql.sql(
        'GRANT ALL ON ALL TABLES IN SCHEMA public TO visitor; ' +
          'GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO visitor',
        'footfall',
      );
      const url = new URL(site.url);
      [url.username, url.password] = ['visitor', 'visitor'];
      const env = { ...site.env, DATABASE_URL: url.href };
      await using server = await startProcess(bench.folder, env);
      const held = await takeAll(postgresql, url.href, SLOTS - RESERVED);
      const headers = { authorization: `Bearer ${site.key}` };
      const asked = await Promise.all(
        Array.from({ length: 8 }, () => fetch(`${server.url}/api/v1/websites`, { headers })),
      );
      expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([503]));
      for (const { headers: said } of asked) expect(Number(said.get('retry-after'))).toBeGreaterThan(0);
      expect(await statusOf(`${server.url}/readyz`)).toBe(503);
      const second = await run('dist/main.js', [], bench.folder, { ...env, PORT: '0' });
      expect([second.code, second.stderr]).toEqual([
        1,
        expect.stringContaining('has no free connection: raise'),
      ]);
      expect(second.stderr).not.toContain('visitor:');

      await Promise.all(held.map((client) => client.end()));
      await readiness(server.url, 200);
      expect(await readStatistics(server.url, site.key)).toEqual([200, 200]);
      const load = startLoad({ url: server.url, websites: site.websites, name: 'free', connections: 8 });
      await more(load, 200);
      await load.stop();
      await expectNothingWrong(site, 'free', [load.ledger]);
    },
    LIMIT,
  );

  test(
    'fails over to a new address of the same name, the server follows, and no acknowledged hit is lost',
    async () => {
      await using temporary = await temporaryFolder();
      const [here, there] = ['127.0.0.2', '127.0.0.3'];
      const port = await freePort(here);
      const first = await startPostgresql({ host: here, port, flags: NO_SYNC });
      await first.sql('CREATE DATABASE footfall');
      await first.halt();
      // Synchronous replication from the first hit: every acknowledged hit is on both servers.
      const copy = path.join(await newFolder(), 'data');
      await cp(first.data, copy, { recursive: true, preserveTimestamps: true });
      await run('--eval', [COPY_OWNER, first.data, copy], temporary.folder);
      const primary = await startPostgresql({
        ...{ host: here, port, data: first.data },
        flags: { ...NO_SYNC, synchronous_standby_names: '*' },
      });
      await writeFile(path.join(copy, 'standby.signal'), '');
      const source = new URL(primary.url('postgres'));
      const standby = await startPostgresql({
        ...{ host: there, port, data: copy },
        flags: { ...NO_SYNC, primary_conninfo: source.href },
      });
      const hosts = path.join(temporary.folder, 'hosts');
      await writeFile(hosts, here);
      const site = await createSite(temporary.folder, primary.url('footfall'));
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
      await expectNothingWrong({ url: moved, env: { ...site.env, DATABASE_URL: moved } }, 'moved', [
        load.ledger,
      ]);
      await server.stop('SIGTERM');
      await standby.stop();
      await first.stop();
    },
    LIMIT,
  );
});

/** Gives the copy of a folder the owner of the original. */
const COPY_OWNER = `
const { chownSync, chmodSync, readdirSync, statSync } = require('node:fs');
const { uid, gid } = statSync(process.argv[1]);
const give = (file) => {
  chownSync(file, uid, gid);
  if (statSync(file).isDirectory()) for (const name of readdirSync(file)) give(file + '/' + name);
};
give(process.argv[2]);
chmodSync(process.argv[2], 0o700);`;
