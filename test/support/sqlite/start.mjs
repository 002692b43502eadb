/** Creates a SQLite file at the newest migration, which the tests of a run copy. */
import { execFileSync } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const CLI = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../bin/footfall.js');

export default async function start() {
  const folder = await mkdtemp(path.join(tmpdir(), 'footfall-template-'));
  const file = path.join(folder, 'template.db');
  execFileSync(process.execPath, [CLI, 'migrate'], {
    env: { ...process.env, DATABASE_URL: `file:${file}` },
  });
  globalThis.footfallTemplate = folder;
  process.env.FOOTFALL_TEST_SQLITE = file;
}
