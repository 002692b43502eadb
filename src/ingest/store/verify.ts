import type { Database } from '../../db/database.ts';
import { raw } from '../../db/sql/sql.ts';
import type { PrismaClient } from '../../generated/prisma/client.ts';

/** A rollup row that differs from the recorded visits and hits. */
export interface Difference {
  websiteId: number;
  name: string;
  period: number;
  value: string;
  stored: number;
  computed: number;
}

export interface Verification {
  /** Number of websites that have rollup rows, stored or computed. */
  websites: number;
  /** Number of rollup rows compared. */
  rows: number;
  differences: Difference[];
}

type Reading = Pick<PrismaClient, '$queryRaw'>;

/**
 * Selects the ids of deleted websites that still have rows. Those ids are not known in advance, so on a
 * sharded database this queries every shard.
 */
const ORPHANS = ['Stat', 'Visit', 'Hit']
  .map(
    (table) =>
      `SELECT "websiteId" AS "id" FROM "${table}" WHERE "websiteId" NOT IN (SELECT "id" FROM "Website")`,
  )
  .join(' UNION ');

/**
 * Recomputes every rollup row from visits and hits, and compares it with the stored row. Each website is
 * compared in one statement, so on one version of the database, while a server continues to write.
 */
export async function verifyRollups({ read }: Pick<Database, 'read'>): Promise<Verification> {
  const ids = await read.$queryRaw<{ id: number }[]>`
    SELECT "id" FROM "Website" UNION SELECT "id" FROM (${raw(ORPHANS)}) AS "orphan" ORDER BY "id"`;
  const result: Verification = { websites: 0, rows: 0, differences: [] };
  for (const { id } of ids) {
    const differences = await differencesOf(read, id);
    const [total] = await read.$queryRaw<{ rows: bigint }[]>`
      SELECT COUNT(*) AS "rows" FROM "Stat" WHERE "websiteId" = ${id}`;
    const rows = Number(total?.rows ?? 0);
    if (rows + differences.length > 0) result.websites += 1;
    result.rows += rows;
    result.differences.push(...differences);
  }
  return result;
}

/** SQL that converts the number of a day to `YYYY-MM-DD`, and that of an hour to two digits. */
const DAY_TEXT = raw(
  ['1, 4', '5, 2', '7, 2'].map((part) => `SUBSTR(CAST("day" AS TEXT), ${part})`).join(` || '-' || `),
);
const HOUR_TEXT = raw(`SUBSTR(CAST("hour" + 100 AS TEXT), 2)`);

/** Defined again here, so that this check shares no definition with the increments that it checks. */
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
const VISITORS = raw(
  VISITOR_DIMENSIONS.map((name) => `UNION ALL SELECT '${name}', "day", "${name}" FROM "visitors"`).join('\n'),
);

async function differencesOf(read: Reading, websiteId: number): Promise<Difference[]> {
  const rows = await read.$queryRaw<
    { name: string; period: number; value: string; stored: bigint; computed: bigint }[]
  >`
    WITH "visits" AS (SELECT * FROM "Visit" WHERE "websiteId" = ${websiteId}),
    "visitors" AS (SELECT * FROM "visits" WHERE "number" = 1),
    "hits" AS (SELECT * FROM "Hit" WHERE "websiteId" = ${websiteId}),
    "fact" ("name", "day", "value") AS (
      SELECT 'landing_page', "day", "path" FROM "visits"
      UNION ALL SELECT 'referrer', "day", "referrer" FROM "visits"
      UNION ALL SELECT 'campaign', "day", "campaign" FROM "visits" WHERE "campaign" <> ''
      UNION ALL SELECT 'visitors', "day", ${DAY_TEXT} FROM "visitors"
      UNION ALL SELECT 'visitors_hours', "day", ${HOUR_TEXT} FROM "visitors"
      ${VISITORS}
      UNION ALL SELECT 'event', "day", "event" FROM "hits" WHERE "event" IS NOT NULL
      UNION ALL SELECT 'pageviews', "day", ${DAY_TEXT} FROM "hits" WHERE "event" IS NULL
      UNION ALL SELECT 'pageviews_hours', "day", ${HOUR_TEXT} FROM "hits" WHERE "event" IS NULL
      UNION ALL SELECT 'page', "day", "path" FROM "hits" WHERE "event" IS NULL
    ),
    "counted" AS (
      SELECT "name", "day" AS "period", "value", COUNT(*) AS "count" FROM "fact" GROUP BY 1, 2, 3
      UNION ALL
      SELECT "name", "day" / 100, "value", COUNT(*) FROM "fact" GROUP BY 1, 2, 3
    ),
    "side" AS (
      SELECT "name", "period", "value", "count" AS "stored", 0 AS "computed" FROM "Stat"
      WHERE "websiteId" = ${websiteId}
      UNION ALL
      SELECT "name", "period", "value", 0, "count" FROM "counted"
    )
    SELECT "name", "period", "value", SUM("stored") AS "stored", SUM("computed") AS "computed" FROM "side"
    GROUP BY "name", "period", "value" HAVING SUM("stored") <> SUM("computed")
    ORDER BY "name", "period", "value"`;
  return rows.map((row) => ({
    websiteId,
    name: row.name,
    period: Number(row.period),
    value: row.value,
    stored: Number(row.stored),
    computed: Number(row.computed),
  }));
}
