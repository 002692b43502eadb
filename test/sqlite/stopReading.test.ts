import { expect, test } from '@jest/globals';
import Sqlite from 'better-sqlite3';
import { createSite } from '../support/crash/site.ts';
import { startProcess } from '../support/process.ts';
import { CHROME, temporaryFolder } from '../support/server.ts';

/**
 * The number of days from 2090 on that have totals, and of ranges for each of which they are added up. The
 * days are in the future, so that no job reads them. That such a statement can be ended at all is shown by
 * endedTotals.test.ts, without a process.
 */
const DAYS = 1_100_000;
const RANGES = 160;

/** Reads totals of ranges that contain these days. */
const operation = (prefix: string) => {
  const day = (year: number, number: number) =>
    new Date(Date.UTC(year, 0, number)).toISOString().slice(0, 10);
  const periods = Array.from({ length: RANGES }, (_, index) => {
    const days = `from: "${day(2089, 1 + (index % 8))}", to: "${day(9000, 1 + Math.floor(index / 8))}"`;
    return `${prefix}${index}: period(${days}) { visitors }`;
  });
  return `{ viewer { ${periods.join(' ')} } }`;
};

test('SIGTERM stops a server during a statement without a deadline; accepted hits are stored', async () => {
  await using temporary = await temporaryFolder();
  const site = await createSite(temporary.folder);
  const database = new Sqlite(site.file);
  database
    .prepare(`
      WITH RECURSIVE "n" AS (SELECT 0 AS "i" UNION ALL SELECT "i" + 1 FROM "n" WHERE "i" < ${DAYS - 1})
      INSERT INTO "DayTotal" ("websiteId", "day", "visitors", "visits", "pageviews", "events", "bounces",
        "duration", "revision")
      SELECT 1, CAST(strftime('%Y%m%d', '2090-01-01', "i" || ' days') AS INTEGER), 1, 1, 1, 0, 1, 0, 0
      FROM "n"`)
    .run();
  database.close();
  await using server = await startProcess(temporary.folder, { ...site.env, STATEMENT_TIMEOUT: '0' });
  const headers = { authorization: `Bearer ${site.key}`, 'content-type': 'application/json' };
  const read = (query: string) =>
    fetch(`${server.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
  const long = Promise.allSettled([read(operation('a')), read(operation('b'))]);
  const hit = { website: site.websites[0], page: 'https://example.com/' };
  const stored = await fetch(`${server.url}/api/event`, {
    method: 'POST',
    body: JSON.stringify(hit),
    headers: { 'user-agent': CHROME, 'accept-language': 'en' },
  });
  expect([stored.status, stored.headers.get('x-footfall-dropped')]).toEqual([202, null]);
  // Requests of other viewers are still answered.
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);

  expect(await server.stop('SIGTERM')).toBe(0);
  expect((await long).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const after = new Sqlite(site.file, { readonly: true });
  expect(after.prepare('SELECT COUNT(*) FROM "Hit"').pluck().get()).toBe(1);
  after.close();
});
