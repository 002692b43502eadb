import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { isPostgresql } from '../../src/db/url.ts';
import { nodesOf } from './nodes.ts';

/**
 * Returns a function that reads the CPU time of the database's processes on this machine, in seconds: all
 * processes of each PostgreSQL server that has rows. SQLite has none of its own.
 */
export async function databaseCpu(url: string): Promise<() => number> {
  if (!isPostgresql(url)) return () => 0;
  const servers = new Set<number>();
  for (const node of [url, ...(await nodesOf(url))]) servers.add(await serverOf(node));
  return () => [...servers].reduce((sum, server) => sum + cpuOf(server), 0);
}

/** The process id of the server that accepts connections: the parent of a connection's process. */
async function serverOf(url: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS "pid"');
  const parent = fieldsOf(rows[0]?.pid ?? 0)?.[1];
  await client.end();
  if (!parent) throw new Error('The processes of the database are not on this machine.');
  return Number(parent);
}

/** The CPU time of a server, its running processes and those that have ended, in seconds. */
function cpuOf(server: number): number {
  let ticks = 0;
  for (const name of readdirSync('/proc')) {
    const fields = /^\d+$/.test(name) ? fieldsOf(Number(name)) : null;
    if (!fields) continue;
    if (Number(name) === server) ticks += sum(fields.slice(11, 15));
    else if (Number(fields[1]) === server) ticks += sum(fields.slice(11, 13));
  }
  return ticks / 100;
}

const sum = (fields: readonly string[]) => fields.reduce((total, field) => total + Number(field), 0);

/** The fields of /proc/PID/stat after the name, see proc(5); null if the process has ended. */
function fieldsOf(pid: number): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return null;
  }
}
