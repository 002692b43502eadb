import { spawn } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { CITUS, KIND } from '../database.ts';
import { runSql } from '../postgresql/sql.ts';

const SCRIPT = `
const database = require('better-sqlite3')(process.argv[1], { timeout: Number(process.argv[2]) });
try {
  database.exec('BEGIN IMMEDIATE');
} catch (error) {
  console.log(error.code);
  process.exit();
}
console.log('locked');
const release = () => {
  database.exec('COMMIT');
  database.close();
  process.exit();
};
process.stdin.once('data', release).once('end', release);`;

/**
 * Makes another process take the write lock of a database.
 * @param wait how long, in ms, it waits for the lock if another connection holds it.
 * @returns once it has the lock; `release` ends the process.
 * @throws Error with SQLite's code if it does not get the lock.
 */
export async function lockFromOutside(file: string, wait = 0): Promise<{ release(): Promise<void> }> {
  const child = spawn(process.execPath, ['-e', SCRIPT, file, String(wait)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  // A failing test does not release the lock; the child then exits with this process.
  child.unref();
  for (const pipe of [child.stdin, child.stdout]) (pipe as unknown as { unref(): void }).unref();
  const exit = once(child, 'exit');
  const [said] = await Promise.race([once(child.stdout, 'data'), exit]);
  if (`${said}`.trim() !== 'locked') throw new Error(`${said}`.trim());
  return {
    async release() {
      child.stdin.write('\n');
      await exit;
    },
  };
}

/** A machine, and its tables with hits. */
interface Place {
  url: string;
  tables: string[];
}

/** Returns where PostgreSQL, or a cluster, has the rows of hits. The server writes to shards directly. */
async function hitPlaces(url: string): Promise<Place[]> {
  if (!CITUS) return [{ url, tables: ['"Hit"'] }];
  const machines = (await runSql(
    `SELECT nodename AS "hostname", nodeport AS "port", json_agg(shard_name) AS "tables" FROM citus_shards
      WHERE table_name = '"Hit"'::regclass GROUP BY nodename, nodeport`,
    url,
  )) as { hostname: string; port: number; tables: string[] }[];
  return machines.map(({ hostname, port, tables }) => ({
    url: Object.assign(new URL(url), { hostname, port: String(port) }).href,
    tables,
  }));
}

/** Blocks the recording of hits: another connection locks the SQLite file, or PostgreSQL's tables of hits. */
export async function blockWrites({
  url,
  file,
}: {
  url: string;
  file: string;
}): Promise<{ release(): Promise<void> }> {
  if (KIND === 'sqlite') return lockFromOutside(file, 10_000);
  const clients = await Promise.all(
    (await hitPlaces(url)).map(async (place) => {
      const client = new pg.Client(place.url);
      await client.connect();
      await client.query('BEGIN');
      // Otherwise Citus would not let anyone lock shards.
      if (CITUS) await client.query('SET LOCAL citus.enable_manual_changes_to_shards = on');
      await client.query(`LOCK TABLE ${place.tables.join(', ')} IN EXCLUSIVE MODE`);
      return client;
    }),
  );
  return {
    async release() {
      await Promise.all(clients.map((client) => client.end()));
    },
  };
}
