import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { Database } from '../../../src/db/database.ts';
import { openDatabase } from '../../../src/db/open.ts';
import { createLocalAnalysis } from '../../../src/engine/columns/analysis.ts';
import { verifyChunks } from '../../../src/engine/columns/chunks/verify.ts';
import type { Question } from '../../../src/engine/question/types.ts';
import { createSite, LONG } from '../../support/crash/site.ts';
import { questionOf } from '../../support/engine/question.ts';
import { randomTraffic, record } from '../../support/engine/traffic.ts';
import { randomMoments } from '../../support/moments.ts';
import { startProcess } from '../../support/process.ts';
import { type TestServer, temporaryFolder } from '../../support/server.ts';

const ROUNDS = LONG ? 20 : 1;
const DAYS = LONG ? 30 : 12;
const POLL_MS = 2;

const question = (by: Question['by']) => questionOf({ from: 20250101, to: 20251231, by, limit: 1_000 });
const asked = [
  { websiteId: 1, questions: [question(['page', 'event']), question(['day', 'country', 'channel'])] },
];

/** Waits until this many chunks are stored. */
async function untilStored({ read }: Database, count: number): Promise<void> {
  while ((await read.chunk.count()) < count) await sleep(POLL_MS);
}

test(`a server killed as it seals leaves sound chunks; the next completes them (${ROUNDS} ×)`, async () => {
  const draw = randomMoments('kills while days are sealed');
  await using temporary = await temporaryFolder();
  const site = await createSite(temporary.folder);
  const db = await openDatabase(site.url);
  const { timezone } = await db.read.website.findUniqueOrThrow({ where: { id: 1 } });
  const busy = { websiteId: 1, timezone, from: '2025-03-10', days: DAYS, visitors: 70, seed: 1 };
  await record({ deps: { db } } as Pick<TestServer, 'deps'>, randomTraffic(busy));
  const local = createLocalAnalysis(site.url);
  const expected = await local.answer(asked);
  await local.close();

  async function expectSound(): Promise<void> {
    // Each time with an empty cache.
    const analysis = createLocalAnalysis(site.url);
    expect(await analysis.answer(asked)).toEqual(expected);
    expect(await verifyChunks(db, analysis)).toMatchObject({ wrong: [] });
    await analysis.close();
  }

  for (let round = 1; round <= ROUNDS; round += 1) {
    await db.write((tx) => tx.chunk.deleteMany());
    const server = await startProcess(temporary.folder, site.env);
    await untilStored(db, 1 + draw(DAYS - 5));
    await server.stop('SIGKILL');
    // Otherwise the next one runs the jobs only after the lease has expired.
    await db.write((tx) => tx.lease.deleteMany());
    await expectSound();
  }
  const server = await startProcess(temporary.folder, site.env);
  await untilStored(db, DAYS - 2);
  expect(await server.stop('SIGTERM')).toBe(0);
  await expectSound();
  await db.close();
});
