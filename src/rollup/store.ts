import type { SqlTransaction } from '../db/database.ts';
import { type Row, readRows, writeRows } from '../db/rows.ts';
import { sql } from '../db/sql.ts';
import type { Drop, Hit } from '../ingest/hit.ts';
import { type Increment, increments, VISITOR_DIMENSIONS } from './increments.ts';
import {
  type ExtendedVisit,
  type OpenedVisit,
  planVisits,
  type VisitPlan,
  type VisitState,
  visitorKey,
} from './visits.ts';

const VISITOR = { websiteId: 'INTEGER', day: 'INTEGER', visitor: 'BIGINT' } as const;

/**
 * Stores hits in an open transaction: visits, hits and rollups, each table with one statement. Either all of it
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
  await insertVisits(tx, plan.opened.map(visitRow));
  await extendVisits(tx, plan.extended.map(extendedRow));
  await insertHits(
    tx,
    plan.hits.map((hit) => hitRow(hit, nextId())),
  );
  await addToRollups(tx, increments(plan).map(statRow));
}

type Integer = number | bigint;

const findVisits = readRows<{
  websiteId: Integer;
  day: Integer;
  visitor: bigint;
  number: Integer;
  lastAt: Integer;
}>(
  VISITOR,
  (source, _, ofWebsites) => sql`
    SELECT "v"."websiteId", "v"."day", "v"."visitor", "v"."number", "v"."lastAt"
    FROM ${source} AS "k"
    CROSS JOIN "Visit" AS "v"
    WHERE "v"."websiteId" = "k"."websiteId" AND "v"."day" = "k"."day" AND "v"."visitor" = "k"."visitor"
      AND ${ofWebsites('"v"."websiteId"')}
    ORDER BY "v"."number"`,
);

async function latestVisits(tx: SqlTransaction, hits: readonly Hit[]): Promise<Map<string, VisitState>> {
  const visitors = new Map(hits.map((hit) => [visitorKey(hit), [hit.websiteId, hit.day, hit.visitor]]));
  const found = await findVisits(tx, [...visitors.values()]);
  // In the order of their numbers: a later visit replaces an earlier one.
  return new Map(
    found.map((visit) => [visitorKey(visit), { number: Number(visit.number), lastAt: Number(visit.lastAt) }]),
  );
}

const insertVisits = writeRows(
  {
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
  },
  (source) => sql`
    INSERT INTO "Visit" ("websiteId", "day", "visitor", "number", "hour", "startedAt", "lastAt", "path", "referrer",
      "campaign", "browser", "os", "device", "language", "resolution", "continent", "country", "city")
    SELECT * FROM ${source} AS "new"`,
);

function visitRow({ number, lastAt, first }: OpenedVisit): Row {
  const { websiteId, day, visitor, hour, at, path, dimensions } = first;
  const { referrer, campaign } = dimensions;
  const others = VISITOR_DIMENSIONS.map((name) => dimensions[name]);
  return [websiteId, day, visitor, number, hour, at, lastAt, path, referrer, campaign, ...others];
}

const extendVisits = writeRows(
  { ...VISITOR, number: 'INTEGER', lastAt: 'BIGINT' },
  (source, _, ofWebsites) => sql`
    UPDATE "Visit" SET "lastAt" = "new"."lastAt" FROM ${source} AS "new"
    WHERE "Visit"."websiteId" = "new"."websiteId" AND "Visit"."day" = "new"."day"
      AND "Visit"."visitor" = "new"."visitor" AND "Visit"."number" = "new"."number"
      AND ${ofWebsites('"Visit"."websiteId"')}`,
);

function extendedRow({ websiteId, day, visitor, number, lastAt }: ExtendedVisit): Row {
  return [websiteId, day, visitor, number, lastAt];
}

const insertHits = writeRows(
  {
    websiteId: 'INTEGER',
    id: 'BIGINT',
    day: 'INTEGER',
    visitor: 'BIGINT',
    visit: 'INTEGER',
    at: 'BIGINT',
    hour: 'INTEGER',
    path: 'TEXT',
    event: 'TEXT',
    value: 'DOUBLE PRECISION',
    unit: 'TEXT',
  },
  (source) => sql`
    INSERT INTO "Hit" ("websiteId", "id", "day", "visitor", "visit", "at", "hour", "path", "event", "value", "unit")
    SELECT * FROM ${source} AS "new"`,
);

function hitRow({ hit, visit }: VisitPlan['hits'][number], id: bigint): Row {
  const { websiteId, day, visitor, at, hour, path, event } = hit;
  const { name = null, value = null, unit = null } = event ?? {};
  return [websiteId, id, day, visitor, visit, at, hour, path, name, value, unit];
}

/** Adds increments to the rollup rows, making those that are missing. */
const addToRollups = writeRows(
  { websiteId: 'INTEGER', name: 'TEXT', period: 'INTEGER', value: 'TEXT', count: 'BIGINT' },
  (source) => sql`
    INSERT INTO "Stat" ("websiteId", "name", "period", "value", "count") SELECT * FROM ${source} AS "new" WHERE TRUE
    ON CONFLICT ("websiteId", "name", "period", "value") DO UPDATE SET "count" = "Stat"."count" + excluded."count"`,
);

function statRow({ websiteId, name, period, value, count }: Increment): Row {
  return [websiteId, name, period, value, count];
}

const addToDrops = writeRows(
  { websiteId: 'INTEGER', day: 'INTEGER', reason: 'TEXT', count: 'BIGINT' },
  (source) => sql`
    INSERT INTO "Drop" ("websiteId", "day", "reason", "count") SELECT * FROM ${source} AS "new" WHERE TRUE
    ON CONFLICT ("websiteId", "day", "reason") DO UPDATE SET "count" = "Drop"."count" + excluded."count"`,
);

/** Counts dropped hits in an open transaction. */
export async function storeDrops(tx: SqlTransaction, drops: readonly Drop[]): Promise<void> {
  const counts = new Map<string, [number, number, string, number]>();
  for (const { websiteId, day, reason } of drops) {
    const key = `${websiteId} ${day} ${reason}`;
    const row = counts.get(key);
    if (row) row[3] += 1;
    else counts.set(key, [websiteId, day, reason, 1]);
  }
  const rows = [...counts.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1] || (a[2] < b[2] ? -1 : 1));
  await addToDrops(tx, rows);
}
