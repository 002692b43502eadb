/**
 * `npm run check:pgbouncer`: runs PgBouncer from the PATH in front of a PostgreSQL server, in each of its
 * pool modes, and checks the statements of docs/operating.md about it. Arguments select cases by parts
 * of their names. Not part of `npm test`, which does not need PgBouncer.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort, type PostgresqlServer, startPostgresql } from '../test/support/postgresql/server.mjs';
import { run, startProcess } from '../test/support/process.ts';
import { findCommand } from './installed.ts';

/** PgBouncer refuses to run as root. This user owns no files. */
const NOBODY = 65_534;
const DEADLINE_MS = 30_000;

interface Pooler {
  url(database: string): string;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts PgBouncer with settings of `[pgbouncer]`. */
async function startPgbouncer(to: PostgresqlServer, settings: Record<string, string>): Promise<Pooler> {
  const folder = await mkdtemp(path.join(tmpdir(), 'footfall-pgbouncer-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const { username, password } = new URL(to.url('postgres'));
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    unix_socket_dir: '',
    auth_type: 'plain',
    auth_file: `${folder}/users.txt`,
    ...settings,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`);
  await writeFile(`${folder}/users.txt`, `"${username}" "${decodeURIComponent(password)}"\n`);
  await writeFile(
    `${folder}/pgbouncer.ini`,
    `[databases]\n* = host=${to.host} port=${to.port}\n[pgbouncer]\n${lines.join('\n')}\n`,
  );
  const isRoot = process.getuid?.() === 0;
  const pooler = spawn('pgbouncer', ['-q', `${folder}/pgbouncer.ini`], {
    stdio: ['ignore', 'ignore', 'inherit'],
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
  });
  const url = (database: string) => to.url(database).replace(`:${to.port}/`, `:${port}/`);
  await untilReachable(url('postgres'), pooler);
  return {
    url,
    async [Symbol.asyncDispose]() {
      const ended = new Promise((resolve) => pooler.once('close', resolve));
      pooler.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

async function untilReachable(url: string, pooler: ChildProcess): Promise<void> {
  const end = performance.now() + DEADLINE_MS;
  while (pooler.exitCode === null && performance.now() < end) {
    try {
      await ask(url, 'SELECT 1');
      return;
    } catch {
      await sleep(50);
    }
  }
  throw new Error('PgBouncer does not start.');
}

/** Runs a statement as another program does that uses the same pooler. */
async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Settings that Footfall changes, as another program finds them in some sessions of the pooler. */
async function settingsOf(url: string): Promise<string[]> {
  const seen = new Set<string>();
  for (let index = 0; index < 5; index++) {
    const [row] = await ask(
      url,
      `SELECT current_setting('default_transaction_read_only') || ' ' || current_setting('DateStyle') ||
        ' ' || current_setting('search_path') AS "all"`,
    );
    seen.add(String(row?.all));
  }
  return [...seen];
}

const DEFAULTS = ['off ISO, MDY "$user", public'];

interface Case {
  name: string;
  settings: Record<string, string>;
  /** What follows the database in DATABASE_URL. */
  parameters?: string;
  /** What the server says when it refuses to start; it must start if undefined. */
  refusal?: RegExp;
}

const CASES: Case[] = [
  { name: 'session mode', settings: { pool_mode: 'session' } },
  {
    name: 'session mode, with a schema',
    settings: { pool_mode: 'session' },
    parameters: '?schema=stats',
  },
  {
    name: 'transaction mode',
    settings: { pool_mode: 'transaction' },
    refusal: /connection pooler in transaction mode.*set pool_mode = session/,
  },
  {
    name: 'transaction mode, one connection',
    settings: { pool_mode: 'transaction', default_pool_size: '1' },
    refusal: /connection pooler in transaction mode/,
  },
  {
    name: 'transaction mode, connections in turn',
    settings: { pool_mode: 'transaction', server_round_robin: '1', min_pool_size: '4' },
    refusal: /connection pooler in transaction mode/,
  },
  {
    name: 'statement mode',
    settings: { pool_mode: 'statement' },
    refusal: /PgBouncer in statement mode.*set pool_mode = session/,
  },
  {
    name: 'session mode, one connection',
    settings: { pool_mode: 'session', default_pool_size: '1' },
    refusal: /no second connection to the server: raise its pool_size/,
  },
  {
    name: 'session mode, options in the URL',
    settings: { pool_mode: 'session' },
    parameters: '?options=-c%20search_path%3Dpublic',
    refusal: /rejects a parameter of DATABASE_URL: remove options/,
  },
];

/** Checks one case on a new database. @returns the problems. */
async function check(postgresql: PostgresqlServer, one: Case, number: number): Promise<string[]> {
  const database = `case_${number}`;
  await postgresql.sql(`CREATE DATABASE ${database}`);
  await using pooler = await startPgbouncer(postgresql, one.settings);
  const folder = await mkdtemp(path.join(tmpdir(), 'footfall-pgbouncer-'));
  const env = { DATABASE_URL: pooler.url(database) + (one.parameters ?? '') };
  const problems: string[] = [];
  try {
    if (one.refusal) {
      const ended = await run('dist/main.js', [], folder, { ...env, PORT: '0' });
      if (ended.code !== 1 || !one.refusal.test(ended.stderr) || ended.stderr.trim().includes('\n'))
        problems.push(`the server exits with ${ended.code}: ${ended.stderr}${ended.stdout}`);
      const tables = await postgresql.sql(
        `SELECT FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
        database,
      );
      if (tables.length > 0) problems.push('the database was changed');
    } else {
      await using server = await startProcess(folder, env);
      problems.push(...(await use(server.url, folder, env)));
      if ((await server.stop('SIGTERM')) !== 0) problems.push('the server does not stop with 0');
    }
    const found = await settingsOf(pooler.url(database));
    if (String(found) !== String(DEFAULTS)) problems.push(`other programs find ${found.join(' | ')}`);
    await ask(pooler.url(database), 'CREATE TABLE other_program (id int)');
  } finally {
    await rm(folder, { recursive: true });
  }
  return problems;
}

/** Records a hit with a running server, and reads it. @returns the problems. */
async function use(url: string, folder: string, env: Record<string, string>): Promise<string[]> {
  const footfall = async (...args: string[]) => {
    const ended = await run('bin/footfall.js', [...args, '--json'], folder, env);
    if (ended.code !== 0) throw new Error(ended.stderr);
    return JSON.parse(ended.stdout);
  };
  const owner = ['--email', 'owner@example.com'];
  await footfall('account', 'create', ...owner, '--password', 'a long password 4 poolers');
  const { key } = await footfall('api-key', 'create', ...owner, '--name', 'check');
  const website = await footfall('website', 'create', ...owner, '--url', 'example.com');
  const body = JSON.stringify({ website: website.tracking_id, page: 'https://example.com/a' });
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:152.0) Gecko/20100101 Firefox/152.0';
  const hits = await Promise.all(
    Array.from({ length: 20 }, () =>
      fetch(`${url}/api/event`, { method: 'POST', headers: { 'user-agent': agent }, body }),
    ),
  );
  const day = new Date().toISOString().slice(0, 10);
  const stats = await fetch(`${url}/api/v1/stats/${website.id}?name=page&from=${day}&to=${day}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const { data } = (await stats.json()) as { data?: { count: number }[] };
  const ready = await fetch(`${url}/readyz`);
  const { differences } = await footfall('verify');
  return [
    hits.every(({ status }) => status === 202) ? '' : `hits are answered ${hits.map((h) => h.status)}`,
    data?.[0]?.count === 20 ? '' : `20 hits are read as ${JSON.stringify(data)}`,
    ready.status === 200 ? '' : `/readyz is ${ready.status}`,
    differences.length === 0 ? '' : 'verify finds differences',
  ].filter((problem) => problem !== '');
}

if (findCommand('pgbouncer') === null) {
  process.stdout.write(
    'Not checked, because pgbouncer is not on the PATH (Debian: apt-get install pgbouncer)\n',
  );
  process.exit(0);
}
await using postgresql = await startPostgresql({ flags: { fsync: 'off' } });
const wanted = process.argv.slice(2);
for (const [number, one] of CASES.entries()) {
  if (wanted.length > 0 && !wanted.some((part) => one.name.includes(part))) continue;
  const problems = await check(postgresql, one, number).catch((error) => [String(error)]);
  const result = problems.length === 0 ? 'ok  ' : 'FAIL';
  process.stdout.write(`pgbouncer: ${result} ${one.name}${problems.map((each) => `\n  ${each}`).join('')}\n`);
  if (problems.length > 0) process.exitCode = 1;
}
