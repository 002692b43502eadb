import type { Database } from '../../db/database.ts';
import { raw, type Sql } from '../../db/sql/sql.ts';
import type { PrismaClient } from '../../generated/prisma/client.ts';
import { BEING_DELETED } from '../../websites/deletion.ts';
import { uncountedDays } from './uncounted.ts';

/** A total of a day, or a column of a visit, that differs from the recorded visits and hits. */
export interface Difference {
  websiteId: number;
  /** The name of the total; `visit.` and the name of the column for a visit. */
  name: string;
  /** The day, as 20261121. */
  period: number;
  /** Empty for a total; the visitor and the number of a visit. */
  value: string;
  /** The total; the column of a visit as text, `null` for none. */
  stored: number | string;
  computed: number | string;
}

export interface Verification {
  /** Number of websites that have days, stored or computed. */
  websites: number;
  /** Number of days whose totals were compared. */
  rows: number;
  differences: Difference[];
}

type Reading = Pick<PrismaClient, '$queryRaw' | 'import'>;

/**
 * Selects the ids of deleted websites that still have rows, except those that are being deleted. Those ids
 * are not known in advance, so on a sharded database this queries every shard.
 */
const ORPHANS = ['DayTotal', 'Visit', 'Hit']
  .map(
    (table) =>
      `SELECT "websiteId" AS "id" FROM "${table}" WHERE "websiteId" NOT IN (SELECT "id" FROM "Website")`,
  )
  .join(' UNION ');

/** The maximum number of differences reported for a website, which bounds the memory used. */
const MAX_DIFFERENCES = 10_000;

/**
 * Recomputes the totals of every day and the derived columns of visits from visits and hits, and compares
 * them with the stored ones. Each website is compared in one statement, so on one version of the database,
 * while a server continues to write. Days in `PendingDay` are compared without the totals and columns that
 * the version that recorded them did not have. `revision` follows from nothing that is stored.
 */
export async function verifyRollups({ read }: Pick<Database, 'read'>): Promise<Verification> {
  const ids = await read.$queryRaw<{ id: number }[]>`
    SELECT "id" FROM "Website" UNION SELECT "id" FROM (${raw(ORPHANS)}) AS "orphan"
    WHERE "id" NOT IN (${BEING_DELETED}) ORDER BY "id"`;
  const result: Verification = { websites: 0, rows: 0, differences: [] };
  for (const { id } of ids) {
    const differences = await differencesOf(read, id);
    const rows = await read.dayTotal.count({ where: { websiteId: id } });
    if (rows + differences.length > 0) result.websites += 1;
    result.rows += rows;
    result.differences.push(...differences);
  }
  return result;
}

/** The totals of a day, defined again here, so that this check shares no definition with what it checks. */
const DAY_TOTALS = ['visitors', 'visits', 'pageviews', 'events', 'bounces', 'duration'];
const STORED = raw(
  DAY_TOTALS.map(
    (name) => `SELECT '${name}' AS "name", "day", "${name}" AS "stored", 0 AS "computed" FROM "days"`,
  ).join('\nUNION ALL '),
);
/** The totals that a day of the first version does not have until it is completed. */
const ADDED = raw(`'visits', 'bounces', 'duration', 'events'`);

/** Likewise. */
const VISITOR_DIMENSIONS = [
  'browser',
  'os',
  'device',
  'language',
  'resolution',
  'continent',
  'country',
  'city',
];

const differs = (pairs: readonly Pair[]) =>
  raw(pairs.map(({ stored, computed }) => `${stored} IS DISTINCT FROM ${computed}`).join(' OR '));
/** Selects one row for each differing column. */
const rowsOf = (table: string, pairs: readonly Pair[]) =>
  raw(
    pairs
      .map(
        ({ column, stored, computed }) =>
          `SELECT 'visit.${column}', "day", CAST("visitor" AS TEXT) || ' ' || CAST("number" AS TEXT),
            COALESCE(CAST(${stored} AS TEXT), 'null'), COALESCE(CAST(${computed} AS TEXT), 'null')
          FROM "${table}" WHERE ${stored} IS DISTINCT FROM ${computed}`,
      )
      .join('\nUNION ALL '),
  );

/** A column of a visit, and the SQL of its two values. */
interface Pair {
  column: string;
  stored: string;
  computed: string;
}

/** The columns that follow from the hits of a visit. The first hit is not known, only the earliest one. */
const TOTALS: readonly Pair[] = [
  ...['pageviews', 'events', 'exitId', 'exitPath', 'lastAt'].map((column) => ({
    column,
    stored: `"stored_${column}"`,
    computed: `"${column}"`,
  })),
  {
    column: 'startedAt',
    stored: '"startedAt"',
    computed: `CASE WHEN "startedAt" BETWEEN "earliest" AND "lastAt" THEN "startedAt" ELSE "earliest" END`,
  },
];
/** The dimensions of the visitor, which are those of visit number 1. */
const INHERITED: readonly Pair[] = VISITOR_DIMENSIONS.map((column) => ({
  column,
  stored: `"${column}"`,
  computed: `"first_${column}"`,
}));
/** The visit of hits whose visit does not exist. */
const STRAY: readonly Pair[] = [{ column: 'number', stored: '"stored_number"', computed: '"number"' }];
const FIRST = raw(VISITOR_DIMENSIONS.map((name) => `"first"."${name}" AS "first_${name}"`).join(', '));

interface FoundDifference {
  name: string;
  period: number;
  value: string;
  stored: string;
  computed: string;
}

/**
 * Returns the days of a website that are not completed yet, as a list in SQL. Days only cease to be pending,
 * so a day that is read before the comparison is at most left out needlessly.
 */
async function pendingOf(read: Reading, websiteId: number): Promise<Sql> {
  const rows = await read.$queryRaw<{ day: number }[]>`
    SELECT "day" FROM "PendingDay" WHERE "websiteId" = ${websiteId}`;
  // 0 is no day: a list must not be empty.
  return raw([0, ...rows.map(({ day }) => Number(day))].join(', '));
}

/** Compares a website, again if an import has begun or ended meanwhile. */
async function differencesOf(read: Reading, websiteId: number): Promise<Difference[]> {
  const before = await uncountedDays(read, websiteId);
  const differences = await compare(read, websiteId, before.counted);
  if (differences.length === 0) return [];
  const after = await uncountedDays(read, websiteId);
  return after.key === before.key ? differences : compare(read, websiteId, after.counted);
}

/** @param counted the condition on the days whose rows are counted. */
async function compare(read: Reading, websiteId: number, counted: Sql): Promise<Difference[]> {
  const pending = await pendingOf(read, websiteId);
  const rows = await read.$queryRaw<FoundDifference[]>`
    WITH "visits" AS NOT MATERIALIZED (
      SELECT * FROM "Visit" WHERE "websiteId" = ${websiteId} AND ${counted}
    ),
    "visitors" AS NOT MATERIALIZED (SELECT * FROM "visits" WHERE "number" = 1),
    "days" AS NOT MATERIALIZED (SELECT * FROM "DayTotal" WHERE "websiteId" = ${websiteId}),
    "hits" AS NOT MATERIALIZED (SELECT * FROM "Hit" WHERE "websiteId" = ${websiteId} AND ${counted}),
    "total" AS MATERIALIZED (
      SELECT "day", "visitor", "visit" AS "number", MIN("at") AS "earliest", MAX("at") AS "lastAt",
        SUM(CASE WHEN "event" IS NULL THEN 1 ELSE 0 END) AS "pageviews",
        SUM(CASE WHEN "event" IS NULL THEN 0 ELSE 1 END) AS "events",
        MAX(CASE WHEN "event" IS NULL THEN "id" ELSE 0 END) AS "exitId"
      FROM "hits" GROUP BY 1, 2, 3
    ),
    "recounted" AS MATERIALIZED (
      SELECT "visit"."day", "visit"."visitor", "visit"."number", "visit"."startedAt",
        "visit"."lastAt" AS "stored_lastAt", "visit"."pageviews" AS "stored_pageviews",
        "visit"."events" AS "stored_events", "visit"."exitId" AS "stored_exitId",
        "visit"."exitPath" AS "stored_exitPath",
        "earliest", "total"."lastAt", COALESCE("total"."pageviews", 0) AS "pageviews",
        COALESCE("total"."events", 0) AS "events", COALESCE("total"."exitId", 0) AS "exitId",
        COALESCE("exit"."path", '') AS "exitPath"
      FROM "visits" AS "visit"
      LEFT JOIN "total" ON "total"."day" = "visit"."day" AND "total"."visitor" = "visit"."visitor"
        AND "total"."number" = "visit"."number"
      LEFT JOIN "hits" AS "exit" ON "exit"."id" = "total"."exitId"
    ),
    "fact" AS (
      SELECT 'visitors' AS "name", "day", 1 AS "amount" FROM "visitors"
      UNION ALL SELECT 'visits', "day", 1 FROM "visits"
      UNION ALL SELECT 'pageviews', "day", 1 FROM "hits" WHERE "event" IS NULL
      UNION ALL SELECT 'events', "day", 1 FROM "hits" WHERE "event" IS NOT NULL
      UNION ALL SELECT 'bounces', "day", 1 FROM "recounted" WHERE "pageviews" = 1 AND "events" = 0
      UNION ALL SELECT 'duration', "day", "lastAt" - "startedAt" FROM "recounted"
    ),
    "side" AS (
      ${STORED}
      UNION ALL SELECT "name", "day", 0, SUM("amount") FROM "fact" GROUP BY 1, 2
    ),
    "wrong" AS MATERIALIZED (
      SELECT * FROM "recounted" WHERE "day" NOT IN (${pending}) AND (${differs(TOTALS)})
    ),
    "stray" AS (
      SELECT "total"."day", "total"."visitor", "total"."number", "visit"."number" AS "stored_number"
      FROM "total"
      LEFT JOIN "visits" AS "visit" ON "visit"."day" = "total"."day"
        AND "visit"."visitor" = "total"."visitor" AND "visit"."number" = "total"."number"
      WHERE "visit"."number" IS NULL
    ),
    "later" AS MATERIALIZED (
      SELECT "visit".*, ${FIRST} FROM "visits" AS "visit"
      LEFT JOIN "visits" AS "first" ON "first"."day" = "visit"."day"
        AND "first"."visitor" = "visit"."visitor" AND "first"."number" = 1
      WHERE "visit"."number" > 1 AND "visit"."day" NOT IN (${pending})
    )
    SELECT "name", "day" AS "period", '' AS "value", CAST(SUM("stored") AS TEXT) AS "stored",
      CAST(SUM("computed") AS TEXT) AS "computed"
    FROM "side"
    WHERE "name" NOT IN (${ADDED}) OR "day" NOT IN (${pending})
    GROUP BY "name", "day" HAVING SUM("stored") <> SUM("computed")
    UNION ALL ${rowsOf('wrong', TOTALS)}
    UNION ALL ${rowsOf('stray', STRAY)}
    UNION ALL ${rowsOf('later', INHERITED)}
    ORDER BY 1, 2, 3 LIMIT ${MAX_DIFFERENCES}`;
  return rows.map(({ name, period, value, stored, computed }) => {
    const read = name.startsWith('visit.') ? String : Number;
    return { websiteId, name, period: Number(period), value, stored: read(stored), computed: read(computed) };
  });
}
