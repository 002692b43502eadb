/** Starts a PostgreSQL server for a run of the tests, with a migrated database that serves as a template. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgresql } from './server.mjs';

const CLI = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../bin/footfall.js');

export default async function start() {
  const server = await startPostgresql({
    // fsync is off because the data need not survive a crash of the machine.
    flags: { fsync: 'off', max_connections: '400', shared_buffers: '128MB' },
  });
  globalThis.footfallPostgresql = server;
  await server.sql('CREATE DATABASE footfall_template');
  execFileSync(process.execPath, [CLI, 'migrate'], {
    env: { ...process.env, DATABASE_URL: server.url('footfall_template') },
  });
  process.env.FOOTFALL_TEST_POSTGRESQL = server.url('postgres');
}
