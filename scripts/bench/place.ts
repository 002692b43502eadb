import { randomBytes } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { isPostgresql } from '../../src/db/url.ts';
import { root } from '../../src/root.ts';

/** Where the databases of a bench are. */
export interface Place {
  /** For scratch files. */
  folder: string;
  /** The address of a database without any table. */
  empty(name: string): Promise<string>;
  /**
   * A copy of a database that takes long to fill, and is therefore filled once and kept.
   * @param name says what is in it.
   * @param fill gets the address of an empty database.
   */
  copyOfKept(name: string, fill: (url: string) => Promise<void>): Promise<string>;
  /** Bytes that a database takes. */
  bytes(url: string): Promise<number>;
  /** Deletes everything but what is kept. */
  clear(): Promise<void>;
}

/**
 * @param database the address of a PostgreSQL server, with a user who may create databases; undefined for files of SQLite, which are kept
 *   in node_modules/.cache.
 * @throws Error for an address of another kind.
 */
export async function openPlace(database?: string): Promise<Place> {
  const folder = await mkdtemp(path.join(tmpdir(), 'footfall-bench-'));
  if (database === undefined) return files(folder);
  if (!isPostgresql(database))
    throw new Error('--database takes postgresql://user:password@host:port/postgres');
  return onServer(folder, database);
}

function files(folder: string): Place {
  const cache = path.join(root, 'node_modules/.cache/footfall-bench');
  const fileOf = (url: string) => url.replace('file:', '');
  return {
    folder,
    empty: async (name) => `file:${path.join(folder, `${name}.db`)}`,
    async copyOfKept(name, fill) {
      const kept = path.join(cache, `${name}.db`);
      if (!existsSync(kept)) {
        await mkdir(cache, { recursive: true });
        const unfinished = path.join(cache, `${name}.unfinished.db`);
        await rm(unfinished, { force: true });
        await fill(`file:${unfinished}`);
        await rename(unfinished, kept);
      }
      const copy = path.join(folder, `${name}.db`);
      await copyFile(kept, copy);
      return `file:${copy}`;
    },
    bytes: async (url) => statSync(fileOf(url)).size,
    clear: () => rm(folder, { recursive: true, force: true }),
  };
}

function onServer(folder: string, server: string): Place {
  const made: string[] = [];
  const nameOf = (name: string) => `footfall_bench_${name.replace(/\W/g, '_')}`;
  const urlOf = (database: string) => Object.assign(new URL(server), { pathname: database }).href;

  async function run<Row extends object>(text: string, url = server): Promise<Row[]> {
    const client = new pg.Client(url);
    await client.connect();
    return client
      .query(text)
      .then(({ rows }) => rows as Row[])
      .finally(() => client.end());
  }

  async function create(name: string, how = ''): Promise<string> {
    const database = `${nameOf(name)}_${randomBytes(4).toString('hex')}`;
    await run(`CREATE DATABASE ${database} ${how}`);
    made.push(database);
    return urlOf(database);
  }

  return {
    folder,
    empty: (name) => create(name),
    async copyOfKept(name, fill) {
      const kept = nameOf(name);
      if ((await run(`SELECT 1 FROM pg_database WHERE datname = '${kept}'`)).length === 0) {
        const unfinished = `${kept}_unfinished`;
        await run(`DROP DATABASE IF EXISTS ${unfinished}`);
        await run(`CREATE DATABASE ${unfinished}`);
        await fill(urlOf(unfinished));
        await run('VACUUM ANALYZE', urlOf(unfinished));
        await run(`ALTER DATABASE ${unfinished} RENAME TO ${kept}`);
      }
      return create(name, `TEMPLATE ${kept} STRATEGY file_copy`);
    },
    async bytes(url) {
      const [row] = await run<{ size: string }>('SELECT pg_database_size(current_database()) AS size', url);
      return Number(row?.size);
    },
    async clear() {
      for (const database of made) await run(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
