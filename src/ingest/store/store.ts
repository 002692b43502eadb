import type { SqlTransaction } from '../../db/database.ts';
import { addCounts, insertRows } from '../../db/sql/insert.ts';
import { readRows, writeRows } from '../../db/sql/rows.ts';
import { sql } from '../../db/sql/sql.ts';
import { columnsOf, DROP, HIT, STAT, VISIT } from '../../db/sql/tables.ts';
import type { Drop, Hit } from '../hit.ts';
import { withMonths } from './increments.ts';
import { limitValues, type ValueLimit } from './values.ts';
import { type OpenedVisit, planVisits, type VisitPlan, type VisitState, visitorKey } from './visits.ts';

const VISITOR = columnsOf(VISIT, 'websiteId', 'day', 'visitor');

/** No limit, for hits that Footfall generates itself. */
const ANY_VALUES: ValueLimit = { distinctValues: 0, known: { has: () => false, add: () => undefined } };

/**
 * Stores hits in an open transaction: visits, hits and rollup, each table with one statement. Either all of
 * it is committed with the transaction, or nothing.
 * @param nextId returns ids for hits: increasing, and unique among instances.
 * @param limit how many distinct values a statistic may have; no limit by default.
 * @returns values to add to `limit.known` once the transaction is committed.
 */
export async function storeHits(
  tx: SqlTransaction,
  hits: readonly Hit[],
  nextId: () => bigint,
  limit: ValueLimit = ANY_VALUES,
): Promise<string[]> {
  if (hits.length === 0) return [];
  // The rows of a website lie together in every table, so they are written together.
  const grouped = [...hits].sort((one, other) => one.websiteId - other.websiteId);
  const visits = planVisits(grouped, await latestVisits(tx, grouped));
  const { plan, days, learned } = await limitValues(tx, visits, limit);
  await insertVisits(tx, plan.opened.map(visitRow));
  await extendVisits(tx, plan.extended);
  await insertHits(
    tx,
    plan.hits.map((hit) => hitRow(hit, nextId())),
  );
  await addToRollups(tx, withMonths(days));
  return learned;
}

type Integer = number | bigint;

interface FoundVisit {
  websiteId: Integer;
  day: Integer;
  visitor: bigint;
  number: Integer;
  lastAt: Integer;
}

const findVisits = readRows<FoundVisit, keyof typeof VISITOR>(
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
  const visitors = new Map(hits.map((hit) => [visitorKey(hit), hit]));
  const found = await findVisits(tx, [...visitors.values()]);
  // The rows are in the order of visit numbers, so a later visit replaces an earlier one.
  return new Map(
    found.map((visit) => [visitorKey(visit), { number: Number(visit.number), lastAt: Number(visit.lastAt) }]),
  );
}

const insertVisits = insertRows(VISIT);

function visitRow({ number, lastAt, first }: OpenedVisit) {
  const { websiteId, day, visitor, hour, at, path, dimensions } = first;
  return { websiteId, day, visitor, number, hour, startedAt: at, lastAt, path, ...dimensions };
}

const extendVisits = writeRows(
  columnsOf(VISIT, 'websiteId', 'day', 'visitor', 'number', 'lastAt'),
  (source, _, ofWebsites) => sql`
    UPDATE "Visit" SET "lastAt" = "new"."lastAt" FROM ${source} AS "new"
    WHERE "Visit"."websiteId" = "new"."websiteId" AND "Visit"."day" = "new"."day"
      AND "Visit"."visitor" = "new"."visitor" AND "Visit"."number" = "new"."number"
      AND ${ofWebsites('"Visit"."websiteId"')}`,
);

const insertHits = insertRows(HIT);

function hitRow({ hit, visit }: VisitPlan['hits'][number], id: bigint) {
  const { websiteId, day, visitor, at, hour, path, event } = hit;
  const { name = null, value = null, unit = null } = event ?? {};
  return { websiteId, id, day, visitor, visit, at, hour, path, event: name, value, unit };
}

const addToRollups = addCounts(STAT);

const addToDrops = addCounts(DROP);

/** Counts dropped hits in an open transaction. */
export async function storeDrops(tx: SqlTransaction, drops: readonly Drop[]): Promise<void> {
  const counts = new Map<string, Drop & { count: number }>();
  for (const drop of drops) {
    const key = `${drop.websiteId} ${drop.day} ${drop.reason}`;
    const row = counts.get(key);
    if (row) row.count += 1;
    else counts.set(key, { ...drop, count: 1 });
  }
  const rows = [...counts.values()].sort(
    (a, b) => a.websiteId - b.websiteId || a.day - b.day || (a.reason < b.reason ? -1 : 1),
  );
  await addToDrops(tx, rows);
}
