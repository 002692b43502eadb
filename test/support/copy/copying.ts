import path from 'node:path';
import { afterAll } from '@jest/globals';
import { type CopyOptions, copyDatabase, type Watcher } from '../../../src/copy/copy.ts';
import { migrate } from '../../../src/db/migrations/migrate.ts';
import { emptyDatabase, type FreshDatabase, KIND, temporaryFolder } from '../database.ts';
import { run } from '../process.ts';
import { content, fill } from './content.ts';

/** From where to where this run of the suite copies. */
export const PAIRS: [from: string, to: string][] =
  KIND === 'sqlite'
    ? [['sqlite', 'sqlite']]
    : [
        ['postgresql', 'sqlite'],
        ['sqlite', 'postgresql'],
        ['postgresql', 'postgresql'],
      ];

/** A database that is deleted after its use. */
export type Temporary = Pick<FreshDatabase, 'url' | typeof Symbol.asyncDispose>;

/** A database of a kind that is not there yet, or without any table. */
export async function newTarget(kind: string = KIND): Promise<Temporary> {
  if (kind === 'postgresql') return emptyDatabase();
  const { folder, ...temporary } = await temporaryFolder();
  return { url: `file:${path.join(folder, 'new', 'copy.db')}`, ...temporary };
}

/** A database of a kind, filled. */
export async function newSource(kind: string = KIND): Promise<Temporary> {
  const database = await newTarget(kind);
  await migrate(database.url);
  await fill(database.url);
  return database;
}

type Source = Temporary & { content: Record<string, string[]> };

/**
 * Databases for all tests of a file, which leave them as they are: each is filled when the first asks for it.
 * @returns gives the one of a kind, with its content.
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

/** Copies in small pages, and says nothing. */
export const copy = (from: string, to: string, options: Partial<CopyOptions> = {}) =>
  copyDatabase(from, to, { watcher: silent, pageSize: 20, ...options });

/** What a copy is refused for: the fields of the message; null where it is not refused. */
export const refusal = (copying: Promise<unknown>) =>
  copying.then(
    () => null,
    (error) => error.details?.fields ?? String(error),
  );

/** Runs `footfall copy`; it needs no configuration. */
export const footfall = (folder: string, ...args: string[]) =>
  run('bin/footfall.js', ['copy', ...args], folder, { DATABASE_URL: 'file:unused.db' });
