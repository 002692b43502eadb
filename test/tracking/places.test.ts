import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { writeMmdb } from '../ingest/geo/mmdb.ts';
import { newWebsite, statRows } from '../support/rest.ts';
import { startTestServer, temporaryFolder } from '../support/server.ts';
import { outcome, RECORDED, sendHit } from '../support/track.ts';

const page = 'https://example.com/';
const of = (country: string) => writeMmdb(6, { '81.0.0.0/8': { country: { iso_code: country } } });

test('a server checks once a minute whether GEO_DATABASE was replaced, and reads the new file', async () => {
  await using temporary = await temporaryFolder();
  const file = path.join(temporary.folder, 'places.mmdb');
  await writeFile(file, of('FR'));
  // Only intervals are fake; the jobs run on an interval.
  jest.useFakeTimers({
    doNotFake: [
      ...(['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask'] as const),
      ...(['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate'] as const),
    ],
  });
  try {
    await using server = await startTestServer({ env: { GEO_DATABASE: file }, repeatJobs: true });
    await newWebsite(server);
    const hit = async (address: string) =>
      expect(outcome(await sendHit(server, { page }, { 'x-forwarded-for': address }))).toEqual(RECORDED);
    await hit('81.2.69.1');
    await writeFile(`${file}.new`, of('DE'));
    await rename(`${file}.new`, file);
    await hit('81.2.69.2');
    jest.advanceTimersByTime(60_000);
    await hit('81.2.69.3');
    jest.useRealTimers();
    expect(await statRows(server, 1, 'country')).toEqual([
      ['FR', 2],
      ['DE', 1],
    ]);
    expect(server.logLines.join('')).toContain(`The geolocation database ${file} has changed`);
  } finally {
    jest.useRealTimers();
  }
});

test('a server without its GEO_DATABASE logs one warning and counts hits without a country', async () => {
  await using server = await startTestServer({ env: { GEO_DATABASE: '/nowhere/places.mmdb' } });
  await newWebsite(server);
  for (const address of ['81.2.69.1', '2a01:e0a::1']) {
    expect(outcome(await sendHit(server, { page }, { 'x-forwarded-for': address }))).toEqual(RECORDED);
  }
  expect(await statRows(server, 1, 'country')).toEqual([['', 2]]);
  const said = server.logLines.filter((line) => line.includes('geolocation database'));
  expect(said).toEqual([expect.stringContaining('"level":40')]);
});
