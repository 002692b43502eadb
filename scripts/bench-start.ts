/**
 * `npm run bench:start`: measures the time from the start of the process to the first 200 of /readyz, and the
 * CPU time until then (Linux). Compares the built server on an existing database with a bare node:http
 * server, in five alternating rounds. The ratio can be compared between machines.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../src/root.ts';

const ROUNDS = 5;
const BARE = `require('node:http').createServer((q, s) => s.end('ok')).listen(process.env.PORT)`;

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

interface Start {
  ms: number;
  cpuMs: number;
}

/** The user and system time of a process in ms, with a resolution of 10 ms; NaN without /proc. */
function cpuOf(pid = 0): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return Number.NaN;
  const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function firstAnswer(args: string[], cwd: string): Promise<Start> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH: process.env.PATH, PORT: String(port) },
    stdio: 'ignore',
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  try {
    for (;;) {
      const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
      if (response?.status === 200) return { ms: performance.now() - started, cpuMs: cpuOf(child.pid) };
      if (child.exitCode !== null) throw new Error('The server exited before it answered.');
      await sleep(5);
    }
  } finally {
    child.kill('SIGTERM');
    await exited;
  }
}

const median = (values: number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const cwd = await mkdtemp(path.join(tmpdir(), 'footfall-bench-'));
const main = [path.join(root, 'dist/main.js')];
await firstAnswer(main, cwd); // Creates the database.
const rounds: { footfall: Start; bare: Start }[] = [];
for (let round = 0; round < ROUNDS; round++) {
  rounds.push({ footfall: await firstAnswer(main, cwd), bare: await firstAnswer(['-e', BARE], cwd) });
}
await rm(cwd, { recursive: true });

const say = (text: string) => process.stdout.write(`${text}\n`);
const shown = ({ ms, cpuMs }: Start) => `${ms.toFixed(0)} ms (CPU ${cpuMs} ms)`;
const middle = (which: 'footfall' | 'bare'): Start => ({
  ms: median(rounds.map((round) => round[which].ms)),
  cpuMs: median(rounds.map((round) => round[which].cpuMs)),
});
for (const round of rounds) say(`footfall ${shown(round.footfall)}   bare node:http ${shown(round.bare)}`);
const [footfall, bare] = [middle('footfall'), middle('bare')];
say(
  `Median: footfall ${shown(footfall)}, bare node:http ${shown(bare)}: ` +
    `${(footfall.ms / bare.ms).toFixed(1)} times as long.`,
);
