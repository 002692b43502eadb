import path from 'node:path';
import { expect, test } from '@jest/globals';
import { storeDrops } from '../../../src/ingest/store/store.ts';
import { ROW_FORMATS } from '../../../src/transfer/exports/layout.ts';
import { randomTraffic, record } from '../../support/engine/traffic.ts';
import { newWebsite } from '../../support/rest.ts';
import { temporaryFolder } from '../../support/server.ts';
import { sharedServer } from '../../support/shared.ts';
import { exportTo, readBack, storedRows } from '../../support/transfer/exports.ts';

/** Texts that the formats of files could confuse. */
const TEXTS = ['', 'null', '"', 'a,b', '\r', '\n', '\r\n', ' ', '=1+1', 'a\ufeff', '007', '😀', '\\N', "'"];

const server = sharedServer({}, async (started) => {
  for (const url of ['https://a.test', 'https://b.test']) {
    const { id: websiteId } = await newWebsite(started, { url, timezone: 'Pacific/Auckland' });
    const traffic = { websiteId, timezone: 'Pacific/Auckland', from: '2026-10-28', days: 5, visitors: 30 };
    const hits = randomTraffic({ ...traffic, seed: 7 + websiteId }).map((hit, index) => {
      const text = TEXTS[index % TEXTS.length] as string;
      const event = hit.event && { ...hit.event, name: `e${text}`, value: index / 8 - 3, unit: text };
      return { ...hit, event, path: `${hit.path}${text}`, host: text };
    });
    // The clock of the recorder of some hits was wrong by days.
    await record(started, hits, (at) => (at % 7 === 0 ? at + 5 * 86_400_000 : at));
    await started.deps.db.write((tx) =>
      storeDrops(tx, [
        { websiteId, day: 20261029, reason: 'bot' },
        { websiteId, day: 20261030, reason: 'spam', domain: 'semalt.com' },
      ]),
    );
  }
});

test.each(ROW_FORMATS)('an export as %s has every row, and is read again as it was', async (format) => {
  await using temporary = await temporaryFolder();
  const file = path.join(temporary.folder, 'a.zip');
  const counts = await exportTo(file, server(), 1, { format });
  const { visits, hits, drops, records } = await readBack(file);
  const expected = await Promise.all(
    (['Visit', 'Hit', 'Drop'] as const).map((table) => storedRows(server(), table, 1)),
  );
  const byId = (one: { id?: unknown; day?: unknown }, other: typeof one) =>
    Number(one.day) - Number(other.day) || (BigInt(String(one.id)) < BigInt(String(other.id)) ? -1 : 1);
  expect([visits, hits.toSorted(byId), drops]).toEqual(expected);
  expect(counts).toMatchObject({
    [`visits.${format}`]: visits.length,
    [`hits.${format}`]: hits.length,
    [`days.${format}`]: new Set(visits.map(({ day }) => day)).size,
    [`drops.${format}`]: 2,
  });
  expect(hits.length).toBeGreaterThan(300);
  const days = records.flatMap((one) => (one.kind === 'rows' ? [one.day] : []));
  expect(days).toEqual(days.toSorted((one, other) => one - other));
});

test('an export of a range has only the rows of its days', async () => {
  await using temporary = await temporaryFolder();
  const file = path.join(temporary.folder, 'a.zip');
  await exportTo(file, server(), 1, { from: '2026-10-30', to: '2026-10-31', format: 'jsonl' });
  const { visits, hits, drops } = await readBack(file);
  const inRange = async (table: 'Visit' | 'Hit') =>
    (await storedRows(server(), table, 1)).filter(({ day }) => day === 20261030 || day === 20261031).length;
  expect([visits.length, hits.length, drops.length]).toEqual([
    await inRange('Visit'),
    await inRange('Hit'),
    1,
  ]);
  expect(visits.length).toBeGreaterThan(0);
});

test('an export of a website without hits has all files, and no rows', async () => {
  await using temporary = await temporaryFolder();
  const { id } = await newWebsite(server(), { url: 'https://empty.test' });
  for (const format of ROW_FORMATS) {
    const file = path.join(temporary.folder, format);
    const counts = await exportTo(file, server(), id, { format });
    expect(Object.values(counts)).toEqual([0, 0, 0, 0, 0]);
    expect((await readBack(file)).records).toEqual([]);
  }
});
