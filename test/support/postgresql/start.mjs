/** Starts a PostgreSQL server for a run of the tests, with a migrated database that serves as a template. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgresql } from './server.mjs';

const CLI = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../bin/footfall.js');

export default async function start() {
  // The data need not survive a crash of the machine.
  const template = await startPostgresql({ flags: { fsync: 'off' } });
  globalThis.footfallPostgresqlTemplate = template;
  await template.sql('CREATE DATABASE footfall_template');
  execFileSync(process.execPath, [CLI, 'migrate'], {
    env: { ...process.env, DATABASE_URL: template.url('footfall_template') },
  });
  await template.halt();
  // Every server of the run is a copy.
  process.env.FOOTFALL_TEST_POSTGRESQL_DATA = template.data;
  const server = await startPostgresql({
    flags: { fsync: 'off', max_connections: '400', shared_buffers: '128MB' },
  });
  globalThis.footfallPostgresql = server;
  process.env.FOOTFALL_TEST_POSTGRESQL = server.url('postgres');
}
