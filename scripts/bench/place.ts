import { randomBytes } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isPostgresql } from '../../src/db/url.ts';
import { root } from '../../src/root.ts';
import { runOn } from './nodes.ts';

/** Creates the databases of a benchmark. */
export interface Place {
  /** The folder for scratch files. */
  folder: string;
  /** Creates a database without tables and returns its URL. */
  empty(name: string): Promise<string>;
  /**
   * Copies a database that takes long to fill; it is filled once and kept.
   * @param name identifies the content.
   * @param fill fills an empty database, given its URL.
   */
  copyOfKept(name: string, fill: (url: string) => Promise<void>): Promise<string>;
  /** The size of a database in bytes. */
  bytes(url: string): Promise<number>;
  /** Deletes everything except the kept databases. */
  clear(): Promise<void>;
}

/**
 * @param database the URL of a PostgreSQL server, whose user may create databases; undefined for SQLite
 *   files, which are kept in node_modules/.cache.
 * @throws Error for another kind of URL.
 */
export async function openPlace(database?: string): Promise<Place> {
  const folder = await mkdtemp(path.join(tmpdir(), 'footfall-bench-'));
  if (database === undefined) return files(folder);
  if (!isPostgresql(database))
    throw new Error('--database must be postgresql://user:password@host:port/postgres');
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
        // What the server leaves beside a database that was closed.
        for (const left of ['-reserve', '-shm', '-wal']) await rm(`${unfinished}${left}`, { force: true });
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

  async function create(name: string, how = ''): Promise<string> {
    const database = `${nameOf(name)}_${randomBytes(4).toString('hex')}`;
    await runOn(server, `CREATE DATABASE ${database} ${how}`);
    made.push(database);
    return urlOf(database);
  }

  return {
    folder,
    empty: (name) => create(name),
    async copyOfKept(name, fill) {
      const kept = nameOf(name);
      if ((await runOn(server, `SELECT 1 FROM pg_database WHERE datname = '${kept}'`)).length === 0) {
        const unfinished = `${kept}_unfinished`;
        await runOn(server, `DROP DATABASE IF EXISTS ${unfinished}`);
        await runOn(server, `CREATE DATABASE ${unfinished}`);
        await fill(urlOf(unfinished));
        await runOn(urlOf(unfinished), 'VACUUM ANALYZE');
        await runOn(server, `ALTER DATABASE ${unfinished} RENAME TO ${kept}`);
      }
      return create(name, `TEMPLATE ${kept} STRATEGY file_copy`);
    },
    async bytes(url) {
      const [row] = await runOn<{ size: string }>(url, 'SELECT pg_database_size(current_database()) AS size');
      return Number(row?.size);
    },
    async clear() {
      for (const database of made) await runOn(server, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
