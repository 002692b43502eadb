import { spawn } from 'node:child_process';
import { once } from 'node:events';

const SCRIPT = `
const database = require('better-sqlite3')(process.argv[1], { timeout: Number(process.argv[2]) });
try {
  database.exec('BEGIN IMMEDIATE');
} catch (error) {
  console.log(error.code);
  process.exit();
}
console.log('locked');
process.stdin.once('data', () => {
  database.exec('COMMIT');
  database.close();
  process.exit();
});`;

/**
 * Lets another process take the write lock of a database.
 * @param wait how long, in ms, it tries to get it from another connection.
 * @returns once it has the lock; `release` ends the process.
 * @throws Error with SQLite's code when it cannot have it.
 */
export async function lockFromOutside(file: string, wait = 0): Promise<{ release(): Promise<void> }> {
  const child = spawn(process.execPath, ['-e', SCRIPT, file, String(wait)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
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
