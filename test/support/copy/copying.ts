import path from 'node:path';
import { afterAll } from '@jest/globals';
import { type CopyOptions, copyDatabase, type Watcher } from '../../../src/copy/copy.ts';
import { migrate } from '../../../src/db/migrations/migrate.ts';
import { emptyDatabase, type FreshDatabase, freshDatabase, KIND, temporaryFolder } from '../database.ts';
import { run } from '../process.ts';
import { content, fill } from './content.ts';

/** The pairs of source and target kinds that this run of the test suite copies between. */
export const PAIRS: [from: string, to: string][] =
  KIND === 'sqlite'
    ? [['sqlite', 'sqlite']]
    : [
        ['postgresql', 'sqlite'],
        ['sqlite', 'postgresql'],
        ['postgresql', 'postgresql'],
      ];

/** A database that is deleted after use. */
export type Temporary = Pick<FreshDatabase, 'url' | typeof Symbol.asyncDispose>;

/** A target of a kind: a SQLite file that does not exist yet, or a PostgreSQL database without tables. */
export async function newTarget(kind: string = KIND): Promise<Temporary> {
  if (kind === 'postgresql') return emptyDatabase();
  const { folder, ...temporary } = await temporaryFolder();
  return { url: `file:${path.join(folder, 'new', 'copy.db')}`, ...temporary };
}

/** A migrated and filled database of a kind. */
export async function newSource(kind: string = KIND): Promise<Temporary> {
  const database = await (kind === KIND ? freshDatabase() : newTarget(kind));
  if (kind !== KIND) await migrate(database.url);
  await fill(database.url);
  return database;
}

type Source = Temporary & { content: Record<string, string[]> };

/**
 * Databases that all tests of a file share and leave unchanged; each is created on first use.
 * @returns a function that returns the database of a kind and its content.
 */
export function sharedSources(): (kind?: string) => Promise<Source> {
  const sources = new Map<string, Promise<Source>>();
  afterAll(async () => {
    for (const source of sources.values()) await (await source)[Symbol.asyncDispose]();
  });
  const make = async (kind: string) => {
    const source = await newSource(kind);
    return { ...source, content: await content(source.url) };
  };
  return (kind = KIND) => {
    const source = sources.get(kind) ?? make(kind);
    sources.set(kind, source);
    return source;
  };
}

export const silent: Watcher = { begins() {}, copied() {}, compares() {} };

/** Copies in small pages, without reporting progress. */
export const copy = (from: string, to: string, options: Partial<CopyOptions> = {}) =>
  copyDatabase(from, to, { watcher: silent, pageSize: 20, ...options });

/** The field errors with which a copy is rejected; null if it succeeds. */
export const refusal = (copying: Promise<unknown>) =>
  copying.then(
    () => null,
    (error) => error.details?.fields ?? String(error),
  );

/** Runs `footfall copy`, which needs no configuration. */
export const footfall = (folder: string, ...args: string[]) =>
  run('bin/footfall.js', ['copy', ...args], folder, { DATABASE_URL: 'file:unused.db' });
