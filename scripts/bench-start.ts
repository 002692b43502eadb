/**
 * `npm run bench:start`: milliseconds from starting the process to the first 200, of the built server on an existing database
 * and, as a yardstick in the same run, of a bare node:http server. Five rounds, taking turns.
 */
import { spawn } from 'node:child_process';
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

async function firstAnswer(args: string[], cwd: string): Promise<number> {
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
      if (response?.status === 200) return performance.now() - started;
      if (child.exitCode !== null) throw new Error('The server ended before it answered.');
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
await firstAnswer(main, cwd); // Makes the database.
const rounds: { footfall: number; bare: number }[] = [];
for (let round = 0; round < ROUNDS; round++) {
  rounds.push({ footfall: await firstAnswer(main, cwd), bare: await firstAnswer(['-e', BARE], cwd) });
}
await rm(cwd, { recursive: true });

const [footfall, bare] = [median(rounds.map((r) => r.footfall)), median(rounds.map((r) => r.bare))];
process.stdout.write(`${rounds.map((r) => `footfall ${r.footfall.toFixed(0)} ms   bare node:http ${r.bare.toFixed(0)} ms`).join('\n')}
Median: ${footfall.toFixed(0)} ms, ${(footfall / bare).toFixed(1)} times the bare server's ${bare.toFixed(0)} ms.
`);
