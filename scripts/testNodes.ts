/**
 * `npm run test:nodes [-- VERSION…]`: runs `npm ci` and `npm test` with several versions of Node, by default
 * with the newest of each supported line, and prints a table of the results. It tests a copy of the working
 * tree, including changes that are not committed. Each version comes from its npm package, which contains
 * the headers for compiling better-sqlite3 as well. The logs are in .cache/nodes.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { root } from '../src/root.ts';

/** The lines of Node that README.md names. The first is the oldest version that `engines` accepts. */
const SUPPORTED = ['20.19', '22', '24', '26'];

interface Result {
  version: string;
  outcome: string;
  minutes: string;
}

/** Downloads and unpacks a version of Node. @returns the folder of the package */
async function unpackNode(version: string, folder: string): Promise<string> {
  const spec = `node-${process.platform}-${process.arch}@${version}`;
  const packed = execFileSync('npm', ['pack', '--silent', spec], { cwd: folder, encoding: 'utf8' });
  execFileSync('tar', ['xzf', packed.trim().split('\n').at(-1) ?? ''], { cwd: folder });
  return path.join(folder, 'package');
}

/** Copies the repository with its uncommitted changes, but without ignored files. */
async function copyRepository(folder: string): Promise<void> {
  execFileSync('git', ['clone', '--quiet', root, folder]);
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
  for (const file of files) {
    if (existsSync(path.join(root, file))) await cp(path.join(root, file), path.join(folder, file));
    else await rm(path.join(folder, file), { force: true });
  }
}

/** Runs `npm ci` and `npm test` with one version. */
async function testVersion(line: string): Promise<Result> {
  const start = performance.now();
  const temporary = await mkdtemp(path.join(tmpdir(), 'footfall-node-'));
  // For PostgreSQL, which runs as another user if this one is root.
  await chmod(temporary, 0o755);
  try {
    const node = await unpackNode(line, temporary);
    const bin = path.join(node, 'bin');
    const version = execFileSync(path.join(bin, 'node'), ['--version'], { encoding: 'utf8' }).trim();
    const repository = path.join(temporary, 'footfall');
    await copyRepository(repository);
    const logFile = path.join(root, `.cache/nodes/${version}.log`);
    await mkdir(path.dirname(logFile), { recursive: true });
    await using log = await open(logFile, 'w');
    const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, npm_config_nodedir: node };
    let outcome = 'passed';
    for (const command of ['ci', 'test']) {
      process.stdout.write(`${version}: npm ${command}\n`);
      const child = spawn('npm', [command], { cwd: repository, env, stdio: ['ignore', log.fd, log.fd] });
      const [code] = await once(child, 'exit');
      if (code === 0) continue;
      outcome = `npm ${command} failed: ${path.relative(root, logFile)}`;
      break;
    }
    return { version, outcome, minutes: ((performance.now() - start) / 60_000).toFixed(1) };
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

const lines = process.argv.slice(2);
const results: Result[] = [];
for (const line of lines.length > 0 ? lines : SUPPORTED) results.push(await testVersion(line));
process.stdout.write(`\n${'Node'.padEnd(12)}${'minutes'.padEnd(10)}result\n`);
for (const { version, minutes, outcome } of results)
  process.stdout.write(`${version.padEnd(12)}${minutes.padEnd(10)}${outcome}\n`);
if (results.some(({ outcome }) => outcome !== 'passed')) process.exitCode = 1;
