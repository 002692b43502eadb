import { executeRows, fromJson } from '../db/dialect.ts';
import type { SqlTransaction } from '../db/open.ts';
import { Prisma } from '../generated/prisma/client.ts';
import type { Drop, Hit } from '../ingest/hit.ts';
import { type Increment, increments, VISITOR_DIMENSIONS } from './increments.ts';
import { type OpenedVisit, planVisits, type VisitPlan, type VisitState, visitorKey } from './visits.ts';

const VISITOR = { websiteId: 'INTEGER', day: 'INTEGER', visitor: 'BIGINT' } as const;

/**
 * Stores hits in an open transaction: visits, hits and rollups, each table in one statement. Either all of it
 * is committed with the transaction, or nothing.
 * @param nextId gives ids for hits, growing, unique among instances.
 */
export async function storeHits(
  tx: SqlTransaction,
  hits: readonly Hit[],
  nextId: () => bigint,
): Promise<void> {
  if (hits.length === 0) return;
  const plan = planVisits(hits, await latestVisits(tx, hits));
  await insertVisits(tx, plan.opened);
  await extendVisits(tx, plan.extended);
  await insertHits(tx, plan.hits, nextId);
  await addToRollups(tx, increments(plan));
}

async function latestVisits(tx: SqlTransaction, hits: readonly Hit[]): Promise<Map<string, VisitState>> {
  const visitors = new Map(
    hits.map((hit) => [visitorKey(hit), [hit.websiteId, hit.day, String(hit.visitor)]]),
  );
  const rows = await tx.$queryRaw<
    { [column in 'websiteId' | 'day' | 'visitor' | 'number' | 'lastAt']: number | bigint }[]
  >`
    SELECT "v"."websiteId", "v"."day", "v"."visitor", "v"."number", "v"."lastAt"
    FROM ${fromJson([...visitors.values()], VISITOR)} AS "k"
    CROSS JOIN "Visit" AS "v"
      ON "v"."websiteId" = "k"."websiteId" AND "v"."day" = "k"."day" AND "v"."visitor" = "k"."visitor"
    ORDER BY "v"."number"`;
  // In the order of their numbers: a later visit replaces an earlier one.
  return new Map(
    rows.map((row) => [visitorKey(row), { number: Number(row.number), lastAt: Number(row.lastAt) }]),
  );
}

const VISIT_COLUMNS = {
  ...VISITOR,
  number: 'INTEGER',
  hour: 'INTEGER',
  startedAt: 'BIGINT',
  lastAt: 'BIGINT',
  path: 'TEXT',
  referrer: 'TEXT',
  campaign: 'TEXT',
  browser: 'TEXT',
  os: 'TEXT',
  device: 'TEXT',
  language: 'TEXT',
  resolution: 'TEXT',
  continent: 'TEXT',
  country: 'TEXT',
  city: 'TEXT',
} as const;

async function insertVisits(tx: SqlTransaction, visits: readonly OpenedVisit[]): Promise<void> {
  if (visits.length === 0) return;
  const rows = visits.map(({ number, lastAt, first }) => [
    first.websiteId,
    first.day,
    String(first.visitor),
    number,
    first.hour,
    first.at,
    lastAt,
    first.path,
    first.dimensions.referrer,
    first.dimensions.campaign,
    ...VISITOR_DIMENSIONS.map((name) => first.dimensions[name]),
  ]);
  await executeRows(
    tx,
    rows,
    VISIT_COLUMNS,
    (source) => Prisma.sql`
    INSERT INTO "Visit" ("websiteId", "day", "visitor", "number", "hour", "startedAt", "lastAt", "path", "referrer",
      "campaign", "browser", "os", "device", "language", "resolution", "continent", "country", "city")
    SELECT * FROM ${source} AS "new"`,
  );
}

const EXTENDED_COLUMNS = { ...VISITOR, number: 'INTEGER', lastAt: 'BIGINT' } as const;

async function extendVisits(tx: SqlTransaction, visits: VisitPlan['extended']): Promise<void> {
  if (visits.length === 0) return;
  const rows = visits.map(({ websiteId, day, visitor, number, lastAt }) => [
    websiteId,
    day,
    String(visitor),
    number,
    lastAt,
  ]);
  await executeRows(
    tx,
    rows,
    EXTENDED_COLUMNS,
    (source) => Prisma.sql`
    UPDATE "Visit" SET "lastAt" = "new"."lastAt" FROM ${source} AS "new"
    WHERE "Visit"."websiteId" = "new"."websiteId" AND "Visit"."day" = "new"."day"
      AND "Visit"."visitor" = "new"."visitor" AND "Visit"."number" = "new"."number"`,
  );
}

const HIT_COLUMNS = {
  websiteId: 'INTEGER',
  id: 'BIGINT',
  day: 'INTEGER',
  visitor: 'BIGINT',
  visit: 'INTEGER',
  at: 'BIGINT',
  hour: 'INTEGER',
  path: 'TEXT',
  event: 'TEXT',
  value: 'REAL',
  unit: 'TEXT',
} as const;

async function insertHits(tx: SqlTransaction, hits: VisitPlan['hits'], nextId: () => bigint): Promise<void> {
  const rows = hits.map(({ hit, visit }) => [
    hit.websiteId,
    String(nextId()),
    hit.day,
    String(hit.visitor),
    visit,
    hit.at,
    hit.hour,
    hit.path,
    hit.event?.name ?? null,
    hit.event?.value ?? null,
    hit.event?.unit ?? null,
  ]);
  await executeRows(
    tx,
    rows,
    HIT_COLUMNS,
    (source) => Prisma.sql`
    INSERT INTO "Hit" ("websiteId", "id", "day", "visitor", "visit", "at", "hour", "path", "event", "value", "unit")
    SELECT * FROM ${source} AS "new"`,
  );
}

const STAT_COLUMNS = {
  websiteId: 'INTEGER',
  name: 'TEXT',
  period: 'INTEGER',
  value: 'TEXT',
  count: 'BIGINT',
} as const;

/** Adds increments to the rollup rows, making those that are missing. */
async function addToRollups(tx: SqlTransaction, rows: readonly Increment[]): Promise<void> {
  const values = rows.map(({ websiteId, name, period, value, count }) => [
    websiteId,
    name,
    period,
    value,
    count,
  ]);
  await executeRows(
    tx,
    values,
    STAT_COLUMNS,
    (source) => Prisma.sql`
    INSERT INTO "Stat" ("websiteId", "name", "period", "value", "count") SELECT * FROM ${source} AS "new" WHERE TRUE
    ON CONFLICT ("websiteId", "name", "period", "value") DO UPDATE SET "count" = "Stat"."count" + excluded."count"`,
  );
}

const DROP_COLUMNS = { websiteId: 'INTEGER', day: 'INTEGER', reason: 'TEXT', count: 'BIGINT' } as const;

/** Counts dropped hits in an open transaction. */
export async function storeDrops(tx: SqlTransaction, drops: readonly Drop[]): Promise<void> {
  if (drops.length === 0) return;
  const counts = new Map<string, [number, number, string, number]>();
  for (const { websiteId, day, reason } of drops) {
    const key = `${websiteId} ${day} ${reason}`;
    const row = counts.get(key);
    if (row) row[3] += 1;
    else counts.set(key, [websiteId, day, reason, 1]);
  }
  const rows = [...counts.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1] || (a[2] < b[2] ? -1 : 1));
  await executeRows(
    tx,
    rows,
    DROP_COLUMNS,
    (source) => Prisma.sql`
    INSERT INTO "Drop" ("websiteId", "day", "reason", "count") SELECT * FROM ${source} AS "new" WHERE TRUE
    ON CONFLICT ("websiteId", "day", "reason") DO UPDATE SET "count" = "Drop"."count" + excluded."count"`,
  );
}
