import { expect, test } from '@jest/globals';
import { createLocalAnalysis } from '../../../src/engine/columns/analysis.ts';
import { chunkJob } from '../../../src/engine/columns/chunks/job.ts';
import type { Hit } from '../../../src/ingest/hit.ts';
import { hitIdDeletion } from '../../../src/ingest/store/hitIdDeletion.ts';
import { storeHits } from '../../../src/ingest/store/store.ts';
import { openTestDatabase } from '../../support/books/database.ts';
import { NO_DIMENSIONS } from '../../support/dimensions.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const at = new Date(NOON);
const times = { createdAt: at, updatedAt: at };

/** Runs each job once, where every website has a hit of today. @returns the number of statements of each. */
async function statementsOf(websites: number): Promise<Record<string, number>> {
  const statements: string[] = [];
  const onQuery = (text: string) => void statements.push(text);
  await using database = await openTestDatabase({ onQuery });
  const { db, url } = database;
  const analysis = createLocalAnalysis(url, { onQuery });
  let id = 0n;
  await db.write(async (tx) => {
    const { id: teamId } = await tx.team.create({ data: { name: 'Shops', ...times } });
    const hits: Hit[] = [];
    for (let index = 1; index <= websites; index += 1) {
      const domain = `s${index}.test`;
      const own = { teamId, url: `https://${domain}`, domain, trackingId: domain };
      const settings = { privacy: 1, email: false, excludeBots: true, timezone: 'UTC' };
      const { id: websiteId } = await tx.website.create({ data: { ...own, ...settings, ...times } });
      hits.push({
        websiteId,
        at: NOON,
        day: 20261121,
        hour: 12,
        visitor: ++id,
        path: '/',
        event: null,
        dimensions: NO_DIMENSIONS,
      });
    }
    await storeHits(tx, hits, () => ++id);
  });
  const deps = { db, analysis, now: () => NOON };
  const jobs = { chunks: chunkJob(deps), hitIds: hitIdDeletion(deps) };
  const counts: Record<string, number> = {};
  for (const [name, run] of Object.entries(jobs)) {
    statements.length = 0;
    await run();
    counts[name] = statements.length;
  }
  await analysis.close();
  return counts;
}

test('the jobs look at many websites with as many statements as at one', async () => {
  const one = await statementsOf(1);
  expect(Math.min(...Object.values(one))).toBeGreaterThan(0);
  expect(await statementsOf(20)).toEqual(one);
});
