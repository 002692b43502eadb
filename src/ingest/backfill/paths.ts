import type { Database, SqlTransaction } from '../../db/database.ts';
import { idRangeOfDay } from '../../db/sql/idRange.ts';
import { writeRows } from '../../db/sql/rows.ts';
import { raw, sql } from '../../db/sql/sql.ts';
import { columnsOf, HIT } from '../../db/sql/tables.ts';
import { storedPath } from '../../validation/storedPath.ts';
import { DELETED } from '../hit.ts';
import { lockWebsites } from '../store/locks.ts';
import { addToTotals, revised } from '../store/totals.ts';
import { updatePaths } from './recount.ts';
import type { WebsiteDay } from './visits.ts';

/** Hits and visits that are written with one statement. */
const BATCH = 5_000;

/** The condition that a path of an earlier version may have another form than {@link storedPath}. */
const mayChange = (column: string) =>
  ['%', '[', ']', '{', '}', '|', '^', '\\']
    .map((char) => `REPLACE(${column}, '${char}', '') <> ${column}`)
    .join(' OR ');

const updateHits = writeRows(
  columnsOf(HIT, 'websiteId', 'id', 'path'),
  (source, _, ofWebsites) => sql`
    UPDATE "Hit" SET "path" = "new"."path" FROM ${source} AS "new"
    WHERE "Hit"."websiteId" = "new"."websiteId" AND "Hit"."id" = "new"."id"
      AND ${ofWebsites('"Hit"."websiteId"')}`,
);

interface FoundHit {
  id: string;
  path: string;
  event: string | null;
}
interface FoundVisit {
  visitor: string;
  number: number | bigint;
  path: string;
  exitPath: string | null;
}

/** Returns the days of a website whose hits have paths of an earlier version. */
export async function findOldPaths(
  { read }: Pick<Database, 'read'>,
  websiteId: number,
): Promise<WebsiteDay[]> {
  const days = await read.dayTotal.findMany({
    where: { websiteId },
    select: { day: true },
    orderBy: { day: 'asc' },
  });
  const found: WebsiteDay[] = [];
  for (const { day } of days) {
    const [from, to] = idRangeOfDay(day);
    const rows = await read.$queryRaw<{ path: string }[]>(sql`
      SELECT DISTINCT "path" FROM "Hit"
      WHERE "websiteId" = ${websiteId}
        AND "id" BETWEEN CAST(${from} AS BIGINT) AND CAST(${to} AS BIGINT)
        AND "day" = ${day} AND (${raw(mayChange('"path"'))})`);
    if (rows.some(({ path }) => storedPath(path) !== path)) found.push({ websiteId, day });
  }
  return found;
}

/**
 * Gives the paths that an earlier version recorded on a day their one form, in an open transaction.
 * Sums stay, because each hit keeps its day, its visit and its kind.
 * @returns the number of changed hits and visits.
 */
export async function renamePaths(tx: SqlTransaction, of: WebsiteDay): Promise<number> {
  const { websiteId, day } = of;
  const refused = await lockWebsites(tx, [of]);
  if (refused.get(websiteId) === DELETED) return 0;
  const hits = (await readHits(tx, of)).filter(({ path }) => storedPath(path) !== path);
  const visits = (await readVisits(tx, of)).filter(
    ({ path, exitPath }) => storedPath(path) !== path || (exitPath && storedPath(exitPath) !== exitPath),
  );
  if (hits.length + visits.length === 0) return 0;

  for (let from = 0; from < hits.length; from += BATCH)
    await updateHits(
      tx,
      hits.slice(from, from + BATCH).map(({ id, path }) => ({ websiteId, id, path: storedPath(path) })),
    );
  for (let from = 0; from < visits.length; from += BATCH)
    await updatePaths(
      tx,
      visits.slice(from, from + BATCH).map(({ path, exitPath, ...visit }) => ({
        ...visit,
        websiteId,
        day,
        path: storedPath(path),
        exitPath: exitPath === null ? null : storedPath(exitPath),
      })),
    );
  await addToTotals(tx, [revised(of)]);
  return hits.length + visits.length;
}

const readHits = (tx: SqlTransaction, { websiteId, day }: WebsiteDay) => {
  const [from, to] = idRangeOfDay(day);
  return tx.$queryRaw<FoundHit[]>(sql`
    SELECT CAST("id" AS TEXT) AS "id", "path", "event" FROM "Hit"
    WHERE "websiteId" = ${websiteId} AND "id" BETWEEN CAST(${from} AS BIGINT) AND CAST(${to} AS BIGINT)
      AND "day" = ${day} AND (${raw(mayChange('"path"'))})`);
};

const readVisits = (tx: SqlTransaction, { websiteId, day }: WebsiteDay) =>
  tx.$queryRaw<FoundVisit[]>(sql`
    SELECT CAST("visitor" AS TEXT) AS "visitor", "number", "path", "exitPath" FROM "Visit"
    WHERE "websiteId" = ${websiteId} AND "day" = ${day}
      AND (${raw(mayChange('"path"'))} OR ${raw(mayChange('"exitPath"'))})`);
