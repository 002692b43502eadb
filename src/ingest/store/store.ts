import type { SqlTransaction } from '../../db/database.ts';
import { addCounts, insertRows } from '../../db/sql/insert.ts';
import { readRows, writeRows } from '../../db/sql/rows.ts';
import { raw, sql } from '../../db/sql/sql.ts';
import { columnsOf, DROP, HIT, VISIT } from '../../db/sql/tables.ts';
import type { Drop, Hit } from '../hit.ts';
import { addToTotals, totalIncrements } from './totals.ts';
import { inheritVisitors } from './visitors.ts';
import {
  type ExtendedVisit,
  type OpenedVisit,
  type PlannedHit,
  planVisits,
  type StoredVisit,
  type VisitPlan,
  visitorKey,
} from './visits.ts';

const VISITOR = columnsOf(VISIT, 'websiteId', 'day', 'visitor');

/**
 * Stores hits in an open transaction: visits, hits and the totals of their days, each table with one
 * statement. Either all of it is committed with the transaction, or nothing. Their websites must be locked
 * (locks.ts).
 * @param nextId returns ids for hits: increasing, and unique among instances.
 */
export async function storeHits(
  tx: SqlTransaction,
  hits: readonly Hit[],
  nextId: () => bigint,
): Promise<void> {
  if (hits.length === 0) return;
  // The rows of a website lie together in every table, so they are written together.
  const grouped = [...hits].sort((one, other) => one.websiteId - other.websiteId);
  const plan = planVisits(grouped, await latestVisits(tx, grouped), nextId);
  await inheritVisitors(tx, plan.opened);
  await storePlan(tx, plan);
  await addToTotals(tx, totalIncrements(plan));
}

/** Stores visits and hits in an open transaction, but not the totals of their days. */
export async function storePlan(tx: SqlTransaction, plan: VisitPlan): Promise<void> {
  await insertVisits(tx, plan.opened.map(visitRow));
  await extendVisits(tx, plan.extended.map(extendedRow));
  await insertHits(tx, plan.hits.map(hitRow));
}

type Integer = number | bigint;

interface FoundVisit {
  websiteId: Integer;
  day: Integer;
  visitor: bigint;
  number: Integer;
  startedAt: Integer;
  lastAt: Integer;
  pageviews: Integer | null;
  events: Integer | null;
  exitPath: string | null;
  exitId: Integer | null;
}

const findVisits = readRows<FoundVisit, keyof typeof VISITOR>(
  VISITOR,
  (source, _, ofWebsites) => sql`
    SELECT "v"."websiteId", "v"."day", "v"."visitor", "v"."number", "v"."startedAt", "v"."lastAt",
      "v"."pageviews", "v"."events", "v"."exitPath", "v"."exitId"
    FROM ${source} AS "k"
    CROSS JOIN "Visit" AS "v"
    WHERE "v"."websiteId" = "k"."websiteId" AND "v"."day" = "k"."day" AND "v"."visitor" = "k"."visitor"
      AND ${ofWebsites('"v"."websiteId"')}
    ORDER BY "v"."number"`,
);

async function latestVisits(tx: SqlTransaction, hits: readonly Hit[]): Promise<Map<string, StoredVisit>> {
  const visitors = new Map(hits.map((hit) => [visitorKey(hit), hit]));
  const found = await findVisits(tx, [...visitors.values()]);
  // The rows are in the order of visit numbers, so a later visit replaces an earlier one.
  return new Map(found.map((visit) => [visitorKey(visit), storedVisit(visit)]));
}

const storedVisit = (visit: FoundVisit): StoredVisit => ({
  number: Number(visit.number),
  startedAt: Number(visit.startedAt),
  lastAt: Number(visit.lastAt),
  pageviews: Number(visit.pageviews ?? 0),
  events: Number(visit.events ?? 0),
  exitPath: visit.exitPath ?? '',
  exitId: BigInt(visit.exitId ?? 0),
  pending: visit.pageviews === null,
});

const insertVisits = insertRows(VISIT);

function visitRow({ number, lastAt, pageviews, events, exitPath, exitId, first }: OpenedVisit) {
  const { websiteId, day, visitor, hour, at, path, dimensions, clickId = '' } = first;
  const totals = { pageviews, events, exitPath, exitId };
  return {
    websiteId,
    day,
    visitor,
    number,
    hour,
    startedAt: at,
    lastAt,
    path,
    ...dimensions,
    clickId,
    ...totals,
  };
}

const TOTALS = ['lastAt', 'pageviews', 'events', 'exitPath', 'exitId'] as const;
const VISIT_KEY = ['websiteId', 'day', 'visitor', 'number'] as const;
const assigned = (value: (name: string) => string) =>
  TOTALS.map((name) => `"${name}" = ${value(name)}`).join(', ');

const extendVisits = writeRows(
  columnsOf(VISIT, ...TOTALS, ...VISIT_KEY),
  (source, _, ofWebsites) => sql`
    UPDATE "Visit" SET ${raw(assigned((name) => `"new"."${name}"`))}
    FROM ${source} AS "new"
    WHERE ${raw(VISIT_KEY.map((name) => `"Visit"."${name}" = "new"."${name}"`).join(' AND '))}
      AND ${ofWebsites('"Visit"."websiteId"')}`,
  `UPDATE "Visit" SET ${assigned(() => '?')} WHERE ${VISIT_KEY.map((name) => `"${name}" = ?`).join(' AND ')}`,
);

// Lists each property, as copying objects generically takes as long as the statement.
function extendedRow(visit: ExtendedVisit) {
  const { websiteId, day, visitor, number, lastAt, before } = visit;
  const { pending } = before;
  return {
    websiteId,
    day,
    visitor,
    number,
    lastAt,
    pageviews: pending ? null : visit.pageviews,
    events: pending ? null : visit.events,
    exitPath: pending ? null : visit.exitPath,
    exitId: pending ? null : visit.exitId,
  };
}

const insertHits = insertRows(HIT);

function hitRow({ hit, id, visit }: PlannedHit) {
  const { websiteId, day, visitor, at, hour, path, event, host = '', properties = null } = hit;
  const { name = null, value = null, unit = null, revenue } = event ?? {};
  const { amount = null, currency = null } = revenue ?? {};
  return {
    websiteId,
    id,
    day,
    visitor,
    visit,
    at,
    hour,
    path,
    event: name,
    value,
    unit,
    host,
    properties,
    amount,
    currency,
  };
}

const addToDrops = addCounts(DROP);

/** The reason in the table, with the domain for which the hit was dropped: `spam semalt.com`. */
const storedReason = ({ reason, domain }: Drop) => (domain === undefined ? reason : `${reason} ${domain}`);

/** Counts dropped hits in an open transaction. */
export async function storeDrops(tx: SqlTransaction, drops: readonly Drop[]): Promise<void> {
  const counts = new Map<string, { websiteId: number; day: number; reason: string; count: number }>();
  for (const drop of drops) {
    const { websiteId, day } = drop;
    const reason = storedReason(drop);
    const key = `${websiteId} ${day} ${reason}`;
    const row = counts.get(key);
    if (row) row.count += 1;
    else counts.set(key, { websiteId, day, reason, count: 1 });
  }
  const rows = [...counts.values()].sort(
    (a, b) => a.websiteId - b.websiteId || a.day - b.day || (a.reason < b.reason ? -1 : 1),
  );
  await addToDrops(tx, rows);
}
