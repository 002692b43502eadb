import { spawn } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { KIND } from '../database.ts';

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

/** Blocks the recording of hits: another connection locks the SQLite file, or PostgreSQL's table of hits. */
export async function blockWrites({
  url,
  file,
}: {
  url: string;
  file: string;
}): Promise<{ release(): Promise<void> }> {
  if (KIND === 'sqlite') return lockFromOutside(file, 10_000);
  const client = new pg.Client(url);
  await client.connect();
  await client.query('BEGIN');
  await client.query('LOCK TABLE "Hit" IN EXCLUSIVE MODE');
  return { release: () => client.end() };
}
