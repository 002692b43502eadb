import { chown, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CERTIFICATE } from '../certificate.ts';
import type { PostgresqlServer } from './server.mjs';

/** Writes a file into a data directory, with its owner: PostgreSQL may run as another user than the tests. */
async function writeOwned(data: string, name: string, text: string): Promise<string> {
  const file = path.join(data, name);
  const { uid, gid } = await stat(data);
  await writeFile(file, text, { mode: 0o600 });
  await chown(file, uid, gid);
  return file;
}

/** Turns on TLS in a running server, with a certificate for `localhost` that is signed by itself. */
export async function turnOnTls({ data, sql }: PostgresqlServer): Promise<void> {
  await writeOwned(data, 'server.crt', CERTIFICATE.cert);
  await writeOwned(data, 'server.key', CERTIFICATE.key);
  await sql('ALTER SYSTEM SET ssl = on');
  await sql('SELECT pg_reload_conf()');
}

/** Replaces the rules by which a running server admits clients. */
export async function setRules({ data, sql }: PostgresqlServer, rules: string): Promise<void> {
  await writeOwned(data, 'pg_hba.conf', `${rules}\n`);
  await sql('SELECT pg_reload_conf()');
}
