import { describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { more, startLoad } from '../../support/crash/load.ts';
import { expectNothingWrong, readStatistics } from '../../support/crash/site.ts';
import { readiness, startOwnServer, statusOf } from '../../support/postgresql/ownServer.ts';
import type { PostgresqlServer } from '../../support/postgresql/server.mjs';
import { run, startProcess } from '../../support/process.ts';

/** The number of connections in the test that exhausts them, and of those reserved for superusers. */
const SLOTS = 14;
const RESERVED = 3;

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
  test('ends connections in transactions, hits are delayed, none is lost or counted twice', async () => {
    await using own = await startOwnServer();
    const { postgresql, site } = own;
    await using server = await startProcess(own.folder, site.env);
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
  });

  test('has no free connection, the server answers and logs 503 with Retry-After, and recovers', async () => {
    await using own = await startOwnServer({
      max_connections: String(SLOTS),
      superuser_reserved_connections: String(RESERVED),
    });
    const { postgresql, site } = own;
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
    await using server = await startProcess(own.folder, env);
    const held = await takeAll(postgresql, url.href, SLOTS - RESERVED);
    const headers = { authorization: `Bearer ${site.key}` };
    const asked = await Promise.all(
      Array.from({ length: 8 }, () => fetch(`${server.url}/api/v1/websites`, { headers })),
    );
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([503]));
    for (const { headers: said } of asked) expect(Number(said.get('retry-after'))).toBeGreaterThan(0);
    expect(await statusOf(`${server.url}/readyz`)).toBe(503);
    const second = await run('dist/main.js', [], own.folder, { ...env, PORT: '0' });
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
  });
});
