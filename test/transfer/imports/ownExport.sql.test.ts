import path from 'node:path';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { openDatabase } from '../../../src/db/open.ts';
import { STAT_NAMES } from '../../../src/engine/registry/statistics.ts';
import { verifyRollups } from '../../../src/ingest/store/verify.ts';
import { performImport } from '../../../src/transfer/imports/perform.ts';
import { undoImport } from '../../../src/transfer/imports/undo.ts';
import { footfallSource } from '../../../src/transfer/sources/footfall/source.ts';
import { askGraphql } from '../../support/engine/asking.ts';
import { randomQuestion, TIMEOUT } from '../../support/engine/questions.ts';
import { statisticsOf } from '../../support/engine/statistics.ts';
import { randomTraffic, record } from '../../support/engine/traffic.ts';
import { newWebsite } from '../../support/rest.ts';
import { temporaryFolder } from '../../support/server.ts';
import { sharedServer } from '../../support/shared.ts';
import { exportTo } from '../../support/transfer/exports.ts';
import { importingInto } from '../../support/transfer/importing.ts';

const ZONE = 'Pacific/Auckland';
const DAYS = ['2026-11-01', '2026-11-03', '2026-11-04', '2026-11-06', '2026-11-07'];

const server = sharedServer({}, async (started) => {
  for (const url of ['https://a.test', 'https://b.test']) await newWebsite(started, { url, timezone: ZONE });
  const traffic = { websiteId: 1, timezone: ZONE, from: '2026-11-01', days: 7, visitors: 12, seed: 48 };
  await record(started, randomTraffic(traffic));
});

/** Exports website 1 and imports it into website 2, while a function runs. */
async function moved(args: object, run: () => Promise<void>, untilOwnHits = false): Promise<void> {
  await using temporary = await temporaryFolder();
  const file = path.join(temporary.folder, 'export.zip');
  await exportTo(file, server(), 1, args);
  const { url } = server().database;
  const db = await openDatabase(url);
  const importing = await importingInto({ db, url });
  try {
    const given = {
      ...{ website: await importing.website(2), source: footfallSource, untilOwnHits, hash: file },
      ...{ files: [{ name: 'export.zip', path: file }], startedBy: 'command_line' },
    };
    const row = await performImport(given, importing.deps);
    await run();
    await undoImport(row, importing.deps);
    expect(await db.read.hit.count({ where: { websiteId: 2 } })).toBe(0);
    expect(await db.read.visit.count({ where: { websiteId: 2 } })).toBe(0);
    expect((await verifyRollups(db)).differences).toEqual([]);
  } finally {
    await importing[Symbol.asyncDispose]();
    await db.close();
  }
}

const PERIOD = { from: 20261101, to: 20261108 };

test.each(['csv', 'parquet'])(
  'a website that was exported as %s and imported answers every question as before',
  async (format) => {
    const { deps } = server();
    await moved({ format }, async () => {
      const [before, after] = await Promise.all(
        [1, 2].map((websiteId) => statisticsOf(deps.analysis, { websiteId, ...PERIOD }, STAT_NAMES)),
      );
      expect(after).toEqual(before);
      expect(before?.every(({ total }) => total > 0)).toBe(true);
      await fc.assert(
        fc.asyncProperty(randomQuestion([{ websiteId: 1, days: DAYS }]), async ([question, page]) => {
          const expected = await askGraphql(server(), question, page);
          expect(await askGraphql(server(), { ...question, websiteId: 2 }, page)).toEqual(expected);
        }),
        { numRuns: 30 },
      );
      expect((await verifyRollups(deps.db)).differences).toEqual([]);
    });
  },
  TIMEOUT,
);
