import { deepStrictEqual } from 'node:assert/strict';
import Sqlite from 'better-sqlite3';
import { addAccount, addTeam } from '../../../src/auth/accounts.ts';
import { hashKey, SCOPES } from '../../../src/auth/viewer.ts';
import { copyDatabase } from '../../../src/copy/copy.ts';
import { showProgress } from '../../../src/copy/progress.ts';
import type { Database } from '../../../src/db/database.ts';
import { migrate } from '../../../src/db/migrations/migrate.ts';
import { createLocalAnalysis } from '../../../src/engine/columns/analysis.ts';
import { chunkJob } from '../../../src/engine/columns/chunks/job.ts';
import { withDatabase, withWebsite } from '../database.ts';
import type { Place } from '../place.ts';
import { KEY } from '../read/fill.ts';
import { dateBack } from '../read/world.ts';
import { yearByDays } from './world.ts';
import { openDayWriter } from './write.ts';

/** The number of a small website, of which the first is 1; their ids follow that of the large one. */
export const smallNumber = (domain: string) => Number(/^small-(\d+)/.exec(domain)?.[1]);

/** The version of the generated data: must change with the generator and with the schema. */
const VERSION = 6;
export const LARGE = 1;
export const SMALL_WEBSITES = 100;
/** An API key of the account with the small websites. KEY is that of the large one. */
export const SMALL_KEY = 'ff_bench_small';

/** A copy of a database with a year of hits (world.ts), without chunks. @returns its URL. */
export async function analysisDatabase(place: Place, hits: number): Promise<string> {
  const name = `analysis-${VERSION}-${hits}-${dateBack(1)}`;
  const url = await place.copyOfKept(name, async (empty) => fill(await withWebsite(empty), hits));
  // The kept one may be older than the latest migration.
  await migrate(url);
  return url;
}

/** Copies the rows of such a database to a server. @returns the URL of the copy. */
export function copyOf(file: string, place: Place, hits: number): Promise<string> {
  return place.copyOfKept(`analysis-${VERSION}-${hits}-${dateBack(1)}`, async (empty) => {
    const watcher = showProgress(process.stderr, () => performance.now());
    const { differences } = await copyDatabase(file, empty, { watcher });
    watcher.end();
    if (differences.length > 0) throw new Error(`The copy differs: ${JSON.stringify(differences)}`);
  });
}

async function fill(url: string, hits: number): Promise<void> {
  const small = await addSmallWebsites(url);
  const writer = openDayWriter(fileOf(url));
  let [stored, shown] = [0, 0];
  for (const day of yearByDays(LARGE, small, hits)) {
    writer.write(day);
    stored += day.length;
    if (stored - shown < 500_000) continue;
    shown = stored;
    process.stderr.write(`${stored} of ${hits} hits stored\n`);
  }
  writer.close();
  checkTotals(url);
}

/**
 * Adds a second account with the small websites, and an API key to both. @returns the ids of the websites.
 */
function addSmallWebsites(url: string): Promise<number[]> {
  return withDatabase(url, async (db) => {
    const { id: _, ...large } = await db.read.website.findFirstOrThrow();
    await db.write(async (tx) => {
      const { createdAt } = large;
      const data = { email: 'small@example.com', passwordHash: '', language: null };
      const { id } = await addAccount(tx, data, createdAt);
      const small = await addTeam(tx, id, data.email, createdAt);
      const owner = await tx.member.findFirstOrThrow({ where: { teamId: large.teamId } });
      for (let number = 1; number <= SMALL_WEBSITES; number++) {
        const domain = `small-${number}.example`;
        const trackingId = `small${String(number).padStart(11, '0')}`;
        const own = { teamId: small.teamId, url: `https://${domain}`, domain, trackingId };
        await tx.website.create({ data: { ...large, ...own } });
      }
      const keys = [
        { memberId: owner.id, hash: hashKey(KEY) },
        { memberId: small.id, hash: hashKey(SMALL_KEY) },
      ];
      const scopes = SCOPES.join(' ');
      for (const key of keys) await tx.apiKey.create({ data: { ...key, name: 'bench', scopes, createdAt } });
    });
    const rows = await db.read.website.findMany({ where: { id: { not: LARGE } }, orderBy: { id: 'asc' } });
    return rows.map(({ id }) => id);
  });
}

/** Compares the totals of one day of the large website with its rows. @throws Error if they differ. */
function checkTotals(url: string): void {
  const db = new Sqlite(fileOf(url), { readonly: true });
  const day = 20260714;
  const sums = (selected: string, from: string) =>
    db
      .prepare(`SELECT ${selected} FROM "${from}" WHERE "websiteId" = ? AND "day" = ?`)
      .get(LARGE, day) as object;
  const stored = sums('"visitors", "visits", "duration", "bounces", "pageviews", "events"', 'DayTotal');
  const counted = {
    ...sums(
      `SUM("number" = 1) AS "visitors", COUNT(*) AS "visits", SUM("lastAt" - "startedAt") AS "duration",
       SUM("pageviews" = 1 AND "events" = 0) AS "bounces"`,
      'Visit',
    ),
    ...sums('SUM("event" IS NULL) AS "pageviews", COUNT("event") AS "events"', 'Hit'),
  };
  db.close();
  deepStrictEqual(stored, counted, `The totals of ${day} differ from the rows`);
}

/** The file of an SQLite database. */
export const fileOf = (url: string) => url.replace('file:', '');

/** The chunks of a database, with their size and the time it took to build them. */
export interface Sealed {
  /** Days with a chunk, and their hits. */
  days: number;
  hits: number;
  /** The size of the chunks in bytes, and that of their times, properties and revenue. */
  bytes: number;
  extras: number;
  /** The duration of the jobs, and their CPU time in this process, in seconds. */
  seconds: number;
  cpu: number;
}

type Counts = 'days' | 'hits' | 'bytes' | 'extras';

async function countChunks({ read }: Database): Promise<Pick<Sealed, Counts>> {
  const [row] = await read.$queryRaw<Record<Counts, bigint>[]>`
    SELECT COUNT(*) AS "days", COALESCE(SUM("pageviews" + "events"), 0) AS "hits",
      COALESCE(SUM(octet_length("data")), 0) AS "bytes",
      COALESCE(SUM(octet_length("extras")), 0) AS "extras" FROM "Chunk"`;
  return {
    days: Number(row?.days),
    hits: Number(row?.hits),
    bytes: Number(row?.bytes),
    extras: Number(row?.extras),
  };
}

/** Runs the job that stores chunks until there is nothing left to do. */
export async function sealAll(url: string): Promise<Sealed> {
  const analysis = createLocalAnalysis(url);
  const start = performance.now();
  const before = process.cpuUsage();
  const chunks = await withDatabase(url, async (db) => {
    const job = chunkJob({ db, analysis, now: Date.now });
    const stored = async () => (await countChunks(db)).days + (await db.read.monthSums.count());
    // A run that has finished adds nothing when it is repeated.
    for (let before = -1; before < (await stored()); ) {
      before = await stored();
      await job();
    }
    return countChunks(db);
  });
  const seconds = (performance.now() - start) / 1_000;
  const { user, system } = process.cpuUsage(before);
  await analysis.close();
  return { ...chunks, seconds, cpu: (user + system) / 1e6 };
}
