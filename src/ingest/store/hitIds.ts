import { hash } from 'node:crypto';
import { addDays, dayNumber, dayText } from '../../calendar/days.ts';
import type { Database, SqlTransaction } from '../../db/database.ts';
import { insertMissing } from '../../db/sql/rows.ts';
import { raw, sql } from '../../db/sql/sql.ts';
import { HIT_ID } from '../../db/sql/tables.ts';
import type { ClientId, Hit } from '../hit.ts';

/**
 * Hits that clients send again, because they did not see the answer, count once. A client gives a hit a
 * random id; the hashes of these ids are kept for the day of their arrival and the next, in UTC.
 */

/** The UTC day of a time, as 20261121. */
const dayOf = (at: number) => dayNumber(new Date(at).toISOString().slice(0, 10));
const dayBefore = (day: number) => dayNumber(addDays(dayText(day), -1));
const DAY_MS = 86_400_000;

/** An id that begins with the Unix time in milliseconds, as decimal digits. */
const BEGINS_WITH_TIME = /^[1-9]\d{12}/;
/** A UUID of version 7, which begins with the same time, as hexadecimal digits. */
const UUID_7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

/**
 * Parses the id of a hit. The time with which it begins is only used to store neighbouring hits together, so
 * it may be wrong. Two of a million different ids of one millisecond have the same hash with a probability of
 * 1 to 37 million.
 */
export function parseHitId(id: string): ClientId {
  const first = hash('sha256', id, 'buffer').readBigInt64BE(0);
  if (BEGINS_WITH_TIME.test(id)) return { at: Number(id.slice(0, 13)), hash: first };
  if (UUID_7.test(id)) return { at: Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16), hash: first };
  return { at: 0, hash: first };
}

/** Inserts the ids that were not there before, on this day or the day before, and returns their rows. */
const insertNew = insertMissing(
  { ...HIT_ID.columns, before: 'INTEGER' },
  HIT_ID.key,
  (source, _, ofWebsites) => sql`
    INSERT INTO "HitId" ("websiteId", "day", "at", "id")
    SELECT "k"."websiteId", "k"."day", "k"."at", "k"."id" FROM ${source} AS "k"
    WHERE NOT EXISTS (
      SELECT 1 FROM "HitId" AS "h"
      WHERE "h"."websiteId" = "k"."websiteId" AND "h"."day" = "k"."before" AND "h"."at" = "k"."at"
        AND "h"."id" = "k"."id" AND ${ofWebsites('"h"."websiteId"')}
    )
    ON CONFLICT DO NOTHING`,
);

type Identified = Pick<Hit, 'websiteId' | 'at' | 'clientId'>;

/**
 * Notes the ids of hits in an open transaction, which must have locked their websites.
 * @returns the hits that were counted before, or are in the list twice: all but the first.
 */
export async function repeatedHits<Item extends Identified>(
  tx: SqlTransaction,
  hits: readonly Item[],
): Promise<Set<Item>> {
  const rows: (Record<(typeof HIT_ID.key)[number] | 'before', unknown> & { hit: Item })[] = [];
  let [current, day, before] = [Number.NaN, 0, 0];
  for (const hit of hits) {
    if (!hit.clientId) continue;
    const index = Math.floor(hit.at / DAY_MS);
    // Nearly all hits of a batch have the same day.
    if (index !== current) {
      day = dayOf(hit.at);
      before = dayBefore(day);
      current = index;
    }
    rows.push({ hit, websiteId: hit.websiteId, day, before, at: hit.clientId.at, id: hit.clientId.hash });
  }
  if (rows.length === 0) return new Set();
  const inserted = new Set(await insertNew(tx, rows));
  return new Set(rows.filter((row) => !inserted.has(row)).map(({ hit }) => hit));
}

/** The number of websites, and the most rows, of one statement: about 20 ms on SQLite. */
const [WEBSITES, ROWS] = [100, 5_000];

/**
 * Creates a job that deletes the ids of days that are over, once a day, in short transactions between which
 * hits are stored.
 */
export function hitIdDeletion({ db, now }: { db: Database; now: () => number }): () => Promise<void> {
  let done = 0;
  return async () => {
    const today = dayOf(now());
    if (today === done) return;
    const websites = await db.read.website.findMany({ select: { id: true }, orderBy: { id: 'asc' } });
    for (let index = 0; index < websites.length; index += WEBSITES) {
      const ids = raw(
        websites
          .slice(index, index + WEBSITES)
          .map(({ id }) => id)
          .join(', '),
      );
      const some = () =>
        db.write(
          (tx) => tx.$executeRaw`
            DELETE FROM "HitId" WHERE ("websiteId", "day", "at", "id") IN (
              SELECT "websiteId", "day", "at", "id" FROM "HitId"
              WHERE "websiteId" IN (${ids}) AND "day" < ${dayBefore(today)} LIMIT ${ROWS}
            )`,
        );
      while ((await some()) === ROWS);
    }
    done = today;
  };
}
