import { expect, test } from '@jest/globals';
import Sqlite from 'better-sqlite3';
import { createSite } from '../support/crash/site.ts';
import { ALL_DAYS } from '../support/months.ts';
import { startProcess } from '../support/process.ts';
import { CHROME, temporaryFolder } from '../support/server.ts';

/** A search in these values takes minutes: each position is compared with most of the pattern. */
const VALUES = 20_000;
const LENGTH = 3_000;
const SEARCH = `${'a'.repeat(254)}b`;

test('SIGTERM stops a server during a statement without a deadline; accepted hits are stored', async () => {
  await using temporary = await temporaryFolder();
  const site = await createSite(temporary.folder);
  const database = new Sqlite(site.file);
  database
    .prepare(`
      WITH RECURSIVE "n" AS (SELECT 1 AS "i" UNION ALL SELECT "i" + 1 FROM "n" WHERE "i" < ${VALUES})
      INSERT INTO "Stat" ("websiteId", "name", "period", "value", "count")
      SELECT 1, 'page', "month"."column1", ? || "i", 1
      FROM "n" CROSS JOIN (VALUES (202601), (202602)) AS "month"`)
    .run('a'.repeat(LENGTH));
  database.prepare('INSERT INTO "WebsiteLock" ("websiteId", "monthsThrough") VALUES (1, ?)').run(ALL_DAYS);
  database.close();
  await using server = await startProcess(temporary.folder, { ...site.env, STATEMENT_TIMEOUT: '0' });
  const headers = { authorization: `Bearer ${site.key}` };
  const read = (search: string) =>
    fetch(`${server.url}/api/v1/stats/1?name=page&from=2026-01-01&to=2026-02-28&search=${search}`, {
      headers,
    });
  const long = Promise.allSettled([read(SEARCH), read(`${SEARCH}c`.slice(1))]);
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
