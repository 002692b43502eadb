import type { Snapshot } from '../../db/snapshot.ts';
import { idRangeOfDay } from '../../db/sql/idRange.ts';
import { raw, type Sql, sql } from '../../db/sql/sql.ts';
import { type ExportRow, type Field, LAYOUTS, type Layout } from './layout.ts';
import { fileValue } from './values.ts';

/** Rows that are read with one statement, some 20 ms on SQLite. */
const CHUNK = 5_000;

/** Days of a website, as 20261121, both included. */
export interface ExportedDays {
  websiteId: number;
  from: number;
  to: number;
}

const TEXTS: readonly Field['type'][] = ['int64', 'amount'];
const selected = ({ fields }: Layout) =>
  raw(
    fields
      .map(({ column, type }) => (TEXTS.includes(type) ? `CAST("${column}" AS TEXT)` : `"${column}"`))
      .join(', '),
  );

const rowOf = ({ fields }: Layout, stored: readonly unknown[]): ExportRow =>
  fields.map(({ type }, index) => fileValue(type, stored[index]));

/** The key of a row, after which others begin. 64-bit integers are cast from text. */
function placeOf({ fields, order }: Layout, last: readonly unknown[]): Sql {
  const values = order.map((column) => {
    const index = fields.findIndex((field) => field.column === column);
    const value = last[index];
    return TEXTS.includes(fields[index]?.type ?? 'text') ? sql`CAST(${value} AS BIGINT)` : sql`${value}`;
  });
  return values.reduce((all, value) => sql`${all}, ${value}`);
}

/**
 * Reads the rows of a table that meet a condition, in the order of its key, in chunks.
 * @param first the condition of the first chunk. It is not among the others: with two lower limits, SQLite
 *   may begin at the wrong one, and read all earlier rows again for each chunk.
 */
async function* readChunks(
  { select }: Snapshot,
  layout: Layout,
  where: Sql,
  first = sql`TRUE`,
): AsyncGenerator<readonly ExportRow[]> {
  // With its table: PostgreSQL would otherwise sort by the selected value of that name, which is a text.
  const order = raw(layout.order.map((column) => `"${layout.table}"."${column}"`).join(', '));
  let after = first;
  for (;;) {
    const rows = await select(sql`
      SELECT ${selected(layout)} FROM ${raw(`"${layout.table}"`)}
      WHERE ${where} AND ${after} ORDER BY ${order} LIMIT ${CHUNK}`);
    if (rows.length > 0) yield rows.map((row) => rowOf(layout, row));
    const last = rows.at(-1);
    if (!last || rows.length < CHUNK) return;
    after = sql`(${order}) > (${placeOf(layout, last)})`;
  }
}

/** Reads the days of a range that have totals, and how many hits each has. */
async function readDays({ select }: Snapshot, { websiteId, from, to }: ExportedDays) {
  const days = await select(sql`
    SELECT "day", "pageviews" + "events" FROM "DayTotal"
    WHERE "websiteId" = ${websiteId} AND "day" BETWEEN ${from} AND ${to} ORDER BY "day"`);
  return days.map(([day, hits]) => ({ day: Number(day), hits: Number(hits) }));
}

async function* readVisits(snapshot: Snapshot, days: ExportedDays) {
  const { websiteId } = days;
  for (const { day } of await readDays(snapshot, days))
    yield* readChunks(snapshot, LAYOUTS.visits, sql`"websiteId" = ${websiteId} AND "day" = ${day}`);
}

/**
 * Reads the hits of one day after the other, although their key has no day. Hits whose recorder had a wrong
 * clock have ids of other days; they are read if the total of the day says that some are missing.
 */
async function* readHits(snapshot: Snapshot, days: ExportedDays) {
  const { websiteId } = days;
  for (const { day, hits } of await readDays(snapshot, days)) {
    const [first, last] = idRangeOfDay(day).map((id) => sql`CAST(${id} AS BIGINT)`) as [Sql, Sql];
    const ofDay = sql`"websiteId" = ${websiteId} AND "day" = ${day}`;
    let left = hits;
    for await (const rows of readChunks(
      snapshot,
      LAYOUTS.hits,
      sql`${ofDay} AND "id" <= ${last}`,
      sql`"id" >= ${first}`,
    )) {
      left -= rows.length;
      yield rows;
    }
    if (left > 0)
      yield* readChunks(snapshot, LAYOUTS.hits, sql`${ofDay} AND ("id" < ${first} OR "id" > ${last})`);
  }
}

/**
 * Reads the daily sums of imports that statistics contain, in the order of their dimensions and then of their
 * days. The ids of the imports mean nothing elsewhere, so the names of their sources take their place.
 */
async function* readSums(snapshot: Snapshot, { websiteId, from, to }: ExportedDays) {
  const imports = await snapshot.select(sql`
    SELECT "id", "source" FROM "Import"
    WHERE "websiteId" = ${websiteId} AND "state" = 'done' AND "dimensions" <> ''`);
  if (imports.length === 0) return;
  const sources = new Map(imports.map(([id, source]) => [String(id), String(source)]));
  const where = sql`"websiteId" = ${websiteId} AND "day" BETWEEN ${from} AND ${to}
    AND "importId" IN (${raw([...sources.keys()].join(', '))})`;
  const at = LAYOUTS.sums.fields.findIndex(({ column }) => column === 'importId');
  for await (const rows of readChunks(snapshot, LAYOUTS.sums, where))
    yield rows.map((row) => row.with(at, sources.get(String(row[at])) ?? null));
}

/** Reads the rows of a file in chunks, in the order of their days; sums in that of their dimensions. */
export function readRows(
  snapshot: Snapshot,
  layout: Layout,
  days: ExportedDays,
): AsyncGenerator<readonly ExportRow[]> {
  if (layout.name === 'hits') return readHits(snapshot, days);
  if (layout.name === 'visits') return readVisits(snapshot, days);
  if (layout.name === 'sums') return readSums(snapshot, days);
  const { websiteId, from, to } = days;
  const ofDays = sql`"websiteId" = ${websiteId} AND "day" BETWEEN ${from} AND ${to}`;
  // The totals of a day stay, as zeros, when all of its hits are deleted.
  const where = layout.name === 'days' ? sql`${ofDays} AND "pageviews" + "events" > 0` : ofDays;
  return readChunks(snapshot, layout, where);
}
