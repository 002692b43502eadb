import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../src/root.ts';

/** A server in a separate process. */
export interface Measured {
  name: string;
  url: string;
  /** The CPU time so far in seconds. */
  cpu(): number;
  /** The resident memory in MB: now, and its maximum. */
  memory(): { now: number; most: number };
  stop(): Promise<void>;
}

/** A port on which nothing listens. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function start(name: string, args: string[], env: Record<string, string>): Promise<Measured> {
  const port = await freePort();
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, PORT: String(port), ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const url = `http://127.0.0.1:${port}`;
  while ((await fetch(`${url}/healthz`).catch(() => null)) === null) {
    if (child.exitCode !== null) throw new Error(`${name} exited before it answered.`);
    await sleep(20);
  }
  const read = (file: string) => readFileSync(`/proc/${child.pid}/${file}`, 'utf8');
  return {
    name,
    url,
    cpu() {
      // Fields 14 and 15 of stat(5), in ticks of 10 ms; the second field, the name, may contain spaces.
      const fields = read('stat')
        .replace(/^.*\) /s, '')
        .split(' ');
      return (Number(fields[11]) + Number(fields[12])) / 100;
    },
    memory() {
      const status = read('status');
      const megabytes = (field: string) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
      return { now: megabytes('VmRSS'), most: megabytes('VmHWM') };
    },
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
/** The variables and the options of Node with which `npm start` starts the server. */
const [variables = '', command = ''] = (scripts.start as string).split('exec ');
const SHIPPED_ENV = Object.fromEntries(
  variables
    .split(' ')
    .filter(Boolean)
    .map((pair) => pair.split('=')),
);
const SHIPPED = command.split(' ').filter((word) => word.startsWith('--'));

/** Starts the built server, as shipped, on a migrated database. */
export function startFootfall(
  databaseUrl: string,
  flags: string[] = [],
  env: Record<string, string> = {},
): Promise<Measured> {
  return start('footfall', [...SHIPPED, ...flags, path.join(root, 'dist/main.js')], {
    DATABASE_URL: databaseUrl,
    // Visitors have many addresses and come through one proxy.
    TRUST_PROXY: '1',
    TRACK_LIMIT: '0',
    DAILY_HIT_LIMIT: '0',
    LOG_LEVEL: 'warn',
    ...SHIPPED_ENV,
    ...env,
  });
}

/** A server is idle if it takes less than this share of a core for a second. */
const IDLE = 0.05;
/** For how long servers are waited for, in seconds. */
const PATIENCE = 60;

/**
 * Waits until servers do nothing: after a start, jobs look at all websites.
 * @throws Error if they do not become idle.
 */
export async function untilIdle(servers: readonly Pick<Measured, 'cpu'>[]): Promise<void> {
  const cpu = () => servers.reduce((sum, server) => sum + server.cpu(), 0);
  for (let waited = 0; waited < PATIENCE; waited += 1) {
    const before = cpu();
    await sleep(1_000);
    if (cpu() - before < IDLE * servers.length) return;
  }
  throw new Error(`The servers are still busy ${PATIENCE} s after their load.`);
}

const BARE = { node: 'bare node:http', koa: 'bare Koa', yoga: 'bare Yoga' };

/** Starts a server that answers 202 and stores nothing, or a GraphQL server with one field. */
export function startBare(kind: keyof typeof BARE): Promise<Measured> {
  const program = path.join(root, 'scripts/bench/bare.ts');
  return start(BARE[kind], ['--import=tsx', program, kind], {});
}
