import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrate, migrationsFolder } from '../../src/db/migrations/migrate.ts';
import { dataRoot } from './dataRoot.mjs';
import { openCluster } from './postgresql/cluster.mjs';
import { startPostgresql } from './postgresql/server.mjs';
import { SERVER } from './postgresql/sql.ts';

/** The database kind of this run of the test suite (set in jest.config.js). */
export const KIND =
  (globalThis as { footfallDatabase?: 'sqlite' | 'postgresql' }).footfallDatabase ?? 'sqlite';

/** Whether this run uses the cluster of CITUS_URL, where each database is distributed. */
export const CITUS = (globalThis as { footfallCitus?: boolean }).footfallCitus === true;

/** The names of all migrations, in order. */
export const MIGRATIONS = readdirSync(migrationsFolder(KIND === 'sqlite' ? 'file:' : 'postgresql:'), {
  withFileTypes: true,
})
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

/** A database that belongs to one test. */
export interface FreshDatabase {
  url: string;
  /** The path of the SQLite file. */
  file: string;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Creates a folder in `root` that is deleted when the test ends. */
export async function temporaryFolder(
  root = tmpdir(),
): Promise<{ folder: string; [Symbol.asyncDispose](): Promise<void> }> {
  const folder = await mkdtemp(path.join(root, 'footfall-test-'));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

/**
 * A database at the newest migration: a copy of a template that is migrated once per run.
 * @param template another database to copy, to which nothing is connected.
 */
export async function freshDatabase(template?: Pick<FreshDatabase, 'url' | 'file'>): Promise<FreshDatabase> {
  const name = template && new URL(template.url).pathname.slice(1);
  if (CITUS) return copyOnCluster(name);
  if (KIND === 'postgresql')
    return createDatabase(`TEMPLATE ${name ?? 'footfall_template'} STRATEGY file_copy`);
  const empty = await emptyDatabase();
  await copyFile(template?.file ?? process.env.FOOTFALL_TEST_SQLITE ?? '', empty.file);
  return empty;
}

/**
 * Like `freshDatabase`, but nothing else commits on its server. PostgreSQL's commit statistics and the
 * versions of its snapshots cover all databases of a server, so on PostgreSQL this starts a separate server,
 * without autovacuum, which is a transaction too.
 */
export async function loneDatabase(): Promise<FreshDatabase> {
  if (KIND === 'sqlite' || CITUS) return freshDatabase();
  const server = await startPostgresql({ flags: { autovacuum: 'off' } });
  await migrate(server.url('postgres'));
  return { url: server.url('postgres'), file: '', [Symbol.asyncDispose]: () => server.stop() };
}

/** A database without any table. On SQLite it does not survive a crash of the machine (`dataRoot`). */
export async function emptyDatabase(): Promise<FreshDatabase> {
  if (KIND === 'postgresql') return createDatabase('');
  const temporary = await temporaryFolder(await dataRoot());
  const file = path.join(temporary.folder, 'footfall.db');
  return { url: `file:${file}`, file, [Symbol.asyncDispose]: temporary[Symbol.asyncDispose] };
}

const newName = () => `footfall_${randomBytes(8).toString('hex')}`;

/** A copy of a database, by default this run's template, distributed in the same way. */
async function copyOnCluster(template = process.env.FOOTFALL_TEST_CITUS ?? ''): Promise<FreshDatabase> {
  const cluster = await openCluster(process.env.CITUS_URL ?? '');
  const name = `${process.env.FOOTFALL_TEST_CITUS}_${newName()}`;
  await cluster.copy(name, template);
  return {
    url: cluster.url(name),
    file: '',
    async [Symbol.asyncDispose]() {
      await cluster.drop(name);
    },
  };
}

/** Connections that create and drop databases. A new connection takes longer than either statement. */
const administration = new pg.Pool({
  connectionString: SERVER,
  max: 2,
  idleTimeoutMillis: 1_000,
  allowExitOnIdle: true,
}).on('error', () => undefined);

async function createDatabase(how: string): Promise<FreshDatabase> {
  const name = newName();
  await administration.query(`CREATE DATABASE ${name} ${how}`);
  const url = new URL(SERVER ?? '');
  url.pathname = name;
  return {
    url: url.href,
    file: '',
    async [Symbol.asyncDispose]() {
      await administration.query(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

const inFolders = new Map<string, Promise<FreshDatabase>>();

/**
 * The environment of a program that runs in a folder; each folder has one database, as is the default on
 * SQLite.
 */
export async function environmentIn(
  folder: string,
  env: Record<string, string>,
): Promise<Record<string, string>> {
  if (KIND === 'sqlite' || env.DATABASE_URL !== undefined) return env;
  let database = inFolders.get(folder);
  if (!database) {
    database = CITUS ? freshDatabase() : emptyDatabase();
    inFolders.set(folder, database);
  }
  return { DATABASE_URL: (await database).url, ...env };
}
