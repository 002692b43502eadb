import type { Database } from '../db/database.ts';
import { fromJson } from '../db/sql/dialect.ts';
import { raw, sql } from '../db/sql/sql.ts';
import type { WindowHit } from './window.ts';

/** Maximum number of hits that one statement returns. The main thread reads them without a long pause. */
export const PAGE = 10_000;

/** The hits of a website that are wanted. */
export interface Wanted {
  websiteId: number;
  /** Hits with higher ids. */
  after: bigint;
  /** The first day, as 20261121, whose hits are counted in {@link HitPage.counted}. */
  since: number;
}

/** The new hits of a website, and how many it has counted. Both are of one version of the database. */
export interface HitPage {
  /** In the order of their ids. */
  hits: WindowHit[];
  /** Number of hits since the wanted day. */
  counted: number;
  /** Whether there are more hits, after the last one. */
  more: boolean;
}

type Integer = number | bigint;

interface FoundRow {
  websiteId: Integer;
  /** Null in the row with the number of counted hits, which is in `at`. */
  id: string | null;
  day: Integer;
  visitor: string;
  at: Integer;
  path: string;
  event: string | null;
  referrer: string;
  country: string;
}

/**
 * Reads new hits of websites with the dimensions of their visits, in one statement if they are few; otherwise
 * those of each website separately, up to a page.
 * @param wanted each website once.
 */
export async function readHits(
  db: Pick<Database, 'select' | 'dialect'>,
  wanted: readonly Wanted[],
): Promise<HitPage[]> {
  const [first] = wanted;
  if (!first) return [];
  if (wanted.length === 1) return [await readPage(db, first)];
  if (db.dialect.spansWebsites) {
    const rows = await db.select<FoundRow>(ofSeveral(db, wanted));
    if (rows.length <= PAGE) return group(wanted, rows);
  }
  return Promise.all(wanted.map((one) => readPage(db, one)));
}

async function readPage(db: Pick<Database, 'select' | 'dialect'>, wanted: Wanted): Promise<HitPage> {
  const [page = emptyPage()] = group([wanted], await db.select<FoundRow>(ofOne(wanted)));
  return { ...page, more: page.hits.length >= PAGE };
}

const emptyPage = (): HitPage => ({ hits: [], counted: 0, more: false });

function group(wanted: readonly Wanted[], rows: readonly FoundRow[]): HitPage[] {
  const pages = new Map(wanted.map(({ websiteId }) => [websiteId, emptyPage()]));
  for (const row of rows) {
    const page = pages.get(Number(row.websiteId)) as HitPage;
    if (row.id === null) page.counted = Number(row.at);
    else page.hits.push(hitOf(row, row.id));
  }
  return [...pages.values()];
}

function hitOf({ day, visitor, at, path, event, referrer, country }: FoundRow, id: string): WindowHit {
  return { id: BigInt(id), visitor: `${day} ${visitor}`, at: Number(at), path, event, referrer, country };
}

/** The columns of a row with the number of counted hits, in the order of those of a hit. */
const COUNTED = raw(
  `"d"."websiteId", CAST(NULL AS TEXT) AS "id", 0 AS "day", '' AS "visitor", ` +
    `CAST(SUM("d"."pageviews" + "d"."events") AS BIGINT) AS "at", '' AS "path", ` +
    `CAST(NULL AS TEXT) AS "event", ` +
    `'' AS "referrer", '' AS "country"`,
);
const HIT = raw(
  '"h"."websiteId", CAST("h"."id" AS TEXT) AS "id", "h"."day", CAST("h"."visitor" AS TEXT) AS "visitor", ' +
    '"h"."at", "h"."path", "h"."event", "v"."referrer", "v"."country"',
);
const OF_VISIT = raw(
  '"v"."websiteId" = "h"."websiteId" AND "v"."day" = "h"."day" AND "v"."visitor" = "h"."visitor" ' +
    'AND "v"."number" = "h"."visit"',
);

/** Reads the rows of one website in the order of their key, so that a page does not read those after it. */
const ofOne = ({ websiteId, after, since }: Wanted) => sql`
  SELECT ${COUNTED} FROM "DayTotal" AS "d"
  WHERE "d"."websiteId" = ${websiteId} AND "d"."day" >= ${since}
  GROUP BY "d"."websiteId"
  UNION ALL
  SELECT * FROM (
    SELECT ${HIT} FROM "Hit" AS "h" CROSS JOIN "Visit" AS "v"
    WHERE "h"."websiteId" = ${websiteId} AND "h"."id" > ${after} AND "v"."websiteId" = ${websiteId}
      AND ${OF_VISIT}
    ORDER BY "h"."id" LIMIT ${PAGE}
  ) AS "page"`;

/** One row more than a page has: a longer result is not used. */
function ofSeveral({ dialect }: Pick<Database, 'dialect'>, wanted: readonly Wanted[]) {
  const source = fromJson(
    dialect,
    wanted.map(({ websiteId, after, since }) => [websiteId, after, since]),
    { websiteId: 'INTEGER', after: 'BIGINT', since: 'INTEGER' },
  );
  return sql`
    SELECT ${COUNTED} FROM ${source} AS "w" CROSS JOIN "DayTotal" AS "d"
    WHERE "d"."websiteId" = "w"."websiteId" AND "d"."day" >= "w"."since"
    GROUP BY "d"."websiteId"
    UNION ALL
    SELECT * FROM (
      SELECT ${HIT} FROM ${source} AS "w" CROSS JOIN "Hit" AS "h" CROSS JOIN "Visit" AS "v"
      WHERE "h"."websiteId" = "w"."websiteId" AND "h"."id" > "w"."after" AND ${OF_VISIT}
      LIMIT ${PAGE + 1}
    ) AS "page"`;
}
