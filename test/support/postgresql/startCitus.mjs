/**
 * Creates a migrated and distributed template database for a run of the tests on the cluster of CITUS_URL.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openCluster } from './cluster.mjs';

const CLI = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../bin/footfall.js');

export default async function start() {
  const cluster = await openCluster(process.env.CITUS_URL);
  const template = `footfall_test_${randomBytes(4).toString('hex')}`;
  globalThis.footfallCitus = { cluster, template };
  await cluster.create(template);
  // Few shards, because each is a table that is copied for every test.
  const said = execFileSync(process.execPath, [CLI, 'citus', 'distribute', '--shards', '4'], {
    env: { ...process.env, DATABASE_URL: cluster.url(template) },
  });
  process.stderr.write(`The tests on Citus use ${cluster.machines} machine(s) with shards.\n${said}`);
  await cluster.freeze(template);
  process.env.FOOTFALL_TEST_CITUS = template;
}
