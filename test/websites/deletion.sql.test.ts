import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { operator } from '../../src/auth/keys.ts';
import type { Database } from '../../src/db/database.ts';
import { raw } from '../../src/db/sql/sql.ts';
import { verifyRollups } from '../../src/ingest/store/verify.ts';
import { createContext } from '../../src/request/context.ts';
import { deleteWebsite } from '../../src/websites/changes.ts';
import { createWebsiteDeletion } from '../../src/websites/deletion.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { sendHit } from '../support/track.ts';

/** More than one transaction deletes of any table. */
const ROWS = 12_000;
const DAY = 20261120;
const TABLES = ['DayTotal', 'Visit', 'Hit', 'HitId', 'Drop', 'PendingDay', 'Chunk', 'MonthSums'];

async function addWebsite(server: TestServer, domain: string) {
  const response = await server.call('/api/v1/websites', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: `https://${domain}` }),
  });
  return ((await response.json()) as { data: { id: number; tracking_id: string } }).data;
}

/** Adds rows of a website to each table with statistics. */
async function fill({ write }: Database, id: number): Promise<void> {
  const many = raw(
    `WITH RECURSIVE "n" ("i") AS (SELECT 1 UNION ALL SELECT "i" + 1 FROM "n" WHERE "i" < ${ROWS}) SELECT`,
  );
  const texts = ['path', 'referrer', 'campaign', 'browser', 'os', 'device', 'language', 'resolution'];
  const visit = [...texts, 'continent', 'country', 'city'];
  await write(async (tx) => {
    await tx.$executeRaw`INSERT INTO "DayTotal" ("websiteId", "day", "visitors", "visits", "pageviews",
        "events", "bounces", "duration", "revision")
      ${many} ${id}, "i", 1, 1, 1, 0, 1, 0, 0 FROM "n"`;
    await tx.$executeRaw`INSERT INTO "Visit" ("websiteId", "day", "visitor", "number", "hour", "startedAt",
        "lastAt", ${raw(visit.map((name) => `"${name}"`).join(', '))})
      ${many} ${id}, ${DAY}, "i" - 6000, 1, 0, 0, 0, ${raw(visit.map(() => `''`).join(', '))} FROM "n"`;
    await tx.$executeRaw`
      INSERT INTO "Hit" ("websiteId", "id", "day", "visitor", "visit", "at", "hour", "path")
      ${many} ${id}, "i", ${DAY}, "i", 1, 0, 0, '/' FROM "n"`;
    await tx.$executeRaw`INSERT INTO "HitId" ("websiteId", "day", "at", "id")
      ${many} ${id}, ${DAY}, 0, "i" FROM "n"`;
    await tx.$executeRaw`INSERT INTO "Drop" ("websiteId", "day", "reason", "count")
      ${many} ${id}, "i", 'bot', 1 FROM "n"`;
    await tx.$executeRaw`INSERT INTO "PendingDay" ("websiteId", "day") ${many} ${id}, "i" FROM "n"`;
    await tx.$executeRaw`INSERT INTO "Chunk" ("websiteId", "day", "pageviews", "events", "revision", "data")
      ${many} ${id}, "i", 0, 0, 0, ${new Uint8Array([1])} FROM "n" WHERE "i" <= 100`;
    await tx.$executeRaw`INSERT INTO "MonthSums" ("websiteId", "month", "dimension", "version", "data")
      ${many} ${id}, "i", 'page', 0, ${new Uint8Array([1])} FROM "n" WHERE "i" <= 200`;
  });
}

async function countRows({ read }: Pick<Database, 'read'>, id: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of TABLES) {
    const [row] = await read.$queryRaw<{ count: bigint }[]>`
      SELECT COUNT(*) AS "count" FROM ${raw(`"${table}"`)} WHERE "websiteId" = ${id}`;
    counts[table] = Number(row?.count);
  }
  return counts;
}
const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, count) => all + count, 0);
const marks = ({ read }: Database) => read.setting.count({ where: { key: { startsWith: 'deleting:' } } });

test('a deleted large website is gone at once, its rows soon, and no others', async () => {
  await using server = await startTestServer();
  const { db } = server.deps;
  const { id, tracking_id: website } = await addWebsite(server, 'large.example');
  const other = await addWebsite(server, 'other.example');
  for (const each of [id, other.id]) await fill(db, each);
  const before = await countRows(db, other.id);
  expect((await server.call(`/api/v1/websites/${id}`, { method: 'DELETE' })).status).toBe(200);

  expect((await server.call(`/api/v1/websites/${id}`)).status).toBe(404);
  const stats = await server.call(`/api/v1/stats/${id}?name=page&from=2026-11-20&to=2026-11-20`);
  expect(stats.status).toBe(404);
  const hit = await sendHit(server, { website, page: 'https://large.example/' });
  expect(hit.headers.get('x-footfall-dropped')).toBe('unknown_website');
  const { differences } = await verifyRollups(db);
  expect(differences.filter(({ websiteId }) => websiteId === id)).toEqual([]);

  while (sum(await countRows(db, id)) > 0 || (await marks(db)) > 0) await setImmediate();
  expect(await countRows(db, other.id)).toEqual(before);
});

test('others write between the short transactions of a deletion', async () => {
  await using server = await startTestServer();
  const { db, log } = server.deps;
  const { id } = await addWebsite(server, 'large.example');
  const { tracking_id: website } = await addWebsite(server, 'other.example');
  await fill(db, id);
  const context = createContext(
    { ...server.deps, deletion: { start: () => undefined } },
    operator(server.teamId),
  );
  const all = sum(await countRows(db, id));
  await deleteWebsite(id, context);
  let left = sum(await countRows(db, id));
  // A fifth of a transaction of each table.
  expect(all - left).toBeLessThanOrEqual(7 * 1_000);
  let pauses = 0;
  const deletion = createWebsiteDeletion(
    { db, log },
    () => 0,
    async () => {
      pauses += 1;
      const now = sum(await countRows(db, id));
      expect(left - now).toBeLessThanOrEqual(5_000);
      left = now;
      const page = `https://other.example/${pauses}`;
      if (pauses < 4) expect((await sendHit(server, { website, page })).status).toBe(202);
    },
  );
  await deletion.run();
  expect(pauses).toBeGreaterThan(14);
  expect([left, await marks(db)]).toEqual([0, 0]);
});

test('a deletion that was interrupted by a kill is finished by the jobs of the leader', async () => {
  await using server = await startTestServer();
  const { id } = await addWebsite(server, 'large.example');
  await fill(server.deps.db, id);
  const { deletion: _deletion, ...deps } = server.deps;
  await deleteWebsite(id, createContext(deps, operator(server.teamId)));
  let pauses = 0;
  const killed = createWebsiteDeletion(
    server.deps,
    () => pauses * 1_500,
    async () => {
      pauses += 1;
    },
  );
  // It stops after a part, as if the process had been killed after that transaction.
  await killed.run();
  const left = sum(await countRows(server.deps.db, id));
  expect(left).toBeGreaterThan(0);
  expect(await marks(server.deps.db)).toBe(1);
  // As the leader does when it starts, and then once a minute.
  await server.runJobs();
  expect(sum(await countRows(server.deps.db, id))).toBe(0);
  expect(await marks(server.deps.db)).toBe(0);
});

test('a small website is deleted at once', async () => {
  await using server = await startTestServer();
  const { id, tracking_id: website } = await addWebsite(server, 'small.example');
  await sendHit(server, { website, page: 'https://small.example/' });
  expect(sum(await countRows(server.deps.db, id))).toBeGreaterThan(0);
  const { deletion: _deletion, ...deps } = server.deps;
  await deleteWebsite(id, createContext(deps, operator(server.teamId)));
  expect([sum(await countRows(server.deps.db, id)), await marks(server.deps.db)]).toEqual([0, 0]);
});
