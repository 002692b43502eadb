import { openDirect } from '../../../src/db/open.ts';
import type { Website } from '../../../src/generated/prisma/client.ts';
import { type PerformedImport, performImport } from '../../../src/transfer/imports/perform.ts';
import { type ImportDeps, type Preview, previewImport } from '../../../src/transfer/imports/run.ts';
import type { HitRecord, Source, SourceRecord } from '../../../src/transfer/sources/records.ts';
import { addWebsites, openTestDatabase, type TestDatabase } from '../books/database.ts';

/** The time at which tests import. */
export const NOW = Date.UTC(2026, 10, 21, 12);

/** A pageview of website 1. */
export function viewAt(at: number, given: Partial<HitRecord> = {}): HitRecord {
  return {
    kind: 'hit',
    line: 1,
    at,
    page: 'https://a.test/',
    referrer: '',
    visitor: 'v1',
    address: '',
    userAgent: '',
    language: '',
    resolution: '',
    client: { browser: 'Firefox', os: 'GNU/Linux', device: 'desktop' },
    place: { country: 'FR', region: '', city: 'Lyon' },
    ...given,
  };
}

/** A source whose file has these records, in batches. */
export function sourceOf(records: readonly SourceRecord[], batch = 7): Source {
  return {
    name: 'log',
    detect: () => true,
    async *read() {
      for (let from = 0; from < records.length; from += batch)
        yield records
          .slice(from, from + batch)
          .map((record, index) => ({ ...record, line: from + index + 1 }));
    },
  };
}

/** Imports into the websites of a database of its own. */
export interface Importing extends Omit<TestDatabase, 'file'> {
  deps: ImportDeps;
  website(id?: number): Promise<Website>;
  /** Imports records; each call has other files, unless `hash` says otherwise. */
  run(records: readonly SourceRecord[], options?: RunOptions): Promise<PerformedImport>;
  preview(records: readonly SourceRecord[]): Promise<Preview>;
  /** All rows of the tables of statistics, without revisions. */
  dump(): Promise<Record<string, unknown[]>>;
}

export interface RunOptions {
  untilOwnHits?: boolean;
  hash?: string;
  website?: number;
  deps?: Partial<ImportDeps>;
}

export async function startImporting(): Promise<Importing> {
  const database = await openTestDatabase();
  await addWebsites(database.db);
  const importing = await importingInto(database);
  return {
    ...importing,
    async [Symbol.asyncDispose]() {
      await importing[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

/** Imports into the websites of a database. */
export async function importingInto(database: Pick<TestDatabase, 'db' | 'url'>): Promise<Importing> {
  const { db, url } = database;
  const direct = await openDirect(url);
  let secrets = 0;
  const deps: ImportDeps = {
    db,
    direct,
    now: () => NOW,
    random: (bytes) => new Uint8Array(bytes).fill(++secrets),
    places: { find: () => ({ continent: '', country: '', city: '' }) },
    pause: async () => undefined,
  };
  const website = (id = 1) => db.read.website.findUniqueOrThrow({ where: { id } });
  let files = 0;
  const given = async (records: readonly SourceRecord[], options: RunOptions) => ({
    website: await website(options.website),
    source: sourceOf(records),
    files: [{ name: 'hits.csv', path: '' }],
    untilOwnHits: options.untilOwnHits ?? false,
    hash: options.hash ?? `file ${++files}`,
    startedBy: 'command_line',
  });
  return {
    ...database,
    deps,
    website,
    run: async (records, options = {}) =>
      performImport(await given(records, options), { ...deps, ...options.deps }),
    preview: async (records) => previewImport(await given(records, {}), deps),
    async dump() {
      const days = await db.read.dayTotal.findMany({ orderBy: [{ websiteId: 'asc' }, { day: 'asc' }] });
      return {
        days: days.map(({ revision: _, ...day }) => day),
        visits: await db.read.visit.findMany({
          orderBy: [{ websiteId: 'asc' }, { day: 'asc' }, { visitor: 'asc' }, { number: 'asc' }],
        }),
        hits: await db.read.hit.findMany({ orderBy: [{ websiteId: 'asc' }, { id: 'asc' }] }),
        sums: await db.read.importedSum.findMany({
          orderBy: [{ day: 'asc' }, { dimension: 'asc' }, { value: 'asc' }],
        }),
      };
    },
    [Symbol.asyncDispose]: () => direct.close(),
  };
}
