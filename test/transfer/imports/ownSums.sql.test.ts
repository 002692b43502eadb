import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openDatabase } from '../../../src/db/open.ts';
import { ROW_FORMATS } from '../../../src/transfer/exports/layout.ts';
import { performImport } from '../../../src/transfer/imports/perform.ts';
import { undoImport } from '../../../src/transfer/imports/undo.ts';
import { footfallSource } from '../../../src/transfer/sources/footfall/source.ts';
import type { TotalRecord } from '../../../src/transfer/sources/records.ts';
import { graphqlData } from '../../support/engine/asking.ts';
import { randomTraffic, record } from '../../support/engine/traffic.ts';
import { nodeId } from '../../support/entities.ts';
import { newWebsite } from '../../support/rest.ts';
import { startTestServer, type TestServer, temporaryFolder } from '../../support/server.ts';
import { exportTo, readBack } from '../../support/transfer/exports.ts';
import { type Importing, importingInto, viewAt } from '../../support/transfer/importing.ts';

let server: TestServer;
let importing: Importing;
let stop: () => Promise<void>;
beforeAll(async () => {
  server = await startTestServer();
  for (const url of ['https://a.test', 'https://b.test']) await newWebsite(server, { url, timezone: 'UTC' });
  const traffic = { websiteId: 1, timezone: 'UTC', from: '2026-11-03', days: 3, visitors: 9, seed: 5 };
  await record(server, randomTraffic(traffic));
  const db = await openDatabase(server.database.url);
  importing = await importingInto({ db, url: server.database.url });
  stop = () => db.close();
  await importing.run(SUMS, { website: 1 });
});
afterAll(async () => {
  await importing[Symbol.asyncDispose]();
  await stop();
  await server[Symbol.asyncDispose]();
});

function sum(day: number, dimension: TotalRecord['dimension'], value: string, sums: Partial<TotalRecord>) {
  return { kind: 'total', line: 1, day, dimension, value, ...sums } as TotalRecord;
}

/** Two days before the hits. Pages have no bounces, and durations are no whole seconds. */
const SUMS: TotalRecord[] = [
  sum(20261001, 'total', '', { visitors: 10, visits: 12, pageviews: 30, bounces: 6, duration: 600.123 }),
  sum(20261031, 'total', '', { visitors: 5, visits: 5, pageviews: 9, events: 3, bounces: 1, duration: 40 }),
  sum(20261001, 'page', '/', { visitors: 9, visits: 10, pageviews: 20 }),
  sum(20261031, 'page', '/"=1,2', { visitors: 5, visits: 5, pageviews: 9 }),
  sum(20261001, 'country', 'FR', { visitors: 6, visits: 8, pageviews: 20, bounces: 3, duration: 400 }),
  sum(20261001, 'country', '', { visitors: 4, visits: 4, pageviews: 10, bounces: 3, duration: 200 }),
  sum(20261031, 'event', 'Signup', { visitors: 2, events: 3 }),
];

const FIELDS = `
  from visitors visits pageviews events bounces bounceRate visitDuration viewsPerVisit
  imported { from to omitted }
  series(by: DAY) { points { at visitors pageviews } }
  pages: breakdown(by: [PAGE]) { nodes { values { value } pageviews visits bounceRate } }
  countries: breakdown(by: [COUNTRY]) { nodes { values { value } visits bounceRate visitDuration } }
  continents: stats(name: CONTINENT) { nodes { value count } }
  languages: stats(name: LANGUAGE) { nodes { value count } }
  signups: stats(name: EVENT) { nodes { value count } }`;

async function statistics(websiteId: number): Promise<Record<string, unknown>> {
  const id = nodeId('Website', websiteId);
  const days = 'from: "2026-09-01", to: "2026-11-20"';
  const query = `{ website(id: "${id}") { period(${days}) { ${FIELDS} } } }`;
  return (await graphqlData<{ website: { period: Record<string, unknown> } }>(server, query)).website.period;
}

async function importExport(file: string) {
  return performImport(
    {
      ...{ website: await importing.website(2), source: footfallSource, untilOwnHits: false, hash: file },
      ...{ files: [{ name: 'a.zip', path: file }], startedBy: 'command_line' },
    },
    importing.deps,
  );
}

const importedOf = (websiteId: number) =>
  importing.db.read.importedSum.findMany({
    where: { websiteId },
    orderBy: [{ dimension: 'asc' }, { day: 'asc' }, { value: 'asc' }],
  });

test.each(ROW_FORMATS)(
  'an export as %s has the daily sums of imports, which are imported',
  async (format) => {
    await using temporary = await temporaryFolder();
    const file = path.join(temporary.folder, 'a.zip');
    const counts = await exportTo(file, server, 1, { format });
    const stored = await importedOf(1);
    expect(stored).toHaveLength(SUMS.length + 2);
    expect(counts[`sums.${format}`]).toBe(stored.length);
    const empty = await statistics(2);

    const row = await importExport(file);
    expect(row).toMatchObject({
      firstDay: 20261001,
      lastDay: 20261105,
      dimensions: 'continent country event page total',
    });
    expect(row.firstId).not.toBeNull();
    const copied = (await importedOf(2)).map((one) => ({
      ...one,
      websiteId: 1,
      importId: stored[0]?.importId,
    }));
    expect(copied).toEqual(stored);
    const before = await statistics(1);
    expect(await statistics(2)).toEqual({
      ...before,
      imported: expect.objectContaining({ from: '2026-10-01' }),
    });
    expect(row.pageviews).toBe(BigInt(before.pageviews as string));

    await undoImport(row, importing.deps);
    expect(await importedOf(2)).toEqual([]);
    expect(await importing.db.read.hit.count({ where: { websiteId: 2 } })).toBe(0);
    expect(await statistics(2)).toEqual(empty);
  },
);

test('an import with hits and sums has its days for itself', async () => {
  await using temporary = await temporaryFolder();
  const file = path.join(temporary.folder, 'a.zip');
  await exportTo(file, server, 1);
  const row = await importExport(file);
  const other = [viewAt(Date.UTC(2026, 9, 1, 12), { page: 'https://b.test/' })];
  await expect(importing.run(other, { website: 2 })).rejects.toMatchObject({
    details: { fields: { file: [expect.stringContaining(`Import ${row.id} (footfall) has 2026-10-01`)] } },
  });
  await undoImport(row, importing.deps);
  const log = await importing.run(other, { website: 2 });
  await expect(importExport(file)).rejects.toMatchObject({
    details: { fields: { file: [expect.stringContaining(`Import ${log.id} (log)`)] } },
  });
  await undoImport(log, importing.deps);
});

test('an export of a range has the sums of its days, and none of an import that was undone', async () => {
  await using temporary = await temporaryFolder();
  const file = path.join(temporary.folder, 'a.zip');
  await exportTo(file, server, 1, { from: '2026-10-31' });
  expect((await readBack(file)).sums.map(({ day }) => day)).toEqual([20261031, 20261031, 20261031]);
  const [row] = await importing.db.read.import.findMany({ where: { websiteId: 1, state: 'done' } });
  await undoImport(row as NonNullable<typeof row>, importing.deps);
  await exportTo(file, server, 1);
  expect((await readBack(file)).sums).toEqual([]);
  await importing.run(SUMS, { website: 1 });
});
