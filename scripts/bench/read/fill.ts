import { hashKey, SCOPES } from '../../../src/auth/viewer.ts';
import { openDirect } from '../../../src/db/open.ts';
import { createLocalAnalysis } from '../../../src/engine/columns/analysis.ts';
import { chunkJob } from '../../../src/engine/columns/chunks/job.ts';
import type { Hit } from '../../../src/ingest/hit.ts';
import { hitIds } from '../../../src/ingest/recorder/ids.ts';
import { storeHits } from '../../../src/ingest/store/store.ts';
import { withDatabase, withWebsite } from '../database.ts';
import type { Place } from '../place.ts';
import { dateBack, SMALL_WEBSITES, yearOfHits } from './world.ts';

const BATCH = 5_000;
/** An API key with all permissions in the database of a benchmark. */
export const KEY = 'ff_bench';

/** A copy of a database with 100 websites and a year of hits until today (world.ts). @returns its URL. */
export function worldDatabase(place: Place, hits: number): Promise<string> {
  return place.copyOfKept(`read-${hits}-${dateBack(0)}`, async (url) => fill(await withWebsite(url), hits));
}

async function fill(url: string, hits: number): Promise<void> {
  const websites = await addWebsites(url);
  let at = 0;
  const nextId = hitIds(() => at, 0n);
  const connection = await openDirect(url);
  let batch: Hit[] = [];
  let stored = 0;
  const flush = async () => {
    await connection.transaction((tx) => storeHits(tx, batch, nextId));
    stored += batch.length;
    batch = [];
    if (stored % 500_000 === 0) process.stderr.write(`${stored} of ${hits} hits stored\n`);
  };
  for (const hit of yearOfHits(websites, hits)) {
    at = Math.max(at, hit.at);
    batch.push(hit);
    if (batch.length === BATCH) await flush();
  }
  await flush();
  await connection.close();
  await seal(url);
}

/** Stores the chunks of days and the sums of months, as a server that has run since yesterday. */
function seal(url: string): Promise<void> {
  return withDatabase(url, async (db) => {
    const analysis = createLocalAnalysis(url);
    const run = chunkJob({ db, analysis, now: Date.now });
    const stored = async () => (await db.read.chunk.count()) + (await db.read.monthSums.count());
    for (let before = -1; before < (await stored()); ) {
      before = await stored();
      await run();
    }
    await analysis.close();
  });
}

/**
 * Adds 99 small websites and an API key to the account. @returns the IDs of all 100, the large website first.
 */
function addWebsites(url: string): Promise<number[]> {
  return withDatabase(url, async (db) => {
    const { id: _, ...large } = await db.read.website.findFirstOrThrow();
    await db.write(async (tx) => {
      for (let number = 1; number <= SMALL_WEBSITES; number++) {
        const domain = `small-${number}.example`;
        const trackingId = `small${String(number).padStart(11, '0')}`;
        await tx.website.create({ data: { ...large, url: `https://${domain}`, domain, trackingId } });
      }
      const { teamId, createdAt } = large;
      const { id: memberId } = await tx.member.findFirstOrThrow({ where: { teamId } });
      const scopes = SCOPES.join(' ');
      await tx.apiKey.create({ data: { memberId, name: 'bench', hash: hashKey(KEY), scopes, createdAt } });
    });
    const rows = await db.read.website.findMany({ orderBy: { id: 'asc' } });
    return rows.map(({ id }) => id);
  });
}
